"""A round of which only the scores are written: a sound bound check (T19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games import shape
from games.base import problem
from games.shape import Spot, shown
from games.triominos import messages
from games.triominos.options import DEAL, TRIPLE_HEXAGON, Match
from games.triominos.outcome import Outcome
from games.triominos.pieces import PIPS, TILES
from games.triominos.score import DRAW, FAIL, OPENING_ZERO, OUT, TWO_HEXAGONS, item


class Bounds(NamedTuple):
    least: int  # of one score
    least_sum: int
    most: int  # of one score


MOST = 1770
USUAL = {
    2: Bounds(-305, -345, MOST),
    3: Bounds(-240, -278, MOST),
    4: Bounds(-205, -222, MOST),
    5: Bounds(-165, -166, MOST),
    6: Bounds(-110, -99, MOST),
}


def check(match: Match, raw: object, at: Spot) -> Outcome | None:
    given = shape.fields(raw, at, required=("evidence", "scores"))
    scores = read_scores(given, at, match.players)
    if scores is None:
        return None
    here = at / "scores"
    _doubt(scores, bounds(match), here)
    if at.problems:
        return None
    notice = problem(messages.SHEET_NOT_EXCLUDED, here.path)
    items = [[item("written", 1, points)] for points in scores]
    return Outcome(scores, tuple(items), ({},) * match.players, notices=(notice,))


def read_scores(given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...] | None:
    if "scores" not in given:
        return None
    raw = given["scores"]
    if isinstance(raw, list) and len(raw) == players and set(map(type, raw)) == {int}:
        return tuple(raw)  # the usual case, quickly
    return shape.integers(given["scores"], at / "scores", count=players)


def bounds(match: Match) -> Bounds:
    """Other deals and bonuses only have the bounds that hold for any play: every tile of the pool
    drawn and every third of them a fail; a bonus for every tile, and all pips of the game.
    """
    options = match.options
    if options.deal == DEAL and options.triple_hexagon <= TRIPLE_HEXAGON:
        return USUAL[match.players]
    least = DRAW * match.pool + FAIL * (match.pool // 3)
    bonuses = len(TILES) * max(TWO_HEXAGONS, options.triple_hexagon)
    return Bounds(least, least, sum(PIPS.values()) + bonuses + OPENING_ZERO + OUT)


def _doubt(scores: tuple[int, ...], bounds: Bounds, at: Spot) -> None:
    for seat, points in enumerate(scores):
        if bounds.least <= points <= bounds.most:
            continue
        refused: dict[str, str | int] = {"seat": seat, "found": shown(points)}
        if points < bounds.least:
            (at / seat).refuse(messages.SCORE_TOO_LOW, **refused, least=bounds.least)
        else:
            (at / seat).refuse(messages.SCORE_TOO_HIGH, **refused, most=shown(bounds.most))
    if sum(scores) < bounds.least_sum:
        at.refuse(messages.SUM_TOO_LOW, found=shown(sum(scores)), least=bounds.least_sum)
