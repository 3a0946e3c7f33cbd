"""The tiles to choose from, and the line of the board that a problem concerns."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.triominos.tiles import TILES
from league.operations.support.labels import pair
from league.templatetags.manche import seat_name

register = template.Library()


@register.filter
def board_line(path: str) -> int | None:
    """Return the line of a problem: `rounds.2.board.4.corners` is about the fifth line."""
    match = re.search(r"\.board\.(\d+)", path)
    return int(match[1]) + 1 if match else None


@register.simple_tag
def all_tiles() -> tuple[str, ...]:
    return TILES


@register.simple_tag(takes_context=True)
def tile_on_board(context: dict[str, Any], tile: Mapping[str, Any]) -> str:
    """Return a tile of a board in words: its cell, or who laid it with which points, if known."""
    if tile.get("seat") is None:
        x, y = tile["at"]
        return pair(f"{x},{y}", _joined(tile["corners"]))
    extra = f" + {tile['extra']}, {tile['bonus_name']}" if tile.get("extra") else ""
    name = seat_name(context, tile["seat"])
    label = f"{tile['order']}. {name}, {_joined(tile['tile'])}"
    return pair(label, f"{tile['pips']}{extra}")


def _joined(numbers: Iterable[str | int]) -> str:
    return "-".join(map(str, numbers))


@register.filter
def tile_name(tile: str) -> SafeString:
    """Return the numbers of a tile, kept on one line."""
    return format_html('<span class="tile-name">{}</span>', "-".join(tile))
