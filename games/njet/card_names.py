"""Names of the cards: `R9` on pages, `red 9` aloud; read from what players write.

The letter is the one of the colour in the reader's language: black is K in English and in records,
N in French, S in German; green is G, in French V. No letter means two colours in one language, so
the codes of records are read in each. Colour and rank may come in either order.
"""

from __future__ import annotations

from games.lettering import Lettering, Parts, alphabet
from games.njet import cards
from problems.text import Words

COLOUR_LETTERS = Words("R K B G")  # red, black, blue, green: one letter each, all different
COLOURS = {
    "R": Words("red"),
    "K": Words("black"),
    "B": Words("blue"),
    "G": Words("green"),
    "none": Words("none"),
}


def colour(code: str, language: str) -> str:
    """Return the letter of a colour: `N` for K in French."""
    return alphabet(COLOUR_LETTERS, language)[cards.COLOURS.index(code)]


def _parts(code: str, language: str) -> Parts:
    return (colour(code[0], language), code[0]), code[1]


CARDS = Lettering(cards.CARDS, _parts, either_way=True)
write, read = CARDS.write, CARDS.read


def card(code: str) -> Words:
    """Return `red 9` for R9, which a screen reader says."""
    return Words("{colour} {rank}", {"colour": COLOURS[code[0]], "rank": code[1]})
