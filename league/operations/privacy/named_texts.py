"""Texts that may name a person, and the removal of the name from them.

Names of several words are removed as a whole, ignoring case and accents; a single word may be
another person's name, or no name. In texts about the person (of own matches, penalties and the
like) each word of the name is removed too, as people write first names there. A test holds the list
against the register: each text there is here, or goes in another way.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.apps import apps

from league.names import WORD, fold
from league.operations.support.name_search import pattern_of

GAP = "…"  # in place of a name
LEAST_LETTERS = 3  # of a word of a name that is removed by itself
BATCH = 500


@dataclass(frozen=True)
class NamedText:
    """Columns of a model. `club` is the path from a row to its club, or to the clubs of its
    account; `players` are the paths to the players that a row is about. With `only_about`, rows
    about others are skipped."""

    model: str
    columns: Sequence[str]
    club: str
    players: Sequence[str] = ()
    only_about: bool = False


SEATS = "match__seats__player"
CLUB_OF_MATCH = "match__session__season__club"
NAMED_TEXTS = (
    NamedText(
        "league.Match",
        ("stop_reason", "postpone_reason"),
        *("session__season__club", ["seats__player", "substitutions__leaving"]),
    ),
    NamedText("league.Session", ("cancel_reason",), "season__club"),
    NamedText("league.Submission", ("reason", "withdrawn_reason"), CLUB_OF_MATCH, [SEATS]),
    NamedText(
        "league.Submission",
        ("body", "verdict", "notices"),
        *(CLUB_OF_MATCH, [SEATS]),
        only_about=True,
    ),
    NamedText("league.CorrectionProposal", ("body", "reason"), CLUB_OF_MATCH, [SEATS]),
    NamedText("league.Dispute", ("reason", "words", "before"), CLUB_OF_MATCH, [SEATS]),
    NamedText("scoring.Penalty", ("reason", "voided_for"), "season__club", ["player"]),
    NamedText("league.Session", ("place",), "season__club"),
    NamedText(
        "league.RoomAnnouncement",
        ("text",),
        *("session__season__club", ["session__matches__seats__player"]),
    ),
    NamedText(
        "league.RoomAnnouncement",
        ("text",),
        *("tournament__season__club", ["tournament__entrants__player"]),
    ),
    NamedText(
        "league.Sitting",
        ("request", "plan", "noted", "reasons", "note"),
        *("tournament__season__club", ["tournament__entrants__player"]),
    ),
    NamedText("league.SeatingWish", ("note",), "club", ["one", "other"]),
    NamedText("league.Period", ("forced",), "ladder__club", ["members__player"]),
    NamedText("league.Import", ("made", "changed"), "job__club"),
    NamedText("league.Job", ("arguments", "problems", "result"), "club"),
    NamedText("league.JobFile", ("name",), "job__club"),
    NamedText("league.Event", ("data",), "club"),
    NamedText("league.Attempt", ("response",), "delivery__webhook__club"),
    NamedText("api.IdempotencyKey", ("headers", "body"), "user__memberships__club"),
)


def remove_names(club_id: int, names: Collection[str], about: Collection[int]) -> set[str]:
    """Remove these e-mail addresses and names of several words from all texts of a club; from those
    about these players all names, and each word of a name. Return the texts that had them."""
    had_names: set[str] = set()
    spellings = set(_spellings(names))
    everywhere = pattern_of(spellings)
    in_own = pattern_of([*spellings, *_words(names)], least_words=1)
    for text in NAMED_TEXTS:
        manager = apps.get_model(text.model)._base_manager
        rows = manager.filter(pk__in=manager.filter(**{text.club: club_id}).values("pk"))
        own = {
            pk
            for path in text.players
            for pk in rows.filter(**{f"{path}__in": list(about)}).values_list("pk", flat=True)
        }
        if text.only_about:
            rows = rows.filter(pk__in=own)
        for row in rows.order_by("pk").values("pk", *text.columns).iterator(chunk_size=BATCH):
            pattern = in_own if row["pk"] in own else everywhere
            if pattern is None:
                continue
            cleaned = {column: without(pattern, row[column]) for column in text.columns}
            changes = {column: new for column, new in cleaned.items() if new != row[column]}
            if changes:
                manager.filter(pk=row["pk"]).update(**changes)
                had_names |= {row[column] for column in changes if isinstance(row[column], str)}
    return had_names


def without(pattern: re.Pattern[str], value: Any) -> Any:
    """Return the same text or JSON, with gaps in place of the pattern's matches, ignoring accents
    and case."""
    if isinstance(value, str):
        return _with_gaps(pattern, value)
    if isinstance(value, list):
        return [without(pattern, entry) for entry in value]
    if isinstance(value, dict):
        return {_with_gaps(pattern, key): without(pattern, entry) for key, entry in value.items()}
    return value


def _with_gaps(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.search(fold(text)):
        return text
    letters = [fold(letter) for letter in text]
    ends = list(accumulate(map(len, letters)))  # of each letter in the folded text
    parts, written = [], 0
    for match in pattern.finditer("".join(letters)):
        start = bisect_right(ends, match.start())
        parts += [text[written:start], GAP]
        written = bisect_right(ends, match.end() - 1) + 1
        while written < len(text) and not letters[written]:  # an accent of its own
            written += 1
    return "".join([*parts, text[written:]])


def _spellings(names: Iterable[str]) -> Iterator[str]:
    """Yield the names as they are, and as they stand inside JSON."""
    for name in names:
        yield name
        for ascii_only in (True, False):
            yield json.dumps(name, ensure_ascii=ascii_only)[1:-1]


def _words(names: Iterable[str]) -> set[str]:
    """Return the words of names, and the parts of words such as Anne-Marie and d’Orval."""
    words = {word for name in names for word in [*name.split(), *WORD.findall(fold(name))]}
    return {word for word in words if len(word) >= LEAST_LETTERS}
