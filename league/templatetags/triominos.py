"""The tiles to choose from, and the line of the board that a problem concerns."""

import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.triominos.pieces import TILES

register = template.Library()


@register.filter
def board_line(path: str) -> int | None:
    """Return the line of a problem: `rounds.2.board.4.corners` is about the fifth line."""
    match = re.search(r"\.board\.(\d+)", path)
    return int(match[1]) + 1 if match else None


@register.simple_tag
def all_tiles() -> tuple[str, ...]:
    return TILES


@register.filter
def tile_name(tile: str) -> SafeString:
    """Return the numbers of a tile, kept on one line."""
    return format_html('<span class="tile-name">{}</span>', "-".join(tile))
