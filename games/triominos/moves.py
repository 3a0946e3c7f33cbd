"""The moves of a transcript, and how they are written in a record (T21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, TypeAlias

from games import shape
from games.base import IllegalMove, Seat
from games.shape import Spot, describe
from games.triominos import lattice, messages
from games.triominos.lattice import HALF, MOST, WIDTH, Board, Cell
from games.triominos.tiles import BIT, NUMBERS, TILE_OF, Corners, Tile
from problems import messages as shared
from problems import reader
from problems.problem import Problem
from problems.text import Param

CLAUSE = "T21"
BY_CODE = {tile: tile for tile in BIT}


# `do` keeps moves of two kinds from being equal, even if all else is the same


class Play(NamedTuple):
    seat: Seat
    tile: Tile
    cell: Cell
    corners: Corners
    do: str = "play"


class DrawTile(NamedTuple):
    seat: Seat
    tile: Tile | None = None
    do: str = "draw"


class Fail(NamedTuple):
    seat: Seat
    do: str = "fail"


class Pass(NamedTuple):
    seat: Seat
    do: str = "pass"


Move: TypeAlias = Play | DrawTile | Fail | Pass


def read(raw: object, players: int) -> Move:
    """Return the move; raise IllegalMove for anything that is not written like one.

    The points that a record states are a whole number then, but may be wrong.
    """
    if isinstance(raw, dict):
        try:
            move = READERS[raw["do"]](raw, len(raw) - ("points" in raw))
            seat, points = raw["seat"], raw.get("points", 0)
            if move and type(seat) is type(points) is int and 0 <= seat < players:
                return move
        except (LookupError, TypeError, ValueError):  # a value of another kind
            pass
    _refuse(raw, players)


def write(move: Move) -> dict[str, object]:
    match move:
        case Play(seat, tile, cell, corners):
            placed = write_placed(cell, corners)
            return {"seat": seat, "do": "play", "tile": tile, **placed}
        case DrawTile(seat, tile):
            return {"seat": seat, "do": "draw"} | ({"tile": tile} if tile else {})
        case Fail(seat):
            return {"seat": seat, "do": "fail"}
    return {"seat": move.seat, "do": "pass"}


def write_placed(cell: Cell, corners: Corners) -> dict[str, object]:
    return {"at": list(lattice.place(cell)), "corners": list(corners)}


def write_board(board: Board) -> list[dict[str, object]]:
    """Return the tiles as a record has them, in the order in which they were laid."""
    entries: list[dict[str, object]] = []
    for at, corners in board.cells.items():
        y = (at + HALF) // WIDTH  # as in lattice.place
        entries.append({"at": [at - y * WIDTH, y], "corners": [*corners]})
    return entries


def read_tile(raw: object, at: Spot) -> Tile | None:
    """Return a tile code, which must be exact (T17)."""
    if isinstance(raw, str) and raw in BIT:
        return Tile(raw)
    at.refuse(messages.UNKNOWN_TILE, found=describe(raw))
    return None


def read_tiles(raw: list[object], at: Spot) -> tuple[Tile, ...] | None:
    """Return all of these tiles or None."""
    codes: list[Any] = raw  # Any: an unknown code has no tile, or cannot be looked up
    try:
        return tuple([BY_CODE[code] for code in codes])
    except (KeyError, TypeError):
        pass
    for index, code in enumerate(raw):
        read_tile(code, at / index)
    return None


def read_cell(raw: object, at: Spot) -> Cell | None:
    """Return the cell of two coordinates (T5)."""
    if isinstance(raw, list) and len(raw) == 2:
        x, y = raw
        if type(x) is type(y) is int and abs(x) <= MOST and abs(y) <= MOST:
            return lattice.cell(x, y)
    at.refuse(messages.FAR_AWAY, most=MOST, found=_listed(raw, 2))
    return None


def read_corners(raw: object, at: Spot) -> Corners | None:
    """Return the numbers of a tile, clockwise (T1)."""
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
    actual, ascending = "-".join(map(str, corners)), [*map(str, sorted(corners))]
    tile, expected = "".join(ascending), "-".join(ascending)
    at.refuse(messages.FLIPPED, found=actual, tile=tile, expected=expected)


def _listed(raw: object, count: int) -> Param:
    """Return a short list of numbers in full, anything else as messages show it."""
    if isinstance(raw, list) and 0 < len(raw) <= count + 1 and {*map(type, raw)} == {int}:
        return ", ".join(map(describe, raw))
    return describe(raw)


# The number of entries tells whether there are others than these and the points.


def _read_play(raw: Any, entries: int) -> Play | None:
    tile, (x, y), (a, b, c) = raw["tile"], raw["at"], raw["corners"]
    if not (type(a) is type(b) is type(c) is type(x) is type(y) is int and (a, b, c) in TILE_OF):
        return None
    if tile not in BIT or entries != 5 or abs(x) > MOST or abs(y) > MOST:
        return None
    return Play(raw["seat"], tile, y * WIDTH + x, (a, b, c))


def _read_draw(raw: Any, entries: int) -> DrawTile | None:
    if "tile" not in raw:
        return DrawTile(raw["seat"]) if entries == 2 else None
    return DrawTile(raw["seat"], raw["tile"]) if raw["tile"] in BIT and entries == 3 else None


def _read_fail(raw: Any, entries: int) -> Fail | None:
    return Fail(raw["seat"]) if entries == 2 else None


def _read_pass(raw: Any, entries: int) -> Pass | None:
    return Pass(raw["seat"]) if entries == 2 else None


READERS: dict[str, Callable[[object, int], Move | None]] = {
    "play": _read_play,
    "draw": _read_draw,
    "fail": _read_fail,
    "pass": _read_pass,
}


def _refuse(raw: object, players: int) -> NoReturn:
    """Explain why this is not written like a move."""
    problems: list[Problem] = []
    at = Spot("", CLAUSE, problems)
    if not isinstance(raw, dict):
        at.refuse(shared.NOT_AN_OBJECT, found=describe(raw))
        raise IllegalMove(problems[0])
    kind = reader.choice(raw.get("do"), at, READERS)
    if kind == "play":
        required = ("seat", "do", "tile", "at", "corners")
        given = reader.fields(raw, at, required=required, optional=("points",))
        shape.seat(given.get("seat"), at, players)
        read_tile(given.get("tile"), at)
        read_cell(given.get("at"), at)
        read_corners(given.get("corners"), at)
    else:
        optional = ("tile", "points") if kind == "draw" else ("points",)
        given = reader.fields(raw, at, required=("seat", "do"), optional=optional)
        shape.seat(given.get("seat"), at, players)
        if "tile" in given:
            read_tile(given["tile"], at)
    shape.integer(raw.get("points"), at)
    raise IllegalMove(problems[0])
