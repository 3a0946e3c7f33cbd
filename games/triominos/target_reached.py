"""Seats that touched the target in mid-round, as a sheet or final states them (T16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games import shape
from games.base import Seat
from games.shape import Spot, describe
from games.triominos import messages
from games.triominos.options import Match
from games.triominos.score import BRIDGE, DRAW, FAIL, OPENING_ZERO, TWO_HEXAGONS
from problems import reader

CLAUSE = "T16"
DRAWS = 3  # of a failed turn
MOST_PIPS = 15  # on a tile


def read(given: Mapping[str, object], at: Spot, players: int) -> tuple[Seat, ...]:
    """Return the seats stated; none without the key, or where one of them cannot be read."""
    if "reached" not in given:
        return ()
    at = Spot((at / "reached").path, CLAUSE, at.problems)
    listed = reader.entries(given["reached"], at, most=players) or ()
    seats: list[Seat] = []
    for index, raw in enumerate(listed):
        seat = shape.seat(raw, at / index, players)
        if seat is None:
            continue
        if seat in seats:
            (at / index).refuse(messages.REACHED_TWICE, seat=seat)
        seats.append(seat)
    return tuple(seats)


def check(
    match: Match,
    seats: Sequence[Seat],
    points: Sequence[int],
    at: Spot,
    *,
    drawn: int,
    most_gained: int,
    ends: Sequence[int] | None = None,
) -> None:
    """Report seats that cannot have touched the target.

    `points` are the points of the round without the bonus for its end, or with it if they are only
    known as part of `ends`, the scores; `drawn` is the most that all seats can have drawn, and
    `most_gained` the most that one seat can have earned.
    """
    at, ends = Spot((at / "reached").path, CLAUSE, at.problems), ends or points
    target, falls = match.options.target, [max(0, -point) for point in points]
    is_possible = True
    for index, seat in enumerate(seats):
        before = match.totals[seat]
        needed = target - before
        if ends[seat] >= needed:
            continue  # the total at the end shows it
        falls[seat] = needed - points[seat]
        if needed > most_gained or falls[seat] > most_lost(match, needed, drawn):
            is_possible = False
            named = {"target": target, "before": before, "found": before + ends[seat]}
            facts = {key: describe(value) for key, value in named.items()}
            (at / index).refuse(messages.CANNOT_HAVE_REACHED, seat=seat, **facts)
    most = most_lost_by_all(drawn)
    if seats and is_possible and sum(falls) > most:
        at.refuse(messages.TOO_MUCH_LOST, target=describe(target), found=sum(falls), most=most)


def most_lost_by_all(drawn: int) -> int:
    """Return the most points that these draws cost: every third of them ends a failed turn."""
    return -DRAW * drawn - FAIL * (drawn // DRAWS)


def most_lost(match: Match, needed: int, drawn: int) -> int:
    """Return the most points that a seat can lose after it has earned the `needed` ones.

    It has laid some tiles for them (at least `laid`), and between two of its turns each other seat
    has one, so with `fails` failed turns each other has had `laid - 1 + fails` turns. In these it
    has laid a tile or failed, as passes need an empty pool: with d draws in at most DEAL - 1 + d +
    d/3 turns. Further draws, beyond these and the draws of the fails, cost 5 points each.
    """
    options = match.options
    per_tile = MOST_PIPS + max(OPENING_ZERO, BRIDGE, TWO_HEXAGONS, options.triple_hexagon)
    laid = max(1, -(-needed // per_tile))
    losses = []
    for fails in range(drawn // DRAWS + 1):
        draws = _draws_for(laid - 1 + fails, options.deal)
        more = drawn - DRAWS * fails - (match.players - 1) * draws
        if more >= 0:
            losses.append(-DRAW * (DRAWS * fails + more) - FAIL * fails)
    return max(losses, default=0)


def _draws_for(turns: int, deal: int) -> int:
    """Return the fewest draws with which a player can lay a tile or fail in this many turns."""
    draws = 0
    while deal - 1 + draws + draws // DRAWS < turns:
        draws += 1
    return draws
