"""Check of a round from its scores: a sound bound check (T19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from games import shape
from games.base import Breakdown
from games.shape import Spot, describe
from games.triominos import messages, outcome, target_reached
from games.triominos.options import DEAL, TRIPLE_HEXAGON, Match
from games.triominos.outcome import TriominosOutcome
from games.triominos.score import (
    BRIDGE,
    DRAW,
    FAIL,
    HEXAGON,
    OPENING_ZERO,
    OUT,
    TWO_HEXAGONS,
    item,
)
from games.triominos.tiles import PIPS, TILES
from problems import reader
from problems.problem import Problem, problem


class Bounds(NamedTuple):
    least: int  # of one score
    least_sum: int
    most: int  # of one score


MOST = 1770
ALL_PIPS, LIGHTEST = sum(PIPS.values()), sorted(PIPS.values())
UNUSUAL, UNUSUAL_SUM = 350, 600  # 5,000 rounds of bots reach 359 and 605
USUAL = {
    2: Bounds(-305, -345, MOST),
    3: Bounds(-240, -278, MOST),
    4: Bounds(-205, -222, MOST),
    5: Bounds(-165, -166, MOST),
    6: Bounds(-110, -99, MOST),
}


def check(match: Match, raw: object, at: Spot) -> TriominosOutcome | None:
    given = reader.fields(raw, at, required=("evidence", "scores"), optional=("reached",))
    scores = read_scores(given, at, match.players)
    touched = target_reached.read(given, at, match.players)
    if scores is None:
        return None
    here = at / "scores"
    _doubt(scores, bounds(match), here)
    most = most_of_all(match.players, match.options.deal, match.options.triple_hexagon)
    if sum(scores) > most and max(scores) <= bounds(match).most:
        here.refuse(messages.SUM_TOO_HIGH, found=describe(sum(scores)), most=describe(most))
    if touched and not at.problems:
        target_reached.check(
            match, touched, scores, at, drawn=match.pool, most_gained=bounds(match).most
        )
    if at.problems:
        return None
    notices = (problem(messages.SHEET_NOT_EXCLUDED, here.path), *_unusual(scores, here))
    items = [[item("written", 1, points)] for points in scores]
    breakdown = Breakdown(partial(outcome.lines, items, [{}] * match.players, touched))
    return TriominosOutcome(scores, breakdown, bool(touched), notices)


def read_scores(given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...] | None:
    if "scores" not in given:
        return None
    raw = given["scores"]
    if isinstance(raw, list) and len(raw) == players and set(map(type, raw)) == {int}:
        return tuple(raw)  # the usual case, quickly
    return shape.integers(given["scores"], at / "scores", count=players)


def bounds(match: Match) -> Bounds:
    """Return the bounds of a score.

    Other deals and bonuses only have those that hold for any play: every tile of the pool drawn and
    every third of them a fail; a bonus for every tile, and all pips of the game.
    """
    options = match.options
    if options.deal == DEAL and options.triple_hexagon <= TRIPLE_HEXAGON:
        return USUAL[match.players]
    least = DRAW * match.pool + FAIL * (match.pool // 3)
    bonuses = len(TILES) * max(TWO_HEXAGONS, options.triple_hexagon)
    return Bounds(least, least, ALL_PIPS + bonuses + OPENING_ZERO + OUT)


@cache
def most_of_all(players: int, deal: int, triple: int) -> int:
    """Return the most that all players can have together (proved in RULES.md under T19)."""
    ended_out = ALL_PIPS + OUT + most_bonuses(len(TILES), triple)
    ended_blocked = [
        ALL_PIPS + _twice_counted(players, deal, laid, winners) + most_bonuses(laid, triple)
        for laid in range(1, len(TILES) - players + 1)
        for winners in range(2, players + 1)
    ]
    return OPENING_ZERO + max(ended_out, *ended_blocked)


def most_bonuses(laid: int, triple: int) -> int:
    """Return the most that this many tiles earn by bonuses.

    Of m tiles at most m/2 + 2 earn a bonus, and at most m/2 points of the board are full.
    """
    earning, full = laid // 2 + 2, laid // 2
    if triple <= TRIPLE_HEXAGON:  # a bonus is 40, and 10 more for each hexagon
        return BRIDGE * earning + (HEXAGON - BRIDGE) * full
    return triple * earning


def _twice_counted(players: int, deal: int, laid: int, winners: int) -> int:
    """Return the pips in hand that several winners of a blocked round get, beyond once each."""
    others, left = players - winners, len(TILES) - laid
    rack = others and min(len(TILES) - winners * deal, left - winners)
    in_hands = ALL_PIPS - sum(LIGHTEST[:laid])
    of_others = min(in_hands, sum(LIGHTEST[len(TILES) - rack :]))
    return (winners - 3) * (in_hands if winners > 2 else of_others) + 2 * of_others


def _unusual(scores: tuple[int, ...], at: Spot) -> Iterator[Problem]:
    """Yield notices of scores that are possible but far above usual rounds."""
    for seat, points in enumerate(scores):
        if points > UNUSUAL:
            yield problem(messages.UNUSUAL_SCORE, (at / seat).path, seat=seat, found=points)
    if sum(scores) > UNUSUAL_SUM:
        yield problem(messages.UNUSUAL_SUM, at.path, found=sum(scores))


def _doubt(scores: tuple[int, ...], bounds: Bounds, at: Spot) -> None:
    for seat, points in enumerate(scores):
        if bounds.least <= points <= bounds.most:
            continue
        refused: dict[str, str | int] = {"seat": seat, "found": describe(points)}
        if points < bounds.least:
            (at / seat).refuse(messages.SCORE_TOO_LOW, **refused, least=bounds.least)
        else:
            (at / seat).refuse(messages.SCORE_TOO_HIGH, **refused, most=describe(bounds.most))
    if sum(scores) < bounds.least_sum:
        at.refuse(messages.SUM_TOO_LOW, found=describe(sum(scores)), least=bounds.least_sum)
