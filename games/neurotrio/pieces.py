"""Cards, trios and the attributes that cards share (N1, N14, N15).

A pile is a set of cards packed into one number, three bits for the copies of each type, so that
adding and taking cards is plain arithmetic. No pile may hold more than three copies of a type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple, NewType

Card = NewType("Card", str)  # "2EB"
Pile = NewType("Pile", int)
Shared = NewType("Shared", int)  # a set of attribute values, one bit each

FORCES, NATURES, FONDS = "123", "CER", "NVB"
CARDS = tuple(
    Card(force + nature + fond) for force, nature, fond in product(FORCES, NATURES, FONDS)
)
COPIES = 2
MOST_HELD = 11
EMPTY = Pile(0)

UNIT = {card: Pile(1 << 3 * place) for place, card in enumerate(CARDS)}
_COUNT = {card: 7 << 3 * place for place, card in enumerate(CARDS)}
_ONES = sum(UNIT.values())
_GUARD = _ONES << 2
_VALUES = FORCES + NATURES + FONDS
SHARED = {card: Shared(sum(1 << _VALUES.index(value) for value in card)) for card in CARDS}


class Trio(NamedTuple):
    cards: tuple[Card, Card, Card]
    pile: Pile
    shared: Shared


class Line(NamedTuple):
    """The three types that share two attribute values, and the seven trios among them."""

    types: Pile
    trios: tuple[Trio, ...]


def pile(cards: Iterable[Card]) -> Pile:
    return Pile(sum(UNIT[card] for card in cards))


def deck_part(codes: Iterable[str]) -> Pile:
    """The pile of at most 11 cards; a ValueError unless one deck can hold them."""
    listed = list(codes)
    if len(listed) > MOST_HELD or any(
        code not in UNIT or listed.count(code) > COPIES for code in listed
    ):
        raise ValueError(f"not {MOST_HELD} or fewer cards of one deck: {listed}")
    return pile(Card(code) for code in listed)


def add(held: Pile, card: Card) -> Pile:
    return Pile(held + UNIT[card])


def take(held: Pile, card: Card) -> Pile:
    return Pile(held - UNIT[card])


def has(held: Pile, card: Card) -> bool:
    return bool(held & _COUNT[card])


def holds(held: Pile, part: Pile) -> bool:
    """Whether every card of `part` is there, as often: no count may borrow from its guard bit."""
    return ((held | _GUARD) - part) & _GUARD == _GUARD


def types(held: Pile) -> Pile:
    """One card of each type."""
    return Pile((held | held >> 1) & _ONES)


def number_of_types(held: Pile) -> int:
    return types(held).bit_count()


def pairs(held: Pile) -> list[Card]:
    """The types of which there are two."""
    return [card for card in CARDS if held & _COUNT[card] == UNIT[card] << 1]


def cards(held: Pile) -> list[Card]:
    return list(_unpack(held))


def _unpack(held: Pile) -> Iterator[Card]:
    for place, card in enumerate(CARDS):
        for _ in range(held >> 3 * place & 7):
            yield card


def _lines() -> Iterator[Line]:
    for chosen in combinations(CARDS, 3):
        common = SHARED[chosen[0]] & SHARED[chosen[1]] & SHARED[chosen[2]]
        if common.bit_count() == 2:
            yield Line(pile(chosen), tuple(_trios_of(chosen, Shared(common))))


def _trios_of(line: tuple[Card, ...], common: Shared) -> Iterator[Trio]:
    for a, b, c in combinations_with_replacement(line, 3):
        if not a == b == c:
            yield Trio((a, b, c), pile((a, b, c)), common)


LINES = tuple(_lines())
TRIOS = {trio.pile: trio for line in LINES for trio in line.trios}
