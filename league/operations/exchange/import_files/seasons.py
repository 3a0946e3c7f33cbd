"""Rows of past results: one score of a round per row, or the rounds of a player side by side.

Rows of the same session with the same label of a match belong together. All rows are read before
any is refused, so that all faults are reported together; a match with a row that cannot be read is
not judged, so that one fault is reported once.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.names import name_key
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.planned import (
    CellSpot,
    ImportDefaults,
    PlannedMatch,
    StatedTotal,
)
from league.operations.exchange.import_files.rows import MatchKey, ResultRow, RoundScore, read_rows
from league.operations.exchange.import_files.sheets import SheetRow

MOST_NAMED = 10  # rounds in a message
Scores: TypeAlias = dict[tuple[int, str], RoundScore]  # by round and player


class ParsedRows(NamedTuple):
    """The matches of a table in the order of their first rows, all faults, and notices."""

    matches: list[PlannedMatch]
    faults: list[RowFault]
    notices: list[RowFault]


def parse_rows(
    rows: Iterable[SheetRow], columns: Columns, defaults: ImportDefaults, timezone: str
) -> ParsedRows:
    """Return the matches of the rows."""
    read = read_rows(rows, columns, defaults, ZoneInfo(timezone))
    faults = list(read.faults)
    groups: dict[MatchKey, list[ResultRow]] = {}
    for row in read.rows:
        groups.setdefault(row.key, []).append(row)
    matches = []
    for key, lines in groups.items():
        is_broken = key in read.broken
        if is_broken and "score" in columns and "round" in columns:
            continue  # its rounds are in several rows: one that cannot be read is not missing
        seats, scores = _judge_rows(lines, faults)
        if seats is not None and not is_broken:
            matches.append(_match(lines[0], seats, scores, defaults))
    return ParsedRows(matches, faults, list(read.notices))


def _judge_rows(
    lines: Sequence[ResultRow], faults: list[RowFault]
) -> tuple[dict[str, ResultRow] | None, Scores]:
    """Return the rows of the players in playing order, or None with faults, and the scores."""
    fault_count = len(faults)
    faults += _other_games(lines)
    seats = _players_in_order(lines, faults)
    scores = _scores(lines, faults)
    faults += _missing_scores(seats, scores, lines[0].row)
    return (None if len(faults) > fault_count else seats), scores


def _match(
    first: ResultRow, seats: dict[str, ResultRow], scores: Scores, defaults: ImportDefaults
) -> PlannedMatch:
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
        at=first.at,
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
        stated_totals={
            seat: StatedTotal(CellSpot(line.row, "total"), line.total)
            for seat, line in enumerate(seats.values())
            if line.total is not None and line.scores and line.scores[0].spot.field != "score"
        },
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
    seat_faults = []
    for line in lines:
        name = name_key(line.player)
        first_line = lines_by_player.setdefault(name, line)
        is_shared = line.seat is not None and players_by_seat.setdefault(line.seat, name) != name
        if is_shared or (line.seat is not None and line.seat != first_line.seat):
            words = _("Give each player of a match their own seat, the same in all rows.")
            seat_faults.append(at_row(line.row, "seat", "bad_seat", words))
    faults += seat_faults[:1]  # one exchanged seat shows in all later rows
    if any(line.seat is None for line in lines_by_player.values()):
        return lines_by_player
    return dict(sorted(lines_by_player.items(), key=lambda named_line: named_line[1].seat or 0))


def _scores(lines: Sequence[ResultRow], faults: list[RowFault]) -> Scores:
    scores: Scores = {}
    repeated: set[int] = set()
    for line in lines:
        for score in line.scores:
            first = scores.setdefault((score.round, name_key(line.player)), score)
            if first is not score and line.row not in repeated:
                repeated.add(line.row)
                words = _("Row %(row)s already has a score for this player and round.")
                words %= {"row": first.spot.row}
                faults.append(at_row(line.row, score.spot.field, "row_twice", words))
    return scores


def _missing_scores(
    seats: dict[str, ResultRow], scores: Scores, first_row: int
) -> Iterable[RowFault]:
    """Yield faults unless every player has a score in every round from the first to the last."""
    last = max((number for number, _player in scores), default=0)
    if not last:
        words = _("This match has no rounds. Totals alone cannot be checked: add its rounds.")
        yield at_row(first_row, "", "no_rounds", words)
    for name, line in seats.items():
        missing = [number for number in range(1, last + 1) if (number, name) not in scores]
        if missing:
            words = ngettext(
                "%(player)s’s score in round %(numbers)s is missing.",
                "%(player)s’s scores in rounds %(numbers)s are missing.",
                len(missing),
            ) % {"player": line.player, "numbers": ", ".join(map(str, missing[:MOST_NAMED]))}
            yield at_row(line.row, f"round{missing[0]}", "missing_score", words)
