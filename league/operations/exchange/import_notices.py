"""Notices of imports, and those that must be confirmed before anything is imported.

A preview returns its notices and a confirmation for those that ask a question; the import needs the
same confirmation. Pages, API and jobs all use this. Pure.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from league.errors import Fault, Invalid
from league.operations.exchange.import_files.encodings import is_mis_decoded
from league.operations.exchange.import_files.faults import (
    MOST_LISTED,
    RowFault,
    at_row,
    of_file,
)
from league.operations.exchange.import_files.mapping import UnusedColumn
from league.operations.exchange.import_files.planned import PlannedMatch

FAR = timedelta(days=31)  # after which a day of past results is most likely mistyped
LONGEST_SHOWN = 60  # characters of a text from the file


class RowText(NamedTuple):
    """A text of the file that people will read, such as a name."""

    row: int
    field: str
    text: str


def confirmation(content: bytes, notices: Iterable[RowFault]) -> str:
    """Return what confirms the notices that must be confirmed, for this file; empty without any."""
    questions = sorted((notice.code, notice.path) for notice in notices if notice.must_confirm)
    if not questions:
        return ""
    return sha256(repr((sha256(content).digest(), questions)).encode()).hexdigest()[:16]


def require_confirmation(needed: str, confirmed: str, notices: Sequence[RowFault]) -> None:
    """Raise Invalid with the questions unless they are confirmed as they are."""
    if needed and needed != confirmed:
        words = _(
            "Nothing was imported: first confirm the notices of a preview. A program sends the "
            "preview’s `confirm`."
        )
        questions = [notice for notice in to_list(notices) if notice.get("must_confirm")]
        raise Invalid(words, [Fault("not_confirmed", "confirm", words).to_json(), *questions])


def to_list(notices: Iterable[RowFault]) -> list[dict[str, Any]]:
    """Return the first notices, those that must be confirmed before the others."""
    ordered = sorted(notices, key=lambda notice: (not notice.must_confirm, notice.row))
    return [notice.to_json() for notice in ordered[:MOST_LISTED]]


def mis_decoded(texts: Iterable[RowText]) -> Iterator[RowFault]:
    """Yield a question for each row with a text that has signs of a wrong encoding, once for equal
    texts. The names of the columns have row 0."""
    seen: set[str] = set()
    rows: set[int] = set()
    for row, field, text in texts:
        if text not in seen and row not in rows and is_mis_decoded(text):
            seen.add(text)
            rows.add(row)
            words = _("“%(text)s” looks as if its encoding was misread: is it written like this?")
            words %= {"text": text[:LONGEST_SHOWN]}
            if row:
                yield at_row(row, field, "mis_decoded", words, must_confirm=True)
            else:
                yield of_file("mis_decoded", words, must_confirm=True)


def unused(columns: Iterable[UnusedColumn]) -> Iterator[RowFault]:
    """Yield a question for each unused column with a name similar to a field's."""
    for column in columns:
        if column.like:
            words = _("The column “%(name)s” (“%(sample)s”) is not imported: is it %(field)s?")
            name = column.name[:LONGEST_SHOWN]
            words %= {"name": name, "sample": column.sample, "field": column.like}
            path = f"mapping.{column.like}"
            yield RowFault("unused_column", path, words, must_confirm=True, column=column.name)


def far_days(planned: Iterable[PlannedMatch], now: datetime, zone: tzinfo) -> Iterator[RowFault]:
    """Yield a question for each day far in the future."""
    seen: set[date] = set()
    for match in planned:
        day = match.at.astimezone(zone).date()
        if match.at > now + FAR and day not in seen:
            seen.add(day)
            words = _("%(day)s is far in the future: was this match played then?")
            words %= {"day": day.isoformat()}
            yield _at(match, "starts_at", "far_day", words)


def other_totals(match: PlannedMatch, totals: Sequence[int]) -> Iterator[RowFault]:
    """Yield a question for each total in the file that is not the one of the rounds."""
    for seat, stated in match.stated_totals.items():
        if seat < len(totals) and totals[seat] != stated.value:
            words = _("The file says %(stated)s in total, but the rounds give %(found)s.")
            words %= {"stated": stated.value, "found": totals[seat]}
            row, field = stated.spot
            yield at_row(row, field, "other_total", words, must_confirm=True)


def repeats(match: PlannedMatch, words: str) -> RowFault:
    return _at(match, "", "match_twice", words)


def _at(match: PlannedMatch, path: str, code: str, words: str) -> RowFault:
    row, field = match.spots.get(path, (match.row, ""))
    return at_row(row, field, code, words, must_confirm=True)
