"""The pictures of the rules of Triominos: tiles on felt, with bridges and hexagons."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.template.loader import render_to_string

from games.triominos.pictures import BONUS_POINTS, UNFIT, Placed
from games.triominos.pictures import PICTURES as BOARDS
from league.web.games.rule_pictures import FONT, WRONG, Pictures
from league.web.games.triominos.board import board_picture

INK, FELT = "#1d2230", "#dbe7dc"
IVORY = {
    "edge": 'fill="#c3b394"',
    "face": 'fill="#fffdf6" stroke="#c3b394" stroke-width="1.2"',
}
GOLDEN = {
    "edge": 'fill="#c08a1e"',
    "face": 'fill="#ffeab0" stroke="#c08a1e" stroke-width="3"',
}
REFUSED = {
    "edge": f'fill="{WRONG}"',
    "face": f'fill="#fae6e0" stroke="{WRONG}" stroke-width="3" stroke-dasharray="7 6"',
}
SCALE = 0.62


def _board(name: str) -> str:
    picture = board_picture([_tile(placed) for placed in BOARDS[name]])
    left, top, width, height = map(float, picture["view"].split())
    last, tiles = len(picture["tiles"]) - 1, picture["tiles"]
    drawn = [
        _face(tile, _colours(name, number, number == last)) for number, tile in enumerate(tiles)
    ]
    circles = [
        f'<circle class="hexagon" cx="{x}" cy="{y}" r="12" fill="none" stroke="#c08a1e" '
        'stroke-width="4.5"/>'
        for x, y in picture["hexagons"]
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{picture["view"]}" '
        f'width="{width * SCALE:g}" height="{height * SCALE:g}">'
        f'<rect class="felt-ground" x="{left:g}" y="{top:g}" width="{width:g}" '
        f'height="{height:g}" rx="20" fill="{FELT}"/>'
        f'<g {FONT} font-size="25" text-anchor="middle" fill="{INK}">{"".join(drawn)}</g>'
        f"{''.join(circles)}</svg>"
    )


def _tile(placed: Placed) -> dict[str, Any]:
    x, y, corners = placed
    return {"at": [x, y], "corners": [*corners]}


def _colours(name: str, number: int, is_last: bool) -> Mapping[str, str]:
    if UNFIT.get(name) == number:
        return REFUSED
    return GOLDEN if is_last and name in BONUS_POINTS else IVORY


def _face(tile: Mapping[str, Any], colours: Mapping[str, str]) -> str:
    """Return the tile of the pages, with attributes for papers, which have no style sheet."""
    context = {"up": tile["up"], "numbers": tile["corners"]}
    face: str = render_to_string("games/triominos/_face.html", context)
    for part, attributes in colours.items():
        # pages colour plain tiles by their style sheet, light and dark
        css_class = f'class="{part}" ' if colours is IVORY else ""
        face = face.replace(f'class="{part}"', css_class + attributes)
    return f'<g transform="translate({tile["x"]} {tile["y"]})">{face}</g>'


PICTURES: Pictures = {name: partial(_board, name) for name in BOARDS}
