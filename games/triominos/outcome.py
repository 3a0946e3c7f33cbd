"""What a round that is ok gives, whatever its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.base import Item, Problem
from games.triominos import moves, pieces, score
from games.triominos.lattice import Board
from games.triominos.pieces import Rack


class Outcome(NamedTuple):
    """`reached`: the target was seen to be reached inside the round (T16)."""

    scores: tuple[int, ...]
    items: tuple[list[Item], ...]
    shown: tuple[Mapping[str, object], ...]  # what a page needs of every seat to draw the round
    reached: bool = False
    notices: tuple[Problem, ...] = ()

    @property
    def breakdown(self) -> tuple[dict[str, object], ...]:
        return tuple(
            {"points": points, "items": items, **shown}
            for points, items, shown in zip(self.scores, self.items, self.shown, strict=True)
        )


def scores(items: Sequence[Sequence[Item]]) -> tuple[int, ...]:
    return tuple(map(score.total, items))


def shown(board: Board, racks: Sequence[Rack], pool: Rack) -> list[dict[str, object]]:
    """The tiles left to every seat; board and pool stand with the first one."""
    seats: list[dict[str, object]] = [{"rack": pieces.tiles(held)} for held in racks]
    seats[0]["board"] = moves.write_board(board)
    seats[0]["pool"] = pieces.tiles(pool)
    return seats
