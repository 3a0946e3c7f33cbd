"""Pictures of rounds as plain data: rows of cards, tiles or boxes. Pages draw them with their own
marks and words, so that a game cannot put HTML into a page."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from problems.text import Param, Words


class Colour(StrEnum):
    PLAIN = ""
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    GOLD = "gold"
    FAINT = "faint"


class Tile(NamedTuple):
    """A card, a die, a box: a few characters. `name` is its name for screen readers, if the
    characters do not say it."""

    text: Param
    colour: Colour = Colour.PLAIN
    name: Words | None = None


class Row(NamedTuple):
    """A row of tiles and what it is; with `seats`, the names of these players begin the label."""

    label: Words
    tiles: Sequence[Tile] = ()
    seats: Sequence[int] = ()
