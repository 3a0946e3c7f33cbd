"""Rows of past results with parsed cells, and what spreadsheets leave out of them: the day once for
a whole table, a dash for nothing, a row of totals at the end."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import GAMES
from league.names import name_key
from league.operations.exchange.import_files import mapping
from league.operations.exchange.import_files.cells import (
    filled,
    folded,
    parse_integer,
    quoted,
)
from league.operations.exchange.import_files.date_parsing import (
    Clock,
    Moment,
    local_time,
    parse_clock,
    parse_moment,
)
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.fields import NAME_PARTS
from league.operations.exchange.import_files.game_names import find_game
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.person_names import person_name
from league.operations.exchange.import_files.planned import CellSpot, ImportDefaults
from league.operations.exchange.import_files.sheets import SheetRow

MOST_ROUNDS = 200
WRITTEN_ONCE = ("date", "time", "place", "match")  # in the first row of a table
PEOPLE = (
    "(?:joueurs|joueuses|players|spieler|adherents|membres|members|mitglieder|inscrits|"
    "participants|teilnehmer|personnes|people)"
)
TOTALS = re.compile(
    r"(?:(?:grand|sous|sub|score|points|general)[ -]?)?"
    r"(?:totals?|totaux|summe|gesamt(?:summe)?|somme|moyenne|average|durchschnitt|mittelwert)"
    rf"(?: (?:general|generale|generaux|points|{PEOPLE}))?[\s:=.,()\d-]*"
    rf"|(?:nombre|number|anzahl|effectif)(?: (?:de|of))?(?: {PEOPLE})?[\s:=.,()\d-]*"
    rf"|\d+ {PEOPLE}"
)


class RoundScore(NamedTuple):
    round: int
    value: int
    spot: CellSpot


class MatchKey(NamedTuple):
    """Common values of the rows of one match; None for values missing in a faulty row."""

    at: datetime | None
    place: str
    label: str | None

    def may_be(self, other: "MatchKey") -> bool:
        """Return whether a faulty row with this key may belong to the match of the other key."""
        same_label = self.label is None or self.label == other.label
        return same_label and (self.at is None or (self.at, self.place) == (other.at, other.place))


@dataclass(frozen=True)
class ResultRow:
    """One row with parsed values."""

    row: int
    at: datetime
    place: str
    game: str
    label: str
    seat: int | None
    player: str
    scores: Sequence[RoundScore]
    total: int | None = None

    @property
    def key(self) -> MatchKey:
        return MatchKey(self.at, name_key(self.place), name_key(self.label))


class ReadRows(NamedTuple):
    """The rows that could be read, the keys of matches that miss a row, faults and notices."""

    rows: Sequence[ResultRow]
    broken: Collection[MatchKey]
    faults: Sequence[RowFault]
    notices: Sequence[RowFault]


def read_rows(
    rows: Iterable[SheetRow], columns: Columns, defaults: ImportDefaults, zone: tzinfo
) -> ReadRows:
    """Return all rows with parsed cells."""
    faults: list[RowFault] = []
    notices: list[RowFault] = []
    read: list[ResultRow] = []
    keys: list[tuple[MatchKey, bool]] = []  # of each row, and whether it could be read
    filled_rows: list[int] = []
    above: dict[str, str] = {}
    for row in rows:
        values = {field: filled(row.cells[number]) for field, number in columns.items()}
        if is_totals(person_name(values, "player"), row.cells):
            notices.append(totals_notice(row))
            continue
        if _is_lone(row, columns):
            if parse_moment(values.get("date", "")):
                above = {"date": values["date"]}  # the day of the rows below
            else:
                faults.append(_lone_fault(row))
            continue
        from_above = _written_above(values, above, defaults)
        if from_above:
            filled_rows.append(row.number)
        above = {**values, **from_above}
        reader = _RowReader(row.number, above, columns, faults, zone)
        line = reader.line(defaults)
        if line is not None:
            read.append(line)
        keys.append((reader.key, line is not None))
    notices += _filled_notices(filled_rows)
    return ReadRows(read, _broken(keys), faults, notices)


def _is_lone(row: SheetRow, columns: Columns) -> bool:
    """Return whether only one cell of a row is filled, which says nothing by itself."""
    return len(columns) > 2 and sum(1 for cell in row.cells if cell.strip()) == 1


def _lone_fault(row: SheetRow) -> RowFault:
    text = next(filter(None, map(str.strip, row.cells)))
    words = _("Only one cell of this row is filled: delete the row, or fill in the other cells.")
    return at_row(row.number, "", "lone_cell", quoted(text) + words)


def _broken(keys: Sequence[tuple[MatchKey, bool]]) -> set[MatchKey]:
    """Return the keys of the matches to which the faulty rows belong: of a row without a day or a
    label, the match of the next readable row above or below that fits."""
    result = set()
    for direction in (keys, reversed(keys)):
        near: MatchKey | None = None
        for key, is_read in direction:
            if is_read:
                near = key
            elif near is not None and key.may_be(near):
                result |= {key, near}
            else:
                result.add(key)
    return result


def is_totals(name: str, cells: Sequence[str]) -> bool:
    """Return whether a row holds totals: its name says so, or its first cell if it has no name. A
    row with an e-mail address is a person."""
    if any("@" in cell for cell in cells):
        return False
    shown = name or next(filter(None, map(str.strip, cells)), "")
    return bool(TOTALS.fullmatch(folded(shown)))


def totals_notice(row: SheetRow) -> RowFault:
    words = _("This row contains totals: it is left out.")
    return at_row(row.number, "", "totals_row", words)


def _written_above(
    values: dict[str, str], above: dict[str, str], defaults: ImportDefaults
) -> dict[str, str]:
    """Return the values that a row takes from the one above: values of a table are often written
    once, in merged cells."""
    fields = [] if defaults.game else ["game"]
    if not values.get("date") and above.get("date") and defaults.day is None:
        fields += WRITTEN_ONCE
    elif values.get("date") == above.get("date"):
        fields.append("match")
    result = {name: above[name] for name in fields if not values.get(name) and above.get(name)}
    has_same_match = {**values, **result}.get("match") == above.get("match")
    if has_same_match and {**values, **result}.get("date") == above.get("date"):
        for name in ("time", "place"):
            if not values.get(name) and above.get(name):
                result[name] = above[name]
    return result


def _filled_notices(rows: Sequence[int]) -> Iterable[RowFault]:
    if rows:
        words = _("Empty day, match or game cells repeat the cell above (filled rows: %(count)s).")
        yield at_row(rows[0], "", "filled_from_above", words % {"count": len(rows)})


class _RowReader:
    """The cells of a row; `faults` collects the unreadable ones."""

    def __init__(
        self,
        row: int,
        values: dict[str, str],
        columns: Columns,
        faults: list[RowFault],
        zone: tzinfo,
    ) -> None:
        self.row, self.values, self.columns = row, values, columns
        self.faults, self.zone = faults, zone
        self.key = MatchKey(None, "", None)

    def line(self, defaults: ImportDefaults) -> ResultRow | None:
        """Return the row with parsed values; None if it has faults."""
        fault_count = len(self.faults)
        at = self.moment(defaults)
        game = self.game() or defaults.game
        label, player = self.needed("match"), self.player()
        seat = self.integer("seat") if self.text("seat") else None
        rounds = mapping.round_fields(self.columns)
        is_long = "round" in self.columns and "score" in self.columns
        scores = self.one_score() if is_long else self.all_scores(rounds)
        total = self.integer("total") if self.text("total") else None
        if not game and not self.text("game"):
            self.refuse("game", "required", _("Required field."))
        place = self.text("place") or defaults.place
        self.key = MatchKey(at, name_key(place), name_key(label) if label else None)
        if at is None or len(self.faults) > fault_count:
            return None
        return ResultRow(self.row, at, place, game, label, seat, player, scores, total)

    def text(self, field: str) -> str:
        return self.values.get(field, "")

    def needed(self, field: str) -> str:
        text = self.text(field)
        if not text:
            self.refuse(field, "required", _("Required field."))
        return text

    def player(self) -> str:
        name = person_name(self.values, "player")
        if not name:
            field = next((part for part in NAME_PARTS if part in self.columns), "player")
            self.refuse(field, "required", _("Required field."))
        return name

    def moment(self, defaults: ImportDefaults) -> datetime | None:
        """Return when the match was played; None, with a fault, if that cannot be read."""
        text = self.text("date")
        parsed_date = parse_moment(text) if text else _default_moment(defaults)
        if parsed_date is None:
            self.refuse("date", "not_a_date", self.cell("date") + _(
                "Enter a date such as 2026-10-01 or 01/10/2026 (day first); a weekday must fit it."
            ))  # fmt: skip
        fault_count = len(self.faults)
        clock = self.clock(parsed_date.clock if parsed_date else None)
        if parsed_date is None or len(self.faults) > fault_count:
            return None
        default = Clock(timedelta(hours=defaults.clock.hour, minutes=defaults.clock.minute))
        return local_time(parsed_date.day, clock or default, self.zone)

    def clock(self, of_day: Clock | None) -> Clock | None:
        """Return the time in the cell of its own, else the one in the cell of the day; None without
        one or with a fault."""
        text = self.text("time")
        if not text:
            return of_day
        own_clock = parse_clock(text)
        if own_clock is None:
            words = self.cell("time") + _("Enter a time such as 20:30.")
            self.refuse("time", "not_a_time", words)
            return None
        if of_day and of_day.since_midnight and of_day != own_clock:
            words = _("The day cell contains a different time: leave one of the two empty.")
            self.refuse("time", "other_time", words)
            return None
        return own_clock

    def game(self) -> str:
        text = self.text("game")
        slug = find_game(text)
        if text and not slug:
            words = _("Unknown game. Choose one of: %(known)s.") % {"known": ", ".join(GAMES)}
            self.refuse("game", "unknown_game", self.cell("game") + words)
        return slug

    def integer(self, field: str) -> int | None:
        value = parse_integer(self.text(field))
        if value is None:
            words = self.cell(field) + _("Enter a whole number.")
            self.refuse(field, "not_an_integer", words)
        return value

    def one_score(self) -> list[RoundScore]:
        number, value = self.integer("round"), self.integer("score")
        if number is not None and not 1 <= number <= MOST_ROUNDS:
            words = _("Rounds are numbered from 1 to %(most)s.") % {"most": MOST_ROUNDS}
            self.refuse("round", "bad_round", words)
        if number is None or value is None:
            return []
        return [RoundScore(number, value, CellSpot(self.row, "score"))]

    def all_scores(self, rounds: Sequence[str]) -> list[RoundScore]:
        """Return the scores of the rounds; rounds that were not played are empty."""
        scores = []
        for field in rounds:
            if self.text(field) and (value := self.integer(field)) is not None:
                spot = CellSpot(self.row, field)
                scores.append(RoundScore(mapping.round_number(field), value, spot))
        return scores

    def cell(self, field: str) -> str:
        """Return the text of the cell for the beginning of a message; empty for an empty cell."""
        return quoted(self.text(field))

    def refuse(self, field: str, code: str, words: str) -> None:
        self.faults.append(at_row(self.row, field, code, words))


def _default_moment(defaults: ImportDefaults) -> Moment | None:
    return Moment(defaults.day) if defaults.day else None
