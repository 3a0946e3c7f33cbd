"""Result of a valid round, for all kinds of evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.base import Breakdown, Item
from games.triominos import moves, score, tiles
from games.triominos.lattice import Board
from games.triominos.tiles import Rack
from problems.problem import Problem


class TriominosOutcome(NamedTuple):
    """Result of a valid round; `reached` if a player touched the target inside it (T16)."""

    scores: tuple[int, ...]
    breakdown: Breakdown
    reached: bool = False
    notices: tuple[Problem, ...] = ()


def lines(
    items: Sequence[Sequence[Item]],
    facts: Sequence[Mapping[str, object]],
    reached: Collection[int] = (),
) -> Iterator[dict[str, object]]:
    """Yield the breakdown of each seat: its items, and what a page needs to draw the round.

    Seats that touched the target inside the round have `reached`.
    """
    for seat, (mine, more) in enumerate(zip(items, facts, strict=True)):
        line = {"points": score.total(mine), "items": mine, **more}
        yield line | {"reached": True} if seat in reached else line


def scores(items: Sequence[Sequence[Item]]) -> tuple[int, ...]:
    return tuple(map(score.total, items))


def seat_facts(board: Board, racks: Sequence[Rack], pool: Rack) -> list[dict[str, object]]:
    """Return the tiles left to every seat; board and pool stand with the first one."""
    seats: list[dict[str, object]] = [{"rack": tiles.in_rack(rack)} for rack in racks]
    seats[0]["board"] = moves.write_board(board)
    seats[0]["pool"] = tiles.in_rack(pool)
    return seats
