"""Monograms: the initials of a player on a coloured shape, in the place of a picture.

Colour and shape follow from the player's number, so they are the same on every page and after a
change of name. Two people of one colour mostly differ in shape, which helps readers who see no
colours. The style sheet draws them from an attribute, so that a table copied from a page contains
only names.
"""

from typing import Any, NamedTuple

from django import template
from django.utils.safestring import SafeString

from league.models import Player
from league.templatetags.manche import name

register = template.Library()
COLOURS = 12  # as in site/monograms.css
SHAPES = 5


@register.simple_tag(name="monogram", takes_context=True)
def draw_monogram(context: dict[str, Any], player: Player) -> SafeString:
    """Draw the monogram of the player under the name that this page shows; it stands beside the
    name, so screen readers skip it."""
    return SafeString(f"<i {initials(name(context, player), player.pk)} aria-hidden=true></i>")


def initials(shown_name: str, number: int) -> SafeString:
    """Return the attributes of an element that begins with a monogram. The letters need no quotes:
    they are letters, digits or a bullet."""
    drawn = monogram(shown_name, number)
    return SafeString(f'class="c{drawn.colour} s{drawn.shape}" data-initials={drawn.letters}')


class Monogram(NamedTuple):
    """The letters of a monogram, and the numbers of its colour and its shape."""

    letters: str
    colour: int
    shape: int


def monogram(name: str, number: int) -> Monogram:
    """Return the monogram of the player with this number, under the name that a page shows.

    >>> monogram("Ada King Lovelace", 7).letters, monogram("zoé", 7).letters
    ('AL', 'Z')
    """
    return Monogram(_initials(name), number % COLOURS, number % SHAPES)


def _initials(name: str) -> str:
    """Return the first letters of the first and the last word, or a bullet if there are none."""
    letters = [
        next(filter(str.isalnum, word)) for word in name.split() if any(map(str.isalnum, word))
    ]
    ends = letters[:1] + letters[1:][-1:]
    return "".join(ends).upper() or "•"
