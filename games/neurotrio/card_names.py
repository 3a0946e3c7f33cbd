"""Names of the cards: `2★B` on pages, `2 of stars on blue` aloud; read from what players write.

A card is its number, its sign and the letter of its background, in this order, which settles
letters that mean two things: in German, S is stars in the middle and black at the end. A sign may
also be its letter, in the reader's language or in records (C E R). Black is D (dark) in English,
where B is blue.
"""

from __future__ import annotations

from games.lettering import Lettering, Parts, alphabet
from games.neurotrio import cards
from problems.text import Param, Words

SIGNS = {"C": "♥", "E": "★", "R": "✿"}
SIGN_LETTERS = Words("H S R")  # heart, star, rose: one letter each, all different
FOND_LETTERS = Words("D G B")  # dark (black), green, blue: one letter each, all different
NATURES = {
    "C": Words("of hearts"),
    "E": Words("of stars"),
    "R": Words("of roses"),
}
FONDS = {
    "N": Words("black"),
    "V": Words("green"),
    "B": Words("blue"),
}


def fond(code: str, language: str) -> str:
    """Return the letter of a background: `D` for N in English."""
    return alphabet(FOND_LETTERS, language)[cards.FONDS.index(code)]


def _parts(code: str, language: str) -> Parts:
    force, nature, background = code[0], code[1], code[2]
    letter = alphabet(SIGN_LETTERS, language)[cards.NATURES.index(nature)]
    return force, (SIGNS[nature], letter, nature), (fond(background, language), background)


CARDS = Lettering(cards.CARDS, _parts)
write, read = CARDS.write, CARDS.read


def card(code: str) -> Words:
    """Return `2 of stars on blue` for 2EB, which a screen reader says."""
    force, nature, background = code[0], NATURES[code[1]], FONDS[code[2]]
    params: dict[str, Param] = {"force": force, "nature": nature, "fond": background}
    return Words("{force} {nature} on {fond}", params)
