"""Names of the cards: `10♦` on pages and `10 of diamonds` aloud; read from what players write.

Some letters mean two things, which their place settles: the rank comes first. So D is the queen
(Dame) in French and German as a rank, and diamonds, as in records, as a suit: `DD` is the queen of
diamonds. K is the king in English and German (König), R in French (Roi). A suit may be its sign,
its letter in records (H S D C) or the first letter of its name, if no other suit has that one:
P and T in French, P in German. C is clubs everywhere, also in French, where it begins two names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.lettering import Lettering, Parts, alphabet
from games.nain_jaune.cards import CODES
from problems.text import Listing, Words, enumerated

SIGNS = {"H": "♥", "S": "♠", "D": "♦", "C": "♣"}
COURT = "JQK"
COURT_LETTERS = Words("J Q K")  # jack, queen, king: one letter each, all different
SUITS = {
    "H": Words("hearts"),
    "S": Words("spades"),
    "D": Words("diamonds"),
    "C": Words("clubs"),
}
# by rank; `number` is for all others
RANKS = {
    "A": Words("ace of {suit}"),
    "J": Words("jack of {suit}"),
    "Q": Words("queen of {suit}"),
    "K": Words("king of {suit}"),
    "number": Words("{number} of {suit}"),
}
THE_RANKS = {  # as sentences name a card
    "A": Words("the ace of {suit}"),
    "J": Words("the jack of {suit}"),
    "Q": Words("the queen of {suit}"),
    "K": Words("the king of {suit}"),
    "number": Words("the {number} of {suit}"),
}


def rank(code: str, language: str) -> str:
    """Return the letter or number of a card's rank: `V` for JS in French."""
    letters = dict(zip(COURT, alphabet(COURT_LETTERS, language), strict=True))
    return letters.get(code[:-1], code[:-1])


def _parts(code: str, language: str) -> Parts:
    suit = code[-1]
    initial = {each: SUITS[each].say(language)[0].upper() for each in SIGNS}
    is_clear = [*initial.values(), *SIGNS].count(initial[suit]) == 1
    suits = (SIGNS[suit], suit, *([initial[suit]] if is_clear else []))
    return (rank(code, language), code[:-1]), suits


CARDS = Lettering(CODES, _parts)
write, read = CARDS.write, CARDS.read


def card(code: str, ranks: Mapping[str, Words] = RANKS) -> Words:
    """Return `7 of diamonds` for 7D, which a screen reader says."""
    number, suit = code[:-1], SUITS[code[-1]]
    words = ranks.get(number, ranks["number"])
    return words._replace(params={"number": number, "suit": suit})


def the_card(code: str) -> Words:
    """Return `the 7 of diamonds` for 7D."""
    return card(code, THE_RANKS)


def boxes(chips: Mapping[str, int]) -> Listing:
    """Return the chips in each of these boxes: `7♦: 4, Q♠: 8`."""
    return enumerated(
        Words("{box}: {chips}", {"box": CARDS.lettered(box), "chips": number})
        for box, number in chips.items()
    )


def the_cards(codes: Iterable[str]) -> Listing:
    return enumerated(map(the_card, codes))
