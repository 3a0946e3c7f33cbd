"""Cards, boxes and the sizes of hands (J1, J2, J4).

A card is a number, four times its rank (A is 0, K is 12) plus its suit; so the next card of a suit
is four higher. Cards held together are one number with a bit for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias

Card: TypeAlias = int
Cards: TypeAlias = int

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "HSDC"
CODES = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBERS = {code: card for card, code in enumerate(CODES)}
STEP = len(SUITS)  # from a card to the next one of its suit
BITS: tuple[Cards, ...] = tuple(1 << card for card in range(len(CODES)))

DECK: Cards = (1 << len(CODES)) - 1
LOW: Cards = (1 << NUMBERS["JH"]) - 1
HONOURS: Cards = DECK ^ LOW
FIRST_KING: Card = NUMBERS["KH"]
SUIT_OF: tuple[Cards, ...] = tuple(
    sum(1 << card for card in range(suit, len(CODES), STEP)) for suit in range(STEP)
)
HEARTS = SUIT_OF[SUITS.index("H")]

BOXES = ("7D", "10D", "JC", "QS", "KD")
BOX_OF: dict[Card, int] = {NUMBERS[code]: box for box, code in enumerate(BOXES)}
BOX_CARDS: tuple[Cards, ...] = tuple(1 << NUMBERS[code] for code in BOXES)
SEVEN, TEN = BOX_CARDS[0], BOX_CARDS[1]
ACE_OF_HEARTS: Cards = 1 << NUMBERS["AH"]

LOW_VALUE, HONOUR_VALUE, SEVEN_VALUE = 1, 2, 5


# maps the bit of a card to the bits of all cards of its rank, and 0 (no card) to 0
_SAME_RANK: dict[Cards, Cards] = {0: 0}
_SAME_RANK.update((bit, 15 << card // STEP * STEP) for card, bit in enumerate(BITS))


class Deal(StrEnum):
    CLASSIC = "classic"
    SIMPLIFIED = "simplified"


def pack(codes: Iterable[str]) -> Cards:
    """Return the set of cards with these codes, which are all known and different."""
    return sum(1 << NUMBERS[code] for code in codes)


def codes(hand: Cards) -> list[str]:
    """Return the codes of these cards, the lowest first."""
    return [CODES[card] for card in numbers(hand)]


def numbers(hand: Cards) -> list[Card]:
    """Return the numbers of these cards, the lowest first."""
    listed = []
    while hand:
        rest = hand & hand - 1
        listed.append((hand ^ rest).bit_length() - 1)
        hand = rest
    return listed


def value(hand: Cards) -> int:
    """Return what these cards cost the player who holds them at the end (J17)."""
    low, honours = (hand & LOW).bit_count(), (hand & HONOURS).bit_count()
    seven = SEVEN_VALUE - LOW_VALUE if hand & SEVEN else 0
    return LOW_VALUE * low + HONOUR_VALUE * honours + seven


def lowest_rank(hand: Cards) -> Cards:
    """Return the cards of the lowest rank among these."""
    return hand & _SAME_RANK[hand & -hand]


def smallest_hand(players: int) -> int:
    return len(CODES) // players


def largest_hand(deal: Deal, players: int) -> int:
    return len(CODES) // players + (deal is Deal.CLASSIC and len(CODES) % players > 0)


def number_aside(deal: Deal, players: int) -> int:
    return len(CODES) % players if deal is Deal.SIMPLIFIED else 0


def hand_sizes(deal: Deal, players: int) -> list[int]:
    """Return the sizes of the hands, the largest first; any seats may have the larger ones (J4)."""
    larger = 0 if deal is Deal.SIMPLIFIED else len(CODES) % players
    return [smallest_hand(players) + (seat < larger) for seat in range(players)]
