"""The triangular lattice and the board on it (T5-T8).

Cells and lattice points are numbers, y * WIDTH + x. WIDTH is odd, so a number is even exactly where
x + y is, and a neighbour is a fixed step away. Side k joins the corners k and k + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from games.triominos import pieces
from games.triominos.options import Bridge
from games.triominos.pieces import FREE, Corners, Pattern, Rack

Cell: TypeAlias = int
Point: TypeAlias = int

MOST = 1000  # the largest coordinate of a cell, either way
HALF = 2048  # more than any coordinate of a point
WIDTH = 2 * HALF + 1
AROUND = 6  # cells around a point

# for cells that point up, and for those that point down
CORNERS = ((0, WIDTH + 1, WIDTH - 1), (-1, 1, WIDTH))
ACROSS = ((1, WIDTH, -1), (-WIDTH, 1, -1))


class Board(NamedTuple):
    """The tiles that lie, in the order in which they were laid, and what is at every point."""

    cells: dict[Cell, Corners]
    numbers: dict[Point, int]
    filled: dict[Point, int]  # how many of the six cells around it


EMPTY = Board({}, {}, {})


def cell(x: int, y: int) -> Cell:
    return y * WIDTH + x


def place(number: int) -> tuple[int, int]:
    """The coordinates of a cell or point."""
    y, x = divmod(number + HALF, WIDTH)
    return x - HALF, y


def points(at: Cell) -> tuple[Point, Point, Point]:
    """The corners of a cell, clockwise."""
    a, b, c = CORNERS[at & 1]
    return at + a, at + b, at + c


def neighbours(at: Cell) -> tuple[Cell, Cell, Cell]:
    """The cells across the sides 0, 1 and 2."""
    a, b, c = ACROSS[at & 1]
    return at + a, at + b, at + c


def lay(board: Board, at: Cell, corners: Corners) -> Board:
    """The board with one more tile, which must fit."""
    cells, numbers, filled = board.cells.copy(), board.numbers.copy(), board.filled.copy()
    cells[at] = corners
    for point, number in zip(points(at), corners, strict=True):
        numbers[point] = number
        filled[point] = filled.get(point, 0) + 1
    return Board(cells, numbers, filled)


def touches(board: Board, at: Cell) -> bool:
    """Whether a tile here would share a side with one that lies (T6)."""
    a, b, c = neighbours(at)
    cells = board.cells
    return a in cells or b in cells or c in cells


def pattern(board: Board, at: Cell) -> Pattern:
    """The numbers that a tile here must show."""
    a, b, c = points(at)
    numbers = board.numbers
    return numbers.get(a, FREE), numbers.get(b, FREE), numbers.get(c, FREE)


def hexagons(board: Board, at: Cell) -> int:
    """How many points a tile here would make full (T7)."""
    a, b, c = points(at)
    filled, last = board.filled, AROUND - 1
    return (filled.get(a) == last) + (filled.get(b) == last) + (filled.get(c) == last)


def is_bridge(board: Board, at: Cell, bridge: Bridge) -> bool:
    """T8, for a tile that fits here and completes no hexagon. In every mode it touches all
    three points: a shared side has two of them, and the third is opposite to it.
    """
    a, b, c = (board.filled.get(point, 0) for point in points(at))
    if not (a and b and c):
        return False
    if bridge is Bridge.TOUCH3:
        return True
    ab, bc, ca = (other in board.cells for other in neighbours(at))
    if bridge is Bridge.STRICT:
        return ab + bc + ca == 1
    return (ab and c > bc + ca) or (bc and a > ca + ab) or (ca and b > ab + bc)


def border(board: Board) -> list[Cell]:
    """The empty cells beside tiles that lie."""
    cells = board.cells
    beside = (other for at in cells for other in neighbours(at) if other not in cells)
    return list(dict.fromkeys(beside))


def placements(board: Board, held: Rack) -> Iterator[tuple[Cell, Corners]]:
    """Every way to lay one of these tiles (T6); on an empty board none."""
    for at in border(board):
        wanted = pattern(board, at)
        if held & pieces.fitting_tiles(wanted) and is_within(at):
            for corners in pieces.fitting(wanted):
                if held & pieces.BIT[pieces.TILE_OF[corners]]:
                    yield at, corners


def is_within(at: Cell) -> bool:
    """Whether a record can name this cell."""
    x, y = place(at)
    return abs(x) <= MOST and abs(y) <= MOST
