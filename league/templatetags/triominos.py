"""The tiles to choose from, and where in the form of a round something is wrong."""

import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.triominos.pieces import TILES

register = template.Library()


@register.filter
def board_line(path: str) -> int | None:
    """`rounds.2.board.4.corners` is about the fifth line of the board."""
    match = re.search(r"\.board\.(\d+)", path)
    return int(match[1]) + 1 if match else None


@register.simple_tag
def all_tiles() -> tuple[str, ...]:
    return TILES


@register.filter
def tile_name(tile: str) -> SafeString:
    """Its numbers, which stay on one line."""
    return format_html('<span class="tile-name">{}</span>', "-".join(tile))
