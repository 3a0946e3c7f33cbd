"""The njet board: five rows of cells, of which one each stays open (Z3, Z4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games import shape
from games.base import Seat
from games.njet import messages
from games.njet.pieces import COLOURS, HAND_SIZE
from games.shape import Spot, shown

Cell: TypeAlias = int | str

ROWS = ("first", "discard", "trump", "super", "value")
NO_SUPER = "none"
VALUES: tuple[int, ...] = (1, 2, 3, 4)
LISTED = 12  # cells of a row that a message names


class Rules(NamedTuple):
    """The cells that stay open: the rules of one round."""

    first: Seat
    discard: int
    trump: str
    super: str
    value: int


class Board(NamedTuple):
    """Every cell has its place; a set of cells is a number with a bit at each of their places."""

    order: tuple[Cell, ...]  # by place
    places: Mapping[str, Mapping[Cell, int]]  # by row and cell
    rows: Mapping[str, int]  # all cells of a row
    bits: Mapping[str, Mapping[Cell, tuple[int, int]]]  # by row and cell: its bit, and its row's
    full: int  # all cells
    spared: tuple[int, ...]  # of the numbers to put aside those that a hand has (Z6)

    def open_cells(self, row: str, uncovered: int) -> list[Cell]:
        return [cell for cell, place in self.places[row].items() if uncovered >> place & 1]

    def rules(self, uncovered: int) -> Rules:
        """What one open cell in each row says."""
        order = self.order
        last = [order[(uncovered & row).bit_length() - 1] for row in self.rows.values()]
        return Rules._make(last)


@lru_cache(maxsize=16)
def build(players: int, discards: tuple[int, ...], *, super_none: bool) -> Board:
    contents: dict[str, tuple[Cell, ...]] = {
        "first": tuple(range(players)),
        "discard": discards,
        "trump": tuple(COLOURS),
        "super": (*COLOURS, NO_SUPER) if super_none else tuple(COLOURS),
        "value": VALUES,
    }
    order: list[Cell] = []
    places: dict[str, dict[Cell, int]] = {}
    rows: dict[str, int] = {}
    for row, cells in contents.items():
        places[row] = {cell: len(order) + index for index, cell in enumerate(cells)}
        rows[row] = (1 << len(cells)) - 1 << len(order)
        order += cells
    spared = tuple(number for number in discards if number <= HAND_SIZE[players])
    bits = {
        row: {cell: (1 << place, rows[row]) for cell, place in cells.items()}
        for row, cells in places.items()
    }
    return Board(tuple(order), places, rows, bits, (1 << len(order)) - 1, spared)


def is_decided(row: int) -> bool:
    """Whether a row has but one open cell."""
    return not row & row - 1


def read_cells(board: Board, raw: object, at: Spot, *, is_complete: bool) -> dict[str, Cell]:
    """The cells of `rules` that can be read: all five rows, or any of them."""
    rows: dict[str, tuple[str, ...]] = {"required": ROWS} if is_complete else {"optional": ROWS}
    given = shape.fields(raw, at, **rows)
    read: dict[str, Cell] = {}
    for row, cell in given.items():
        if (type(cell) is int or type(cell) is str) and cell in board.places[row]:
            read[row] = cell
        else:
            expected = listed(board.places[row])
            (at / row).refuse(messages.NOT_A_CELL, row=row, expected=expected, found=shown(cell))
    return read


def listed(cells: Collection[Cell]) -> str:
    """Cells as a message names them, not too many."""
    more = ", …" if len(cells) > LISTED else ""
    return ", ".join(cell_name(cell) for cell in [*cells][:LISTED]) + more


def cell_name(cell: Cell) -> str:
    return shown(cell) if isinstance(cell, int) else cell
