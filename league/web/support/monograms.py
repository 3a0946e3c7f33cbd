"""Monograms: the initials of a player on a coloured shape, in the place of a picture. Pure.

Colour and shape follow from the player's number, so they are the same on every page and after a
change of name. Two people of one colour mostly differ in shape, which helps readers who see no
colours. The style sheet draws them from an attribute, so that a table copied from a page contains
only names.
"""

from typing import NamedTuple

COLOURS = 12  # as in site/monograms.css
SHAPES = 5


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
