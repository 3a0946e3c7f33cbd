"""The beginning of a long list, and how much of it is left out."""

from collections.abc import Sequence
from typing import TypeVar

from django import template

register = template.Library()
MOST_LINES = 100  # of people on a page that has no pages

ThingT = TypeVar("ThingT")


@register.filter
def first_lines(things: Sequence[ThingT]) -> Sequence[ThingT]:
    return things[:MOST_LINES]


@register.filter
def left_out(things: Sequence[object]) -> int:
    """Return how many things `first_lines` leaves out."""
    return max(0, len(things) - MOST_LINES)
