"""Cards, hands and decks (Z1, Z2).

A hand is a multiset of cards packed into one number, ten bits a colour: two that count the 1s, then
one for each rank from 2 to 9. So cards are added to a hand and subtracted from it, and equal hands
are equal numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NewType, TypeAlias

Card = NewType("Card", str)  # "R9"
Hand: TypeAlias = int

COLOURS, RANKS = "RKBG", "123456789"
CARDS = tuple(Card(colour + rank) for colour, rank in product(COLOURS, RANKS))
ONE, REMOVED = "1", "2"  # the rank that is there twice; the rank that three players leave out
COPIES = {card: 2 if card[1] == ONE else 1 for card in CARDS}
ONES = 8
EMPTY = 0
HAND_SIZE = {3: 12, 4: 10}

_WIDTH = 10
OF_COLOUR = {colour: (1 << _WIDTH) - 1 << _WIDTH * i for i, colour in enumerate(COLOURS)}
ALL = sum(OF_COLOUR.values())
MASK = {
    card: 3 << _WIDTH * COLOURS.index(card[0])
    if card[1] == ONE
    else 1 << _WIDTH * COLOURS.index(card[0]) + int(card[1])
    for card in CARDS
}
UNIT = {card: mask & -mask for card, mask in MASK.items()}  # what a card adds to a hand
_CARD_AT = {unit: card for card, unit in UNIT.items()}
_TWO_ONES = sum(2 * UNIT[Card(colour + ONE)] for colour in COLOURS)


def deck(players: int) -> list[Card]:
    """Return the cards of a deck; three players leave out the 2s (Z2)."""
    return [
        card
        for card in CARDS
        for _ in range(COPIES[card])
        if players == len(COLOURS) or card[1] != REMOVED
    ]


COUNTED = {players: Counter(deck(players)) for players in HAND_SIZE}


def whole_deck(players: int, hands: object) -> tuple[Hand, ...] | None:
    """Return the hands of a deal; None unless they are lists that share out the whole deck.

    The sum of all has four bits fewer than there are cards, so just four pairs of equal bits have
    merged; and as no card adds the second bit of a 1, these were the pairs of 1s. Hence only a
    whole deck has this sum.
    """
    unit, size = _UNIT_OF[players], HAND_SIZE[players]
    if not isinstance(hands, list) or [*map(type, hands)] != [list] * players:
        return None
    if [*map(len, hands)] != [size] * players:
        return None
    try:
        packed_hands = tuple([sum(map(unit, cards)) for cards in hands])
    except (KeyError, TypeError):  # an unknown card, or not a text
        return None
    return packed_hands if sum(packed_hands) == _SUM[players] else None


def hand(cards: Iterable[Card]) -> Hand:
    return sum(UNIT[card] for card in cards)


def types(hand: int) -> list[Card]:
    """Return each different card once; this may also be several hands or-ed together."""
    return [_CARD_AT[bit] for bit in _bits((hand | (hand & _TWO_ONES) >> 1) & ~_TWO_ONES)]


def of_hand(hand: Hand) -> list[Card]:
    return [card for card in types(hand) for _ in range((hand & MASK[card]) // UNIT[card])]


def _bits(hand: int) -> Iterator[int]:
    while hand:
        lowest = hand & -hand
        yield lowest
        hand ^= lowest


_UNIT_OF: dict[int, Callable[[Card], int]] = {
    players: {card: UNIT[card] for card in deck(players)}.__getitem__ for players in HAND_SIZE
}
_SUM = {players: hand(deck(players)) for players in HAND_SIZE}
