"""Hash chain of the log of a club. Pure.

The hash of an entry covers all that the entry says and the hash of the entry before it. People, and
texts that can be erased, are covered by digests with secret salts: once the salts are erased,
neither can be guessed from the digest, and the hash stays valid.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC
from typing import Any

from league.models import AuditEntry, AuditSubject

TEXT, DIGEST = "text", "digest"  # the keys of a reference to a text
# the fields of a subject that hold people; and others for which the log can be searched
PEOPLE = {
    "players": AuditSubject.Kind.PLAYER,
    "watching": AuditSubject.Kind.PLAYER,
    "accounts": AuditSubject.Kind.ACCOUNT,
}
INDEXED = {
    "matches": AuditSubject.Kind.MATCH,
    "session": AuditSubject.Kind.SESSION,
    "tournament": AuditSubject.Kind.TOURNAMENT,
}
# the fields of `before` and `after` that hold players
ONE_PLAYER = {"player"}
OF_PLAYERS = {"members", "order", "sit_out"}  # lists of players
OF_TABLES = {"tables", "divisions"}  # lists of such lists
BY_SEAT = {"scores", "round_scores"}  # lists of a player, a score and perhaps a place


def hash_of(entry: AuditEntry) -> str:
    """Return the SHA-256 of the entry without `undo_data` in canonical JSON: sorted keys, no
    spaces, ASCII."""
    content = {
        "club": entry.club_id,
        "number": entry.number,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "by": entry.by,
        "kind": entry.kind,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "previous_hash": entry.previous_hash,
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def person_digest(row: AuditSubject) -> str:
    """Return the digest that refers to the person of this row in an entry."""
    return hashlib.sha256(f"{row.salt}{row.kind}{row.object_id}".encode()).hexdigest()


def with_players(values: Mapping[str, Any], exchange: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the values of `before` or `after` with each player exchanged."""
    return {name: _with_players(name, value, exchange) for name, value in values.items()}


def _with_players(name: str, value: Any, exchange: Callable[[Any], Any]) -> Any:
    if name in ONE_PLAYER:
        return exchange(value)
    if name in OF_PLAYERS:
        return [exchange(player) for player in value]
    if name in OF_TABLES:
        return [[exchange(player) for player in table] for table in value]
    if name in BY_SEAT:
        return [[exchange(seat[0]), *seat[1:]] for seat in value]
    return value


def people_of(entry: AuditEntry) -> set[str]:
    """Return the digests of all people that the entry refers to, in any of its fields."""
    fields = ONE_PLAYER | OF_PLAYERS | OF_TABLES | BY_SEAT
    values = [entry.by, *(entry.subject.get(name) for name in PEOPLE)]
    for written in (entry.before, entry.after):
        values += [written[name] for name in fields & set(written)]
    return set(_texts_in(values)) - {""}


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from _texts_in(entry)


def text_digest(salt: str, text: str) -> str:
    """Return the digest of a text in an entry."""
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest()


def is_text(value: Any) -> bool:
    """Return whether a value of `before` or `after` refers to a text."""
    return isinstance(value, dict) and value.keys() == {TEXT, DIGEST}
