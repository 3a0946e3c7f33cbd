"""Cards, hands and decks (Z1, Z2).

A hand is a set of cards packed into one number, ten bits a colour: two for the 1s, then one for
each rank from 2 to 9. A single 1 is always the lower bit, so equal hands are equal numbers.
"""

from __future__ import annotations

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
ALL_ONES = sum(MASK[Card(colour + ONE)] for colour in COLOURS)
_CARD_AT = {1 << place: card for card in CARDS for place in range(40) if MASK[card] >> place & 1}
_SECOND_ONES = ALL_ONES & ALL_ONES << 1


def deck(players: int) -> list[Card]:
    """Z2: three players leave out the 2s."""
    return [
        card
        for card in CARDS
        for _ in range(COPIES[card])
        if players == len(COLOURS) or card[1] != REMOVED
    ]


def whole_deck(players: int, hands: object) -> tuple[Hand, ...] | None:
    """The hands of a deal; None unless they are lists that share out the whole deck.

    Each card is counted by the lower of its bits. The sum of all has four bits fewer than there are
    cards, so just four pairs of equal bits have merged; and as no card counts for the second bit of
    a 1, these were the pairs of 1s. Hence this sum is that of a whole deck only.
    """
    lowest, size = _LOWEST[players], HAND_SIZE[players]
    if not isinstance(hands, list) or [*map(type, hands)] != [list] * players:
        return None
    if [*map(len, hands)] != [size] * players:
        return None
    try:
        sums = [sum(map(lowest, cards)) for cards in hands]
    except (KeyError, TypeError):  # an unknown card, or what is no text
        return None
    if sum(sums) != _SUM[players]:
        return None
    return tuple([held | (held & _SECOND_ONES) >> 1 for held in sums])


def hand(cards: Iterable[Card]) -> Hand:
    held = 0
    for card in cards:
        free = MASK[card] & ~held
        held |= free & -free
    return held


def take(held: Hand, cards: int) -> Hand:
    """The hand without one card; `cards` are the bits of it that the hand has."""
    return held ^ (cards & ~(cards >> 1))


def types(held: int) -> list[Card]:
    """Each different card once."""
    return [_CARD_AT[bit] for bit in _bits(held & ~_SECOND_ONES)]


def cards(held: int) -> list[Card]:
    return [_CARD_AT[bit] for bit in _bits(held)]


def _bits(held: int) -> Iterator[int]:
    while held:
        lowest = held & -held
        yield lowest
        held ^= lowest


_LOWEST: dict[int, Callable[[Card], int]] = {
    players: {card: MASK[card] & -MASK[card] for card in deck(players)}.__getitem__
    for players in HAND_SIZE
}
_SUM = {players: sum(map(_LOWEST[players], deck(players))) for players in HAND_SIZE}
