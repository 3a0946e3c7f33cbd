"""Every place for a tile on a board and what it earns there, from the query of the address.

The cost is bounded: a board has 55 tiles at most when another one is in hand, beside n tiles there
are at most n + 2 empty cells, and on each of them a tile fits in one turning at most.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.shape import Spot
from games.triominos import calculator, evidence, lattice, moves, options, racks
from games.triominos.calculator import Placement
from games.triominos.lattice import Board
from games.triominos.options import Options
from games.triominos.score import CLAUSES, bonus_points
from games.triominos.tiles import PIPS, TILE_OF, TILES, Tile
from league.web.games.calculating import (
    CalculatorPage,
    form_problems,
    has_usual_rules,
    house_rules_form,
    limited_text,
    problems_by_field,
    short_fields,
)
from league.web.games.pages import Body
from league.web.games.triominos.board import LARGE_SCALE, LEAST_SCALE_TO_TAP, board_picture
from league.web.games.triominos.form import (
    board_line,
    read_board,
    read_tiles,
    tiles_of,
)
from league.web.games.triominos.round_display import BONUSES, cells_around, is_drawable
from problems import messages as shared
from problems.problem import Problem

PLAYERS = 2  # any number: no house rule that matters here depends on it
RULES = ("bridge", "triple_hexagon")
PATH = "rounds.0"  # where a round stands in a record, for the problems of a line
EXAMPLE_BOARD = "0 1 220\n0 0 222\n1 0 232\n1 1 250\n2 1 245\n3 1 455\n4 1 445\n4 0 444"
EXAMPLE = urlencode({"board": EXAMPLE_BOARD, "tile": "344", "at": "3 0"})


def calculate(query: QueryDict) -> Body:
    """Return the drawable part of the board, with every place for the tile in hand."""
    rules = house_rules_form("triominos", RULES, query)
    fields = short_fields(query, ("tile", "at"))
    text, problems = query.get("board", ""), list[Problem]()
    board, tiles_of_board = _read_board(query, problems)
    tile = _read_tile(fields["tile"], tiles_of_board, problems)
    context: Body = {
        "rules": rules,
        "rules_open": not has_usual_rules(rules),
        "board": limited_text(text),
        "board_open": any(".board" in problem.path for problem in problems),
        "tile": fields["tile"],
        "chosen_at": fields["at"],
        "used": tiles_of(tiles_of_board),
        "tile_in_hand": tile or "",
        "wrong": form_problems(rules) | problems_by_field(problems, _field),
        "example": EXAMPLE,
        "picture": None,
    }
    places: Sequence[Placement] = ()
    if tile and board is not None and rules.is_valid():
        house = _options(rules.read(range(PLAYERS)))
        places = sorted(
            calculator.placements(board, tile, house), key=lambda placement: -placement.points
        )
        context |= {
            "places": [
                _place_context(placement, house, fields["at"], query, tiles_of_board)
                for placement in places
            ]
        }
    ghosts: list[Body] = context.get("places", [])
    chosen = next((placement for placement in ghosts if placement["chosen"]), None)
    return {**context, "chosen": chosen, "picture": _picture(tiles_of_board, ghosts, query)}


def _read_board(query: QueryDict, problems: list[Problem]) -> tuple[Board | None, list[Body]]:
    """Return the board and its lines; no board if there are problems."""
    spot = Spot(PATH, evidence.GENERAL, problems) / "board"
    line_count = sum(1 for text in query.get("board", "").splitlines() if text.strip())
    if line_count > len(TILES):
        spot.refuse(shared.TOO_LONG, found=line_count, most=len(TILES))
        return None, []
    lines = read_board(query)
    board = calculator.read_board(lines, spot)
    if board is not None:
        racks.check_all(map(TILE_OF.__getitem__, board.cells.values()), spot, complete=False)
    return (None if problems else board), lines


def _read_tile(text: str, tiles_of_board: Sequence[Body], problems: list[Problem]) -> Tile | None:
    """Return the tile in any spelling; one that is on the board already is a problem."""
    if not text:
        return None
    spot = Spot(PATH, evidence.GENERAL, problems) / "tile"
    tile = moves.read_tile("".join(read_tiles(text)), spot)
    if tile is not None and tile in tiles_of(tiles_of_board):
        racks.check_all([tile, tile], spot, complete=False)
        return None
    return tile


def _options(cleaned: Body) -> Options:
    match, _none = options.start(cleaned, PLAYERS)
    assert match is not None, "the form knows which house rules there are"
    return match.options


def _place_context(
    placement: Placement,
    house: Options,
    chosen: str,
    query: QueryDict,
    tiles_of_board: Sequence[Body],
) -> Body:
    """Return a place with its points. Following its link chooses it, following it again lays the
    tile."""
    x, y = lattice.place(placement.at)
    tile, cell_text = TILE_OF[placement.corners], f"{x} {y}"
    is_chosen = cell_text == chosen
    placed = moves.write_placed(placement.at, placement.corners)
    changes = (
        {"board": _text([*tiles_of_board, placed]), "tile": "", "at": ""}
        if is_chosen
        else {"at": cell_text}
    )
    return {
        **placed,
        "tile": tile,
        "points": placement.points,
        "pips": PIPS[tile],
        "extra": bonus_points(placement.bonus, tile, house) if placement.bonus else 0,
        "bonus": placement.bonus.value if placement.bonus else "",
        "bonus_name": BONUSES[placement.bonus.value] if placement.bonus else "",
        "clause": CLAUSES[placement.bonus.value] if placement.bonus else CLAUSES["tiles"],
        "chosen": is_chosen,
        "link": _link(query, changes),
    }


def _picture(tiles_of_board: Sequence[Body], ghosts: Sequence[Body], query: QueryDict) -> Body:
    """Return the picture of the board; each tile links to taking it into the hand again."""
    drawable = [
        {
            **placed,
            "tile": tile,
            "link": _link(query, {**_without_tile(tiles_of_board, number), "tile": tile}),
        }
        for number, (placed, tile) in enumerate(
            zip(tiles_of_board, tiles_of(tiles_of_board), strict=True)
        )
        if is_drawable(placed)
    ]
    room = cells_around(drawable)
    return board_picture(
        drawable, ghosts=ghosts, span=room, usual=LARGE_SCALE, least=LEAST_SCALE_TO_TAP
    )


def _without_tile(tiles_of_board: Sequence[Body], number: int) -> dict[str, str]:
    left = [placed for index, placed in enumerate(tiles_of_board) if index != number]
    return {"board": _text(left), "at": ""}


def _text(tiles_of_board: Sequence[Body] | Sequence[dict[str, Any]]) -> str:
    return "\n".join(map(board_line, tiles_of_board))


def _link(query: QueryDict, changes: dict[str, str]) -> str:
    """Return this address with other values."""
    values = {name: query.get(name, "") for name in ("board", "tile", "at", *RULES)}
    return "?" + urlencode({name: value for name, value in (values | changes).items() if value})


def _field(path: str) -> str:
    return "board" if ".board" in path else "tile"


PAGE = CalculatorPage(
    gettext_lazy("Every place for a tile"),
    gettext_lazy(
        "Build the board and choose a tile: Manche shows every legal place with its points "
        "and bonuses."
    ),
    calculate,
    "games/calculators/triominos",
)
