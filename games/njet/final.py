"""Check of a round from the board, the teams, their tricks and their 1s (Z16)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from games import shape
from games.base import Breakdown
from games.njet import board, messages, score, sheet, teams
from games.njet.board import ROWS, Cell, Rules
from games.njet.cards import ONES
from games.njet.options import Match
from games.njet.score import TeamTricks
from games.njet.sheet import NjetOutcome
from games.shape import Spot, describe
from problems import reader

REQUIRED = ("evidence", "rules", "teams", "tricks", "ones")


def check(match: Match, raw: object, at: Spot) -> NjetOutcome | None:
    given = reader.fields(raw, at, required=REQUIRED, optional=("scores",))
    rules: dict[str, Cell] = {}
    if "rules" in given:
        rules = board.read_cells(match.board, given["rules"], at / "rules", is_complete=True)
    sides = teams.read(given["teams"], at / "teams", match.players) if "teams" in given else None
    teams.check_start(sides, rules, at / "teams")
    tricks = _read_counts(given, "tricks", at)
    ones = _read_counts(given, "ones", at)
    _check_counts(match, rules.get("discard"), tricks, ones, at)
    stated = sheet.read_scores(given, at, match.players)
    if at.problems or sides is None or tricks is None or ones is None:
        return None
    read = Rules(*(rules[row] for row in ROWS))  # type: ignore[arg-type]  # cells of their rows
    facts = TeamTricks(sides, tricks, ones), read, match.options
    return sheet.compare(score.scores(*facts), Breakdown(partial(score.lines, *facts)), stated, at)


def _read_counts(given: Mapping[str, object], key: str, at: Spot) -> tuple[int, int] | None:
    if key not in given:
        return None
    raw = given[key]
    if shape.is_plain(raw, 2) and min(raw) >= 0:
        return raw[0], raw[1]
    shape.integers(raw, at / key, count=2, least=0)
    return None


def _check_counts(
    match: Match,
    discard: Cell | None,
    tricks: tuple[int, int] | None,
    ones: tuple[int, int] | None,
    at: Spot,
) -> None:
    if isinstance(discard, int):
        if discard > match.hand_size:
            at_cell = at / "rules" / "discard"
            at_cell.refuse(
                messages.DISCARD_TOO_BIG, found=describe(discard), expected=match.hand_size
            )
        else:
            _check_sums(match, discard, tricks, ones, at)
    if tricks and ones:
        _check_ones(match.players, tricks, ones, at)


def _check_sums(
    match: Match,
    discard: int,
    tricks: tuple[int, int] | None,
    ones: tuple[int, int] | None,
    at: Spot,
) -> None:
    due = match.hand_size - discard
    if tricks and sum(tricks) != due:
        text, at_tricks, actual = messages.SUM_OF_TRICKS, at / "tricks", describe(sum(tricks))
        at_tricks.refuse(text, found=actual, expected=due, hand=match.hand_size, aside=discard)
    aside = match.players * discard
    least = ONES - min(ONES, aside)
    if ones and not least <= sum(ones) <= ONES:
        at_ones = at / "ones"
        text = messages.EIGHT_ONES if least == ONES else messages.SUM_OF_ONES
        at_ones.refuse(text, found=describe(sum(ones)), least=least, aside=aside)


def _check_ones(players: int, tricks: tuple[int, int], ones: tuple[int, int], at: Spot) -> None:
    for team, actual in enumerate(ones):
        most = players * tricks[team]
        if actual > most:
            counted = {
                "found": describe(actual),
                "tricks": describe(tricks[team]),
                "most": describe(most),
            }
            at_team = at / "ones" / team
            at_team.refuse(messages.ONES_WITHOUT_TRICKS, players=players, **counted)
