"""The table calculator: what a tile earns on a board, and where it may be laid."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.base import IllegalMove
from games.shape import Spot, assignment, describe
from games.triominos import (
    boards,
    evidence,
    lattice,
    messages,
    moves,
    options,
    racks,
    rules,
    score,
    tiles,
)
from games.triominos.lattice import EMPTY, Board, Cell
from games.triominos.options import Options
from games.triominos.score import CLAUSES, LABELS, Bonus
from games.triominos.tiles import PIPS, TILE_OF, TRIPLES, Corners, Tile
from problems.catalogue import languages
from problems.text import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAYERS = 2  # any number: no house rule that matters here depends on it
WORDS = {
    "points": Words("points"),
    "nowhere": Words("{tile} fits nowhere."),
}


class Placement(NamedTuple):
    """A tile on a cell, and what it earns there."""

    at: Cell
    corners: Corners
    points: int
    bonus: Bonus | None

    def to_json(self) -> dict[str, object]:
        placed = moves.write_placed(self.at, self.corners)
        bonus = self.bonus and self.bonus.value
        return {"tile": TILE_OF[self.corners], **placed, "points": self.points, "bonus": bonus}


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    parser = _parser()
    args = parser.parse_args(argv)
    if (args.tile is None) == (args.corners is None):
        parser.error("expected --tile, or --corners with --at")
    try:
        answer = _calculate(args)
    except IllegalMove as illegal:
        return False, illegal.problem.message(args.language)
    if isinstance(answer, str):
        return False, answer
    if args.json:
        return True, json.dumps([laid.to_json() for laid in answer])
    if not answer:
        return True, WORDS["nowhere"]._replace(params={"tile": args.tile}).say(args.language)
    return True, "\n".join(_line(laid, args.language) for laid in answer)


def placements(board: Board, tile: Tile, options: Options) -> Iterator[Placement]:
    """Yield where the tile may be laid; as an opening on the cell (0, 0)."""
    if not board.cells:
        yield _laid(board, lattice.cell(0, 0), tiles.turnings(tile)[0], options)
    for at, corners in lattice.placements(board, tiles.BIT[tile]):
        yield _laid(board, at, corners, options)


def read_board(raw: object, at: Spot) -> Board | None:
    """Return the board of placed tiles as a record has them; none at all are an empty board."""
    placed = boards.read(raw, at)
    if placed is None:
        return None
    return boards.build(placed, at) if placed else EMPTY


def _calculate(args: Namespace) -> list[Placement] | str:
    """Return the placements, or the text of the problem."""
    match, problems = options.start(dict(args.option), PLAYERS)
    at = Spot("", evidence.GENERAL, problems)
    board = _read_board(args.board, at)
    corners = _read_corners(args.corners, at) if args.tile is None else None
    tile = moves.read_tile(args.tile, at) if corners is None and args.tile else None
    cell = moves.read_cell(args.at, at)
    laid = tile or (corners and TILE_OF[corners])
    if board and laid:
        racks.check_all([*map(TILE_OF.__getitem__, board.cells.values()), laid], at, complete=False)
    if match is None or board is None or cell is None or problems:
        return "\n".join(problem.message(args.language) for problem in problems)
    if tile:
        places = placements(board, tile, match.options)
        return sorted(places, key=lambda laid: -laid.points)
    assert corners, "without a tile corners were read"
    if board.cells:
        rules.check_place(board, cell, corners)
    return [_laid(board, cell, corners, match.options)]


def _laid(board: Board, at: Cell, corners: Corners, options: Options) -> Placement:
    """Return what a tile that fits here earns; on an empty board it opens."""
    tile = TILE_OF[corners]
    opens = Bonus.OPENING if tile in TRIPLES else None
    bonus = score.bonus(board, at, options) if board.cells else opens
    extra = score.bonus_points(bonus, tile, options) if bonus else 0
    return Placement(at, corners, PIPS[tile] + extra, bonus)


def _read_board(text: str, at: Spot) -> Board | None:
    """Return the board from JSON, or from a file of this name that holds it."""
    try:
        raw = json.loads(text if text.lstrip().startswith("[") else Path(text).read_bytes())
    except (OSError, ValueError, RecursionError):
        at.refuse(messages.BOARD_UNREADABLE, found=describe(text))
        return None
    return read_board(raw, at)


def _read_corners(text: str, at: Spot) -> Corners | None:
    return moves.read_corners([int(number) for number in text if number.isdecimal()], at)


def _line(laid: Placement, language: str) -> str:
    """Return a line such as `51 344 (3, 0) 3-4-4 bridges (T8)`."""
    x, y = lattice.place(laid.at)
    turned = "-".join(map(str, laid.corners))
    bonus = f"  {LABELS[laid.bonus].say(language)} ({CLAUSES[laid.bonus]})" if laid.bonus else ""
    points = WORDS["points"].say(language)
    return f"{laid.points:3} {points}  {TILE_OF[laid.corners]}  ({x}, {y})  {turned}{bonus}"


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m games score triominos", description=__doc__)
    parser.add_argument(
        "board", help='placed tiles, [{"at": [0, 0], "corners": [5, 5, 5]}, …], or a file'
    )
    parser.add_argument("--tile", help="where it may be laid, and for how much: 015")
    parser.add_argument("--corners", help="what a tile earns that shows these numbers: 5-0-1")
    parser.add_argument(
        "--at", nargs=2, type=int, default=[0, 0], metavar=("X", "Y"), help="its cell"
    )
    parser.add_argument("--option", type=assignment, action="append", default=[], metavar="N=V")
    parser.add_argument("--language", choices=languages(), default="en")
    parser.add_argument("--json", action="store_true", help="the placements as JSON")
    return parser
