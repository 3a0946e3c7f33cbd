"""The log of a club. The only writer of AuditEntry, AuditSubject, AuditText, AuditTextPerson and
AuditChain.

An operation records what a person did in the transaction of the act, as its last step: the lock of
the chain comes after all others (decision 58). `subject` names the rows it is about by their ids:
`players`, `accounts` and `matches` are lists, `season`, `session`, `tournament`, `ladder` and the
like are single ids; entries are found by all but the season and the ladder. Names and words that
people typed are `Words`, so that they can be erased, and people are stored as digests
(chain.with_players has the fields of `before` and `after` in which players stand).
"""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from league.models import (
    AuditChain,
    AuditEntry,
    AuditKind,
    AuditSubject,
    AuditText,
    AuditTextPerson,
    User,
)
from league.names import fold
from league.operations.audit import chain
from league.operations.support.name_search import pattern_of

Values = Mapping[str, Any]
Kind = AuditSubject.Kind
_is_part: ContextVar[bool] = ContextVar("is_part_of_an_act", default=False)


class Words(NamedTuple):
    """A name or text that people typed, and the players and accounts it is about, if known."""

    text: str
    players: Collection[int] = ()
    accounts: Collection[int] = ()


@transaction.atomic(savepoint=False)
def lock_end(club_id: int) -> None:
    """Lock the end of the log of a club. Before the key of a row is locked, to delete or rename it:
    a transaction that has written an entry needs this key once more when it commits."""
    _lock_end(club_id)


@transaction.atomic(savepoint=False)  # the end stays locked until the entry is stored
def record(
    club_id: int,
    kind: AuditKind,
    *,
    by: User | None,
    subject: Values | None = None,
    before: Values | None = None,
    after: Values | None = None,
    undo_data: Values | None = None,
) -> AuditEntry | None:
    """Add an entry to the log of the club and return it; do nothing within a larger act.
    `undo_data` is as in AuditEntry."""
    if _is_part.get():
        return None
    if by is not None and by.phone_of_table is not None:
        subject, by = {**(subject or {}), "phone_of_table": by.phone_of_table}, None
    return append(
        club_id,
        kind,
        at=timezone.now(),
        by=by,
        subject=subject,
        before=before,
        after=after,
        undo_data=undo_data,
    )


def append(
    club_id: int,
    kind: AuditKind,
    *,
    at: datetime,
    by: User | None,
    subject: Values | None = None,
    before: Values | None = None,
    after: Values | None = None,
    undo_data: Values | None = None,
) -> AuditEntry:
    """Add an entry about an act at any time, even within a larger act; archives have old acts. The
    caller holds a transaction, in which the end stays locked."""
    end = _lock_end(club_id)
    people = _People()
    entry = AuditEntry(
        club_id=club_id,
        number=end.last_number + 1,
        at=at,
        by="" if by is None else people.refer(Kind.ACTOR, by.pk),
        kind=kind,
        subject=people.in_subject(subject or {}),
        before=people.in_values(_stored(club_id, before or {})),
        after=people.in_values(_stored(club_id, after or {})),
        previous_hash=end.last_hash,
        undo_data=_plain(undo_data or {}),
    )
    entry.hash = chain.hash_of(entry)
    entry.save(force_insert=True)
    rows = [*people.rows.values(), *index_of(entry)]
    for row in rows:
        row.entry = entry
    AuditSubject.objects.bulk_create(rows)
    end.last_number, end.last_hash = entry.number, entry.hash
    end.save(update_fields=["last_number", "last_hash"])
    return entry


def _lock_end(club_id: int) -> AuditChain:
    """Return the end of the log of a club, locked until the transaction ends."""
    return AuditChain.objects.select_for_update().get_or_create(club_id=club_id)[0]


def record_changes(
    club_id: int,
    kind: AuditKind,
    *,
    by: User | None,
    before: Values,
    after: Values,
    subject: Values | None = None,
) -> None:
    """Add an entry with the values that differ; do nothing where none does."""
    before, after = differences(before, after)
    if after:
        record(club_id, kind, by=by, subject=subject, before=before, after=after)


def differences(before: Values, after: Values) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values that differ."""
    names = [name for name in after if _differ(before.get(name), after[name])]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}


@contextmanager
def as_one_act() -> Iterator[None]:
    """Suppress log entries inside the block; the caller adds one entry for the whole act
    afterwards.

    The parts of an act would bury it, and the lock of the chain would be held during what follows.
    """
    token = _is_part.set(True)
    try:
        yield
    finally:
        _is_part.reset(token)


def index_of(entry: AuditEntry) -> list[AuditSubject]:
    """Return unstored rows that index the entry by its matches, session and tournament."""
    return [
        AuditSubject(entry=entry, kind=kind, object_id=pk)
        for name, kind in chain.INDEXED.items()
        for pk in dict.fromkeys(_listed(entry.subject.get(name, ())))
    ]


def _listed(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


class _People:
    """The people of one entry: each has one row, and one digest wherever the entry refers to the
    person."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], AuditSubject] = {}

    def refer(self, kind: str, pk: int) -> str:
        row = self.rows.get((kind, pk))
        if row is None:
            row = AuditSubject(kind=kind, object_id=pk, salt=secrets.token_hex(16))
            self.rows[kind, pk] = row
        return chain.person_digest(row)

    def in_subject(self, subject: Values) -> dict[str, Any]:
        return {
            name: (
                [self.refer(chain.PEOPLE[name], pk) for pk in dict.fromkeys(value)]
                if name in chain.PEOPLE
                else _plain(value)
            )
            for name, value in subject.items()
            if value
        }

    def in_values(self, values: Values) -> dict[str, Any]:
        return chain.with_players(values, lambda pk: self.refer(Kind.PLAYER, pk))


@transaction.atomic
def forget(
    club_id: int,
    *,
    players: Collection[int] = (),
    accounts: Collection[int] = (),
    names: Iterable[str] = (),
    texts: Collection[str] = (),
) -> int:
    """Erase the texts that are about these people, these texts, and all that contain one of these
    e-mail addresses or names of several words; return how many. Names of one word are skipped: they
    may be common words, and erasing such a player could empty the log. Entries no longer lead to
    the people. Entries and their hashes stay as they are."""
    rows = AuditSubject.objects.filter(entry__club=club_id)
    of_players = rows.filter(kind=Kind.PLAYER, object_id__in=list(players))
    of_accounts = rows.filter(kind__in=[Kind.ACCOUNT, Kind.ACTOR], object_id__in=list(accounts))
    for of_people in (of_players, of_accounts):
        of_people.update(object_id=None, salt="")
    about = Q(people__player_id__in=list(players)) | Q(people__account_id__in=list(accounts))
    rows_of_texts = AuditText.objects.filter(club=club_id).exclude(text="")
    to_erase = set(rows_of_texts.filter(about).values_list("pk", flat=True))
    pattern = pattern_of(names)  # not by SQL, which knows accents of few alphabets
    if pattern or texts:
        to_erase |= {
            pk
            for pk, text in rows_of_texts.values_list("pk", "text").iterator()
            if text in texts or (pattern and pattern.search(fold(text)))
        }
    AuditText.objects.filter(pk__in=to_erase).update(text="", salt="")
    AuditTextPerson.objects.filter(text__in=to_erase).delete()
    return len(to_erase)


def texts_about(
    players: Collection[int], kinds: Collection[AuditKind], fields: Collection[str]
) -> set[str]:
    """Return the texts that entries of these kinds about these players hold in these fields, before
    and after the change."""
    about = AuditSubject.objects.filter(kind=Kind.PLAYER, object_id__in=list(players))
    entries = AuditEntry.objects.filter(pk__in=about.values("entry"), kind__in=kinds)
    stored = [
        values[field][chain.TEXT]
        for before_and_after in entries.values_list("before", "after")
        for values in before_and_after
        for field in fields
        if isinstance(values.get(field), dict)
    ]
    texts = AuditText.objects.filter(pk__in=stored).exclude(text="")
    return set(texts.values_list("text", flat=True))


def allow_removal() -> None:
    """Let the rows of the log be deleted until the transaction ends: for the removal of a whole
    club, and for nothing else."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('manche.audit_removal', 'on', true)")


def _stored(club_id: int, values: Values) -> dict[str, Any]:
    """Return the values as JSON, with references to texts in place of `Words`."""
    return {
        name: _store_words(club_id, value) if isinstance(value, Words) else _plain(value)
        for name, value in values.items()
        if value is not None
    }


def _store_words(club_id: int, words: Words) -> Any:
    if not words.text:
        return ""
    text = AuditText.objects.create(club_id=club_id, text=words.text, salt=secrets.token_hex(16))
    AuditTextPerson.objects.bulk_create(
        [
            *(AuditTextPerson(text=text, player_id=player) for player in words.players),
            *(AuditTextPerson(text=text, account_id=account) for account in words.accounts),
        ]
    )
    return {chain.TEXT: text.pk, chain.DIGEST: chain.text_digest(text.salt, text.text)}


def _plain(value: Any) -> Any:
    """Return the value as JSON that every database gives back as it is."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(name): _plain(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(entry) for entry in value]
    return str(value) if isinstance(value, str) else value


def _differ(one: Any, other: Any) -> bool:
    """Return whether two values are different; for words their text decides."""
    one, other = (
        value.text if isinstance(value, Words) else _plain(value) for value in (one, other)
    )
    return bool(one != other)
