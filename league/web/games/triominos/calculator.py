"""Every place for a tile on a board and what it earns there, from the address of the page.

The cost is bounded: a board has 55 tiles at most when another one is in hand, beside n tiles there
are at most n + 2 empty cells, and on each of them a tile fits in one turning at most.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games import messages as shared
from games.base import Problem
from games.shape import Spot
from games.triominos import calculator, evidence, lattice, moves, options, racks
from games.triominos.calculator import Placement
from games.triominos.lattice import Board
from games.triominos.options import Options
from games.triominos.score import CLAUSES, bonus_points
from games.triominos.tiles import PIPS, TILE_OF, TILES, Tile
from league.web.games.calculating import beside, house_rules, is_usual, refused, said_again, short
from league.web.games.pages import Body
from league.web.games.triominos.board import LARGE, TAPPED, picture
from league.web.games.triominos.form import OptionsForm, laid, line, read_board, read_tiles
from league.web.games.triominos.show import BONUSES, can_be_drawn, room_around

PLAYERS = 2  # any number: no house rule that matters here depends on it
RULES = ("bridge", "triple_hexagon")
PATH = "rounds.0"  # where a round stands in a record, for the problems of a line
EXAMPLE_BOARD = "0 1 220\n0 0 222\n1 0 232\n1 1 250\n2 1 245\n3 1 455\n4 1 445\n4 0 444"
EXAMPLE = urlencode({"board": EXAMPLE_BOARD, "tile": "344", "at": "3 0"})


def calculate(query: QueryDict) -> Body:
    """The board as far as it can be drawn, with every place for the tile in hand."""
    rules = house_rules(OptionsForm, RULES, query)
    said = short(query, ("tile", "at"))
    text, problems = query.get("board", ""), list[Problem]()
    board, written = _read_board(query, problems)
    tile = _read_tile(said["tile"], written, problems)
    told: Body = {
        "rules": rules,
        "rules_open": not is_usual(rules),
        "board": said_again(text),
        "board_open": any(".board" in problem.path for problem in problems),
        "tile": said["tile"],
        "chosen_at": said["at"],
        "used": laid(written),
        "asked": tile or "",
        "wrong": refused(rules) | beside(problems, _field),
        "example": EXAMPLE,
        "picture": None,
    }
    places: Sequence[Placement] = ()
    if tile and board is not None and rules.is_valid():
        house = _options(rules.cleaned_data)
        places = sorted(calculator.placements(board, tile, house), key=lambda each: -each.points)
        told |= {"places": [_place(each, house, said["at"], query, written) for each in places]}
    ghosts: list[Body] = told.get("places", [])
    chosen = next((each for each in ghosts if each["chosen"]), None)
    return {**told, "chosen": chosen, "picture": _picture(written, ghosts, query)}


def _read_board(query: QueryDict, problems: list[Problem]) -> tuple[Board | None, list[Body]]:
    """The board and its lines; no board if something is wrong with it."""
    at = Spot(PATH, evidence.GENERAL, problems) / "board"
    found = sum(1 for written in query.get("board", "").splitlines() if written.strip())
    if found > len(TILES):
        at.refuse(shared.TOO_LONG, found=found, most=len(TILES))
        return None, []
    lines = read_board(query)
    board = calculator.read_board(lines, at)
    if board is not None:
        racks.check_all(map(TILE_OF.__getitem__, board.cells.values()), at, complete=False)
    return (None if problems else board), lines


def _read_tile(text: str, written: Sequence[Body], problems: list[Problem]) -> Tile | None:
    """In any spelling; one that lies already is a problem of the tile in hand."""
    if not text:
        return None
    at = Spot(PATH, evidence.GENERAL, problems) / "tile"
    tile = moves.read_tile("".join(read_tiles(text)), at)
    if tile is not None and tile in laid(written):
        racks.check_all([tile, tile], at, complete=False)
        return None
    return tile


def _options(cleaned: Body) -> Options:
    match, _none = options.start(cleaned, PLAYERS)
    assert match is not None, "the form knows which house rules there are"
    return match.options


def _place(
    each: Placement, house: Options, chosen: str, query: QueryDict, written: Sequence[Body]
) -> Body:
    """A place with its sum; tapped once it is chosen, tapped again the tile is laid."""
    x, y = lattice.place(each.at)
    tile, at = TILE_OF[each.corners], f"{x} {y}"
    is_chosen = at == chosen
    placed = moves.write_placed(each.at, each.corners)
    changes = (
        {"board": _text([*written, placed]), "tile": "", "at": ""} if is_chosen else {"at": at}
    )
    return {
        **placed,
        "tile": tile,
        "points": each.points,
        "pips": PIPS[tile],
        "extra": bonus_points(each.bonus, tile, house) if each.bonus else 0,
        "bonus": each.bonus.value if each.bonus else "",
        "bonus_name": BONUSES[each.bonus.value] if each.bonus else "",
        "clause": CLAUSES[each.bonus.value] if each.bonus else CLAUSES["tiles"],
        "chosen": is_chosen,
        "link": _link(query, changes),
    }


def _picture(written: Sequence[Body], ghosts: Sequence[Body], query: QueryDict) -> Body:
    """Every tile that lies can be taken into the hand again."""
    drawable = [
        {**placed, "tile": tile, "link": _link(query, {**_without(written, number), "tile": tile})}
        for number, (placed, tile) in enumerate(zip(written, laid(written), strict=True))
        if can_be_drawn(placed)
    ]
    room = room_around(drawable)
    return picture(drawable, ghosts=ghosts, span=room, usual=LARGE, least=TAPPED)


def _without(written: Sequence[Body], number: int) -> dict[str, str]:
    left = [placed for at, placed in enumerate(written) if at != number]
    return {"board": _text(left), "at": ""}


def _text(written: Sequence[Body] | Sequence[dict[str, Any]]) -> str:
    return "\n".join(map(line, written))


def _link(query: QueryDict, changes: dict[str, str]) -> str:
    """This address with other values."""
    said = {name: query.get(name, "") for name in ("board", "tile", "at", *RULES)}
    return "?" + urlencode({name: value for name, value in (said | changes).items() if value})


def _field(path: str) -> str:
    return "board" if ".board" in path else "tile"
