"""Rows of past results: one score of a round per row, or the rounds of a player side by side.

Rows of the same session with the same label of a match belong together. All rows are read before
anything is refused, so that all faults are reported at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import GAMES
from league.operations.exchange.import_files import mapping
from league.operations.exchange.import_files.cells import (
    bare,
    name_key,
    one_line,
    parse_day_and_time,
    parse_integer,
    parse_time,
)
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.planned import CellSpot, ImportDefaults, PlannedMatch
from league.operations.exchange.import_files.sheets import SheetRow

MOST_ROUNDS = 200


class RoundScore(NamedTuple):
    round: int
    value: int
    spot: CellSpot


@dataclass(frozen=True)
class ResultRow:
    """One row with parsed values."""

    row: int
    day: date
    clock: time
    place: str
    game: str
    label: str
    seat: int | None
    player: str
    scores: Sequence[RoundScore]


def parse_rows(
    rows: Iterable[SheetRow], columns: Columns, defaults: ImportDefaults, timezone: str
) -> tuple[list[PlannedMatch], list[RowFault]]:
    """Return the matches in the order of their first rows, and all faults."""
    faults: list[RowFault] = []
    groups: dict[tuple[Any, ...], list[ResultRow]] = {}
    for row in rows:
        line = _RowReader(row, columns, faults).line(defaults)
        if line is not None:
            key_of_match = (line.day, line.clock, name_key(line.place), name_key(line.label))
            groups.setdefault(key_of_match, []).append(line)
    matches = [_match(lines, defaults, ZoneInfo(timezone), faults) for lines in groups.values()]
    return [match for match in matches if match is not None], faults


class _RowReader:
    """The cells of a row; `faults` collects the unreadable ones."""

    def __init__(self, row: SheetRow, columns: Columns, faults: list[RowFault]) -> None:
        self.row, self.columns, self.faults = row, columns, faults

    def line(self, defaults: ImportDefaults) -> ResultRow | None:
        fault_count = len(self.faults)
        day, clock = self.moment(defaults)
        game = self.game() or defaults.game
        label, player = self.needed("match"), self.needed("player")
        seat = self.integer("seat") if self.text("seat") else None
        rounds = mapping.round_fields(self.columns)
        is_long = "round" in self.columns and "score" in self.columns
        scores = self.one_score() if is_long else self.all_scores(rounds)
        if not game and not self.text("game"):
            self.refuse("game", "required", _("Required field."))
        if day is None or len(self.faults) > fault_count:
            return None
        place = self.text("place") or defaults.place
        return ResultRow(self.row.number, day, clock, place, game, label, seat, player, scores)

    def text(self, field: str) -> str:
        number = self.columns.get(field)
        return "" if number is None else one_line(self.row.cells[number])

    def needed(self, field: str) -> str:
        text = self.text(field)
        if not text:
            self.refuse(field, "required", _("Required field."))
        return text

    def moment(self, defaults: ImportDefaults) -> tuple[date | None, time]:
        text = self.text("date")
        day, clock = parse_day_and_time(text) if text else (defaults.day, None)
        if day is None:
            words = _("Enter a date such as 2026-10-01 or 01/10/2026 (day first).")
            self.refuse("date", "not_a_date", words)
        if self.text("time"):
            clock = parse_time(self.text("time"))
            if clock is None:
                self.refuse("time", "not_a_time", _("Enter a time such as 20:30."))
        return day, clock or defaults.clock

    def game(self) -> str:
        text = self.text("game")
        slug = _games().get(bare(text), "")
        if text and not slug:
            words = _("Unknown game. Choose one of: %(known)s.") % {"known": ", ".join(GAMES)}
            self.refuse("game", "unknown_game", words)
        return slug

    def integer(self, field: str) -> int | None:
        value = parse_integer(self.text(field))
        if value is None:
            self.refuse(field, "not_an_integer", _("Enter a whole number."))
        return value

    def one_score(self) -> list[RoundScore]:
        round, value = self.integer("round"), self.integer("score")
        if round is not None and not 1 <= round <= MOST_ROUNDS:
            words = _("Rounds are numbered from 1 to %(most)s.") % {"most": MOST_ROUNDS}
            self.refuse("round", "bad_round", words)
        if round is None or value is None:
            return []
        return [RoundScore(round, value, CellSpot(self.row.number, "score"))]

    def all_scores(self, rounds: Sequence[str]) -> list[RoundScore]:
        """Return the scores of the rounds; rounds that were not played are empty."""
        scores = []
        for field in rounds:
            if self.text(field) and (value := self.integer(field)) is not None:
                spot = CellSpot(self.row.number, field)
                scores.append(RoundScore(mapping.round_number(field), value, spot))
        return scores

    def refuse(self, field: str, code: str, words: str) -> None:
        self.faults.append(at_row(self.row.number, field, code, words))


@cache
def _games() -> dict[str, str]:
    """Return games by their names, however these are spelled."""
    return {bare(name): slug for slug, game in GAMES.items() for name in (slug, game.name)}


def _match(
    lines: Sequence[ResultRow], defaults: ImportDefaults, zone: ZoneInfo, faults: list[RowFault]
) -> PlannedMatch | None:
    fault_count = len(faults)
    first = lines[0]
    faults += _other_games(lines)
    seats = _players_in_order(lines, faults)
    scores = _scores(lines, faults)
    faults += _missing_scores(seats, scores, first.row)
    if len(faults) > fault_count:
        return None
    rounds = range(1, 1 + max(number for number, _player in scores))
    names = list(seats)
    spots = {"starts_at": CellSpot(first.row, "date"), "place": CellSpot(first.row, "place")}
    for seat, name in enumerate(names):
        spots[f"players.{seat}"] = CellSpot(seats[name].row, "player")
    for number in rounds:
        spots[f"rounds.{number - 1}"] = scores[number, names[0]].spot
        for seat, name in enumerate(names):
            spots[f"rounds.{number - 1}.scores.{seat}"] = scores[number, name].spot
    return PlannedMatch(
        row=first.row,
        at=datetime.combine(first.day, first.clock, zone),
        place=first.place,
        label=first.label,
        game=first.game,
        players=[seats[name].player for name in names],
        rounds=[
            {"evidence": "sheet", "scores": [scores[number, name].value for name in names]}
            for number in rounds
        ],
        options=defaults.house_rules.get(first.game, {}),
        spots=spots,
    )


def _other_games(lines: Sequence[ResultRow]) -> Iterable[RowFault]:
    for line in lines:
        if line.game != lines[0].game:
            words = _("Row %(row)s of the same match has a different game.") % {"row": lines[0].row}
            yield at_row(line.row, "game", "another_game", words)


def _players_in_order(lines: Sequence[ResultRow], faults: list[RowFault]) -> dict[str, ResultRow]:
    """Return the players in playing order: by the seats in the file, else by first appearance."""
    lines_by_player: dict[str, ResultRow] = {}
    players_by_seat: dict[int, str] = {}
    for line in lines:
        name = name_key(line.player)
        first_line = lines_by_player.setdefault(name, line)
        is_shared = line.seat is not None and players_by_seat.setdefault(line.seat, name) != name
        if is_shared or (line.seat is not None and line.seat != first_line.seat):
            words = _("Give each player of a match their own seat, the same in all rows.")
            faults.append(at_row(line.row, "seat", "bad_seat", words))
    if any(line.seat is None for line in lines_by_player.values()):
        return lines_by_player
    return dict(sorted(lines_by_player.items(), key=lambda each: each[1].seat or 0))


def _scores(
    lines: Sequence[ResultRow], faults: list[RowFault]
) -> dict[tuple[int, str], RoundScore]:
    scores: dict[tuple[int, str], RoundScore] = {}
    for line in lines:
        for score in line.scores:
            first = scores.setdefault((score.round, name_key(line.player)), score)
            if first is not score:
                words = _("Row %(row)s already has a score for this player and round.")
                words %= {"row": first.spot.row}
                faults.append(at_row(line.row, score.spot.field, "row_twice", words))
    return scores


def _missing_scores(
    seats: dict[str, ResultRow], scores: dict[tuple[int, str], RoundScore], first_row: int
) -> Iterable[RowFault]:
    """Yield faults unless every player has a score in every round from the first to the last."""
    last = max((number for number, _player in scores), default=0)
    if not last:
        words = _("This match has no rounds. Totals alone cannot be checked: add its rounds.")
        yield at_row(first_row, "", "no_rounds", words)
    for number in range(1, last + 1):
        for name, line in seats.items():
            if (number, name) not in scores:
                words = _("The score of %(player)s in round %(number)s is missing.")
                words %= {"player": line.player, "number": number}
                yield at_row(line.row, f"round{number}", "missing_score", words)
