"""Boards as a record writes them: a list of placed tiles (T5, T20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from games.shape import Spot
from games.triominos import lattice, messages, moves
from games.triominos.lattice import Board, Cell, Point
from games.triominos.tiles import TILES, Corners
from problems import reader

Placed: TypeAlias = list[tuple[Cell, Corners]]
KEYS = {"at", "corners"}


def read(raw: object, at: Spot) -> Placed | None:
    """Return all the placed tiles, or None."""
    listed = reader.entries(raw, at, most=len(TILES))
    good: Placed = []
    unheard = Spot("", "", [])
    for index, placed in enumerate(listed or ()):
        tile = _read_plain(placed, unheard) or _read_placed(placed, at / index)
        if tile is not None:
            good.append(tile)
    return good if listed is not None and len(good) == len(listed) else None


def build(placed: Placed, at: Spot) -> Board | None:
    """Return the board, if these tiles can lie together; an empty one cannot (T20)."""
    if not placed:
        at.refuse(messages.EMPTY_BOARD)
        return None
    cells = dict(placed)
    before = len(at.problems)
    if len(cells) < len(placed):
        for cell, times in Counter(cell for cell, _ in placed).items():
            if times > 1:
                x, y = lattice.place(cell)
                at.refuse(messages.TWO_ON_A_CELL, x=x, y=y)
    numbers_at = _numbers(placed)
    for point, numbers in numbers_at.items():
        if len(numbers) > 1:
            x, y = lattice.place(point)
            at.refuse(messages.POINT_DIFFERS, x=x, y=y, found=", ".join(map(str, sorted(numbers))))
    joined = len(_connected(cells))
    if joined < len(cells):
        at.refuse(messages.NOT_CONNECTED, found=joined, all=len(cells))
    if len(at.problems) > before:
        return None
    return Board(cells, {point: min(numbers) for point, numbers in numbers_at.items()})


def _numbers(placed: Placed) -> dict[Point, set[int]]:
    numbers_at: dict[Point, set[int]] = {}
    for cell, corners in placed:
        for point, number in zip(lattice.points(cell), corners, strict=True):
            if point in numbers_at:
                numbers_at[point].add(number)
            else:
                numbers_at[point] = {number}
    return numbers_at


def _connected(cells: Mapping[Cell, Corners]) -> set[Cell]:
    """Return the cells that hang together with the first by sides."""
    first = next(iter(cells))
    joined_cells, waiting = {first}, [first]
    while waiting:
        for other in lattice.neighbours(waiting.pop()):
            if other in cells and other not in joined_cells:
                joined_cells.add(other)
                waiting.append(other)
    return joined_cells


def _read_plain(raw: object, unheard: Spot) -> tuple[Cell, Corners] | None:
    """Return a tile that is written as it should be; None, and no report, otherwise."""
    if not isinstance(raw, dict) or raw.keys() != KEYS:
        return None
    cell, corners = moves.read_cell(raw["at"], unheard), moves.read_corners(raw["corners"], unheard)
    return None if cell is None or corners is None else (cell, corners)


def _read_placed(raw: object, at: Spot) -> tuple[Cell, Corners] | None:
    given = reader.fields(raw, at, required=("at", "corners"))
    cell = moves.read_cell(given["at"], at / "at") if "at" in given else None
    corners = moves.read_corners(given["corners"], at / "corners") if "corners" in given else None
    return None if cell is None or corners is None else (cell, corners)
