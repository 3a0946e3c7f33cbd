"""The njet board: five rows of cells; one cell of each row stays open (Z3, Z4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import count
from typing import NamedTuple, TypeAlias

from games.base import Seat
from games.njet import messages
from games.njet.cards import COLOURS, HAND_SIZE
from games.shape import Spot
from problems import reader
from problems.text import AND, OR, Listing, Words

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

    places: Mapping[str, Mapping[Cell, int]]  # by row and cell
    rows: Mapping[str, int]  # all cells of a row
    full: int  # all cells
    ends: Mapping[int, Rules]  # by the cells that stay open, one in each row
    spared: tuple[int, ...]  # of the numbers to put aside those that a hand has (Z6)

    def open_cells(self, row: str, uncovered: int) -> list[Cell]:
        return [cell for cell, place in self.places[row].items() if uncovered >> place & 1]


class _Ends(dict[int, Rules]):
    """The rules of a round by its open cells, each read from the board at the first access."""

    def __init__(self, places: Mapping[str, Mapping[Cell, int]], rows: Iterable[int]) -> None:
        self._order = [cell for cells in places.values() for cell in cells]
        self._rows = [*rows]

    def __missing__(self, uncovered: int) -> Rules:
        left = (uncovered & row for row in self._rows)
        self[uncovered] = rules = Rules._make(self._order[cell.bit_length() - 1] for cell in left)
        return rules


@lru_cache(maxsize=16)
def build(players: int, discards: tuple[int, ...], *, super_none: bool) -> Board:
    contents: dict[str, tuple[Cell, ...]] = {
        "first": tuple(range(players)),
        "discard": discards,
        "trump": tuple(COLOURS),
        "super": (*COLOURS, NO_SUPER) if super_none else tuple(COLOURS),
        "value": VALUES,
    }
    place = count()
    places = {row: {cell: next(place) for cell in cells} for row, cells in contents.items()}
    firsts = {row: min(cells.values()) for row, cells in places.items()}
    rows = {row: (1 << len(places[row])) - 1 << first for row, first in firsts.items()}
    spared = tuple(number for number in discards if number <= HAND_SIZE[players])
    return Board(places, rows, sum(rows.values()), _Ends(places, rows.values()), spared)


def is_decided(row: int) -> bool:
    """Return whether a row has but one open cell."""
    return not row & row - 1


def read_cells(board: Board, raw: object, at: Spot, *, is_complete: bool) -> dict[str, Cell]:
    """Return the cells of `rules` that can be read: all five rows, or any of them."""
    rows: dict[str, tuple[str, ...]] = {"required": ROWS} if is_complete else {"optional": ROWS}
    given = reader.fields(raw, at, **rows)
    read: dict[str, Cell] = {}
    for row, cell in given.items():
        if (type(cell) is int or type(cell) is str) and cell in board.places[row]:
            read[row] = cell
        else:
            refuse_cell(row, board.places[row], at / row)
    return read


def refuse_cell(row: str, cells: Collection[Cell], at: Spot) -> None:
    """Report a wrong cell, with those that this row has."""
    if row == "first":
        at.refuse(messages.NOT_A_START_PLAYER, seats=seats(cells))
    else:
        at.refuse(messages.NOT_A_CELL, row=messages.ROWS[row], expected=listed(cells, OR))


def listed(cells: Collection[Cell], link: Words = AND) -> Listing:
    """Return cells as a message names them, not too many."""
    named = [messages.cell(cell) for cell in [*cells][:LISTED]]
    return Listing([*named, *(["…"] if len(cells) > LISTED else [])], link)


def seats(cells: Collection[Cell]) -> str:
    return ", ".join(map(str, cells))
