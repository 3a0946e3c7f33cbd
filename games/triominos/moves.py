"""The moves of a transcript, and how they are written in a record (T21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from games import messages as shared
from games import shape
from games.base import IllegalMove, Problem, Seat
from games.messages import Words
from games.shape import Spot, shown
from games.triominos import lattice, messages
from games.triominos.lattice import HALF, MOST, WIDTH, Board, Cell
from games.triominos.pieces import BIT, NUMBERS, TILE_OF, Corners, Tile

CLAUSE = "T21"
BY_CODE = {tile: tile for tile in BIT}


# `do` keeps moves of two kinds from being equal, whatever else is the same


class Play(NamedTuple):
    seat: Seat
    tile: Tile
    cell: Cell
    corners: Corners
    do: str = "play"


class Draw(NamedTuple):
    seat: Seat
    tile: Tile | None = None
    do: str = "draw"


class Fail(NamedTuple):
    seat: Seat
    do: str = "fail"


class Pass(NamedTuple):
    seat: Seat
    do: str = "pass"


Move: TypeAlias = Play | Draw | Fail | Pass


class Written(NamedTuple):
    """A move, and what the record says that it earned."""

    move: Move
    points: int | None


def read(raw: object, players: int) -> Written:
    """IllegalMove for anything that is not written like a move."""
    problems: list[Problem] = []
    at = Spot("", CLAUSE, problems)
    if not isinstance(raw, dict):
        at.refuse(shared.NOT_AN_OBJECT, found=shown(raw))
        raise IllegalMove(problems[0])
    kind = shape.choice(raw.get("do"), at, READERS)
    move = READERS[kind](raw, at, players) if kind else None
    points = shape.integer(raw["points"], at) if "points" in raw else None
    if problems or move is None:
        raise IllegalMove(problems[0])
    return Written(move, points)


def write(move: Move) -> dict[str, object]:
    match move:
        case Play(seat, tile, cell, corners):
            placed = write_placed(cell, corners)
            return {"seat": seat, "do": "play", "tile": tile, **placed}
        case Draw(seat, tile):
            return {"seat": seat, "do": "draw"} | ({"tile": tile} if tile else {})
        case Fail(seat):
            return {"seat": seat, "do": "fail"}
    return {"seat": move.seat, "do": "pass"}


def write_placed(cell: Cell, corners: Corners) -> dict[str, object]:
    return {"at": list(lattice.place(cell)), "corners": list(corners)}


def write_board(board: Board) -> list[dict[str, object]]:
    """The tiles in the order in which they were laid."""
    written: list[dict[str, object]] = []
    for at, corners in board.cells.items():
        y = (at + HALF) // WIDTH  # as in lattice.place
        written.append({"at": [at - y * WIDTH, y], "corners": [*corners]})
    return written


def read_tile(raw: object, at: Spot) -> Tile | None:
    """T17: tile codes are exact."""
    if isinstance(raw, str) and raw in BIT:
        return Tile(raw)
    at.refuse(messages.UNKNOWN_TILE, found=shown(raw))
    return None


def read_tiles(raw: list[object], at: Spot) -> tuple[Tile, ...] | None:
    """All of them or None."""
    codes: list[Any] = raw  # Any: what is no code has no tile, or cannot be looked up
    try:
        return tuple([BY_CODE[code] for code in codes])
    except (KeyError, TypeError):
        pass
    for index, code in enumerate(raw):
        read_tile(code, at / index)
    return None


def read_cell(raw: object, at: Spot) -> Cell | None:
    """T5: two coordinates."""
    if isinstance(raw, list) and len(raw) == 2:
        x, y = raw
        if type(x) is type(y) is int and abs(x) <= MOST and abs(y) <= MOST:
            return lattice.cell(x, y)
    at.refuse(messages.FAR_AWAY, most=MOST, found=_listed(raw, 2))
    return None


def read_corners(raw: object, at: Spot) -> Corners | None:
    """The numbers of a tile, clockwise (T1)."""
    if isinstance(raw, list) and len(raw) == 3:
        a, b, c = raw
        if type(a) is type(b) is type(c) is int and {a, b, c}.issubset(NUMBERS):
            if (a, b, c) not in TILE_OF:
                _refuse_flipped((a, b, c), at)
                return None
            return a, b, c
    at.refuse(messages.NOT_CORNERS, found=_listed(raw, 3))
    return None


def _refuse_flipped(corners: Corners, at: Spot) -> None:
    found, ascending = "-".join(map(str, corners)), [*map(str, sorted(corners))]
    tile, expected = "".join(ascending), "-".join(ascending)
    at.refuse(messages.FLIPPED, found=found, tile=tile, expected=expected)


def _listed(raw: object, count: int) -> str | Words:
    """A short list of numbers in full, anything else as messages show it."""
    if isinstance(raw, list) and 0 < len(raw) <= count + 1 and {*map(type, raw)} == {int}:
        return ", ".join(map(shown, raw))
    return shown(raw)


def _read_play(raw: object, at: Spot, players: int) -> Move | None:
    required = ("seat", "do", "tile", "at", "corners")
    given = shape.fields(raw, at, required=required, optional=("points",))
    if at.problems:
        return None
    seat = shape.seat(given["seat"], at, players)
    tile = read_tile(given["tile"], at)
    cell = read_cell(given["at"], at)
    corners = read_corners(given["corners"], at)
    if seat is None or tile is None or cell is None or corners is None:
        return None
    return Play(seat, tile, cell, corners)


def _read_draw(raw: object, at: Spot, players: int) -> Move | None:
    given = shape.fields(raw, at, required=("seat", "do"), optional=("tile", "points"))
    seat = shape.seat(given.get("seat"), at, players)
    tile = read_tile(given["tile"], at) if "tile" in given else None
    return None if seat is None else Draw(seat, tile)


def _read_fail(raw: object, at: Spot, players: int) -> Move | None:
    seat = _read_seat(raw, at, players)
    return None if seat is None else Fail(seat)


def _read_pass(raw: object, at: Spot, players: int) -> Move | None:
    seat = _read_seat(raw, at, players)
    return None if seat is None else Pass(seat)


def _read_seat(raw: object, at: Spot, players: int) -> Seat | None:
    given = shape.fields(raw, at, required=("seat", "do"), optional=("points",))
    return shape.seat(given.get("seat"), at, players)


READERS: dict[str, Callable[[object, Spot, int], Move | None]] = {
    "play": _read_play,
    "draw": _read_draw,
    "fail": _read_fail,
    "pass": _read_pass,
}
