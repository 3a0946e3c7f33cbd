"""The triangular lattice and the board on it (T5-T8).

Cells and lattice points are numbers, y * WIDTH + x. WIDTH is odd, so a number is even exactly where
x + y is, and a neighbour is a fixed step away. Side k joins the corners k and k + 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from games.triominos import tiles
from games.triominos.options import Bridge
from games.triominos.tiles import FREE, Corners, Pattern, Rack

Cell: TypeAlias = int
Point: TypeAlias = int

MOST = 1000  # the largest coordinate of a cell, either way
HALF = 2048  # more than any coordinate of a point
WIDTH = 2 * HALF + 1
AROUND = (0, -1, -WIDTH - 1, -WIDTH, -WIDTH + 1, 1)  # from a point to its six cells, in a ring

# for cells that point up, and for those that point down
CORNERS = ((0, WIDTH + 1, WIDTH - 1), (-1, 1, WIDTH))
ACROSS = ((1, WIDTH, -1), (-WIDTH, 1, -1))
# from a cell to the points opposite to its sides, beyond them
FAR = ((2, 2 * WIDTH, -2), (-WIDTH, WIDTH + 2, WIDTH - 2))
# from a cell to the five others around each of its corners, the one opposite to it first
OTHERS = [
    [
        [corner + AROUND[(AROUND.index(-corner) + step) % len(AROUND)] for step in (3, 2, 4, 1, 5)]
        for corner in corners
    ]
    for corners in CORNERS
]


class Board(NamedTuple):
    """The tiles that lie, in the order in which they were laid, and the number at every point."""

    cells: dict[Cell, Corners]
    numbers: dict[Point, int]

    @property
    def filled(self) -> dict[Point, int]:
        """Return how many of the six cells around a point are not empty."""
        return Counter(point for at in self.cells for point in points(at))


EMPTY = Board({}, {})


def cell(x: int, y: int) -> Cell:
    return y * WIDTH + x


def place(number: int) -> tuple[int, int]:
    """Return the coordinates of a cell or point."""
    y, x = divmod(number + HALF, WIDTH)
    return x - HALF, y


def points(at: Cell) -> tuple[Point, Point, Point]:
    """Return the corners of a cell, clockwise."""
    a, b, c = CORNERS[at & 1]
    return at + a, at + b, at + c


def neighbours(at: Cell) -> tuple[Cell, Cell, Cell]:
    """Return the cells across the sides 0, 1 and 2."""
    a, b, c = ACROSS[at & 1]
    return at + a, at + b, at + c


def lay(board: Board, at: Cell, corners: Corners) -> Board:
    """Return the board with one more tile, which must fit."""
    after = copy(board)
    put(after, at, corners)
    return after


def copy(board: Board) -> Board:
    return Board(board.cells.copy(), board.numbers.copy())


def put(board: Board, at: Cell, corners: Corners) -> None:
    """Lay one more tile, which must fit, on this very board."""
    board.cells[at] = corners
    a, b, c = CORNERS[at & 1]
    numbers = board.numbers
    numbers[at + a], numbers[at + b], numbers[at + c] = corners


def touches(board: Board, at: Cell) -> bool:
    """Return whether a tile here would share a side with one that lies (T6)."""
    a, b, c = ACROSS[at & 1]
    cells = board.cells
    return at + a in cells or at + b in cells or at + c in cells


def pattern(board: Board, at: Cell) -> Pattern:
    """Return the numbers that a tile here must show."""
    a, b, c = CORNERS[at & 1]
    number_at = board.numbers.get
    return number_at(at + a, FREE), number_at(at + b, FREE), number_at(at + c, FREE)


def hexagons(board: Board, at: Cell) -> int:
    """Return how many points a tile here would make full (T7)."""
    cells, full = board.cells, 0
    for a, b, c, d, e in OTHERS[at & 1]:
        if at + a in cells and at + b in cells and at + c in cells:
            full += at + d in cells and at + e in cells
    return full


def is_bridge(board: Board, at: Cell, bridge: Bridge) -> bool:
    """Return whether a tile here is a bridge (T8).

    The tile must fit and complete no hexagon. In every mode a bridge finds a number at all three
    of its points: a side that it shares has two of them, and the third is opposite to it.
    """
    if FREE in pattern(board, at):
        return False
    if bridge is Bridge.TOUCH3:
        return True
    cells = board.cells
    ab, bc, ca = (other in cells for other in neighbours(at))
    if bridge is Bridge.STRICT:
        return ab + bc + ca == 1
    a, b, c = (sum(at + step in cells for step in others) for others in OTHERS[at & 1])
    return (ab and c > bc + ca) or (bc and a > ca + ab) or (ca and b > ab + bc)


def border(board: Board) -> list[Cell]:
    """Return the empty cells beside tiles that lie."""
    cells = board.cells
    beside = (other for at in cells for other in neighbours(at) if other not in cells)
    return list(dict.fromkeys(beside))


def placements(board: Board, rack: Rack) -> Iterator[tuple[Cell, Corners]]:
    """Yield every way to lay one of these tiles (T6); on an empty board none."""
    for at in border(board):
        numbers = pattern(board, at)
        if rack & tiles.fitting_tiles(numbers) and is_within(at):
            for corners in tiles.fitting(numbers):
                if rack & tiles.BIT[tiles.TILE_OF[corners]]:
                    yield at, corners


def has_place(board: Board, rack: Rack) -> bool:
    """Return whether one of these tiles can be laid; `placements` is far slower if none can."""
    return bool(rack & _fitting_tiles(board)) and next(placements(board, rack), None) is not None


def _fitting_tiles(board: Board) -> Rack:
    """Return the tiles that fit somewhere, be it on a cell that a record cannot name."""
    cells, numbers = board
    fitting, fitting_somewhere = tiles.fitting_tiles, 0
    for at, (a, b, c) in cells.items():
        side_ab, side_bc, side_ca = ACROSS[at & 1]
        far_ab, far_bc, far_ca = FAR[at & 1]
        if at + side_ab not in cells:
            fitting_somewhere |= fitting((b, a, numbers.get(at + far_ab, FREE)))
        if at + side_bc not in cells:
            fitting_somewhere |= fitting((c, b, numbers.get(at + far_bc, FREE)))
        if at + side_ca not in cells:
            fitting_somewhere |= fitting((a, c, numbers.get(at + far_ca, FREE)))
    return fitting_somewhere


def is_within(at: Cell) -> bool:
    """Return whether a record can name this cell."""
    x, y = place(at)
    return abs(x) <= MOST and abs(y) <= MOST
