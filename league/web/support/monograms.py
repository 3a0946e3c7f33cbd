"""Monograms: the initials of a player on a coloured shape, in the place of a picture. Pure.

Colour and shape follow from the player's number, so they are the same on every page and after a
change of name. Two people of one colour mostly differ in shape, which helps who sees no colours.
"""

from typing import NamedTuple

COLOURS = 12  # as in site/monograms.css
SHAPES = (  # outlines in a box of 32 × 32
    "M16 1a15 15 0 1 1 0 30a15 15 0 1 1 0-30Z",  # circle
    "M6 2h20a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4Z",  # square
    "M9 2.5h14L30.5 16 23 29.5H9L1.5 16Z",  # hexagon
    "M16 1 30 7v10q0 9-14 14Q2 26 2 17V7Z",  # shield
    "M11 1.5h10l9.5 9.5v10L21 30.5H11L1.5 21V11Z",  # octagon
)


class Monogram(NamedTuple):
    """The letters, the number of the colour and the outline of one monogram."""

    letters: str
    colour: int
    outline: str


def monogram(name: str, number: int) -> Monogram:
    """Return the monogram of the player with this number, under the name that a page shows.

    >>> monogram("Ada King Lovelace", 7).letters, monogram("zoé", 7).letters
    ('AL', 'Z')
    """
    return Monogram(_initials(name), number % COLOURS, SHAPES[number % len(SHAPES)])


def _initials(name: str) -> str:
    """Return the first letters of the first and the last word, or a bullet if there are none."""
    letters = [
        next(filter(str.isalnum, word)) for word in name.split() if any(map(str.isalnum, word))
    ]
    ends = letters[:1] + letters[1:][-1:]
    return "".join(ends).upper() or "•"
