"""Cards, trios and the attributes that cards share (N1, N14, N15).

A pile is a set of cards packed into one number, three bits for the copies of each type, so that
adding and taking cards is plain arithmetic. A pile may hold at most three copies of a type; a pile
from one deck has two at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple, NewType, TypeAlias

Card = NewType("Card", str)  # "2EB"
Pile: TypeAlias = int  # no NewType: that would be a call for every sum
Shared: TypeAlias = int  # a set of attribute values, one bit each
TrioOfPile: TypeAlias = "tuple[Pile, Trio]"  # a trio, with its cards at hand for quick sums

FORCES, NATURES, FONDS = "123", "CER", "NVB"
CARDS = tuple(
    Card(force + nature + fond) for force, nature, fond in product(FORCES, NATURES, FONDS)
)
COPIES = 2
MOST_HELD = 11
EMPTY = 0

UNIT = {card: 1 << 3 * place for place, card in enumerate(CARDS)}
_UNIT_OF: Callable[[str], int] = {str(card): unit for card, unit in UNIT.items()}.__getitem__
COUNT = {card: 7 << 3 * place for place, card in enumerate(CARDS)}
_ONES = sum(UNIT.values())
PAIRS = _ONES << 1  # the bits set where there are two of a type
GUARD = _ONES << 2
_OF_BIT = {1 << bit: [CARDS[bit // 3]] * (1 << bit % 3) for bit in range(3 * len(CARDS))}
_PAIR = {0: ()} | {COPIES * unit: (card,) for card, unit in UNIT.items()}
_VALUES = FORCES + NATURES + FONDS
SHARED = {card: sum(1 << _VALUES.index(value) for value in card) for card in CARDS}


class Trio(NamedTuple):
    cards: tuple[Card, Card, Card]
    pile: Pile
    shared: Shared


class CardLine(NamedTuple):
    """The three types that share two attribute values, and the seven trios among them."""

    types: Pile
    trios: tuple[Trio, ...]


def pile(cards: Iterable[str]) -> Pile:
    return sum(map(_UNIT_OF, cards))


def deck_part(codes: Iterable[str]) -> Pile:
    """Return the pile of at most 11 cards; raise ValueError unless one deck can hold them."""
    listed = tuple(codes)
    try:
        cards_of_pile = pile(listed)
    except KeyError:  # an unknown card fits no deck
        cards_of_pile = GUARD
    if len(listed) > MOST_HELD or not is_of_one_deck(cards_of_pile, len(listed)):
        raise ValueError(f"not {MOST_HELD} or fewer cards of one deck: {[*listed]}")
    return cards_of_pile


def add(pile: Pile, card: Card) -> Pile:
    return pile + UNIT[card]


def take(pile: Pile, card: Card) -> Pile:
    return pile - UNIT[card]


def has(pile: Pile, card: Card) -> bool:
    return bool(pile & COUNT[card])


def types(pile: Pile) -> Pile:
    """Return one card of each type."""
    return (pile | pile >> 1) & _ONES


def number_of_types(pile: Pile) -> int:
    return ((pile | pile >> 1) & _ONES).bit_count()


def is_of_one_deck(pile: int, number: int) -> bool:
    """Return whether the sum of this number of cards has no type more than twice.

    Any list of cards may be asked about: a count that overflows makes the digits add up to less.
    """
    copies = pile.bit_count() + (pile & PAIRS).bit_count()
    return copies == number and not pile & GUARD and not pile & pile >> 1 & _ONES


def pairs(pile: Pile) -> tuple[Card, ...]:
    """Return the types with two copies."""
    both = pile & PAIRS
    few = _PAIR.get(both)
    return tuple(_unpack(both)[::COPIES]) if few is None else few


def of_pile(pile: Pile) -> list[Card]:
    return _unpack(pile)


def _unpack(pile: int) -> list[Card]:
    result: list[Card] = []
    while pile:
        lowest = pile & -pile
        result += _OF_BIT[lowest]
        pile ^= lowest
    return result


def trios_in(pile: Pile) -> list[tuple[TrioOfPile, ...]]:
    """Return the trios among cards of one deck, line by line.

    A pile added to itself, shifted by one and by two steps of a dimension, counts the cards of all
    parallel lines in one addition. With one more, the counts of three and over show in the guard
    bits.
    """
    crowded = (
        (pile + (pile >> 3) + (pile >> 6) + _ONES & _ALONG_FONDS) >> 2
        | (pile + (pile >> 9) + (pile >> 18) + _ONES & _ALONG_NATURES) >> 1
        | pile + (pile >> 27) + (pile >> 54) + _ONES & _ALONG_FORCES
    )
    result: list[tuple[TrioOfPile, ...]] = []
    while crowded:
        lowest = crowded & -crowded
        result.append(_TRIOS_OF[pile & _LINE_OF[lowest]])
        crowded ^= lowest
    return result


def _lines() -> Iterator[CardLine]:
    """Yield the lines in the order of their cards."""
    for place in range(len(CARDS)):
        for step in STEPS:
            if place // step % 3 == 0:
                yield _line(CARDS[place : place + 2 * step + 1 : step])


def _line(types: tuple[Card, ...]) -> CardLine:
    common = SHARED[types[0]] & SHARED[types[1]]
    threes = [(types[a], types[b], types[c]) for a, b, c in _THREES]
    return CardLine(
        pile(types),
        tuple([Trio(three, pile(three), common) for three in threes]),
    )


def _parts() -> Iterator[tuple[int, tuple[TrioOfPile, ...], int]]:
    """Yield each part of a line that makes trios, with the trios and a count.

    The count tells how many of these trios use the first card of the part; they come first.
    """
    patterns = list(_patterns())
    for line in LINES:
        result = [(trio.pile, trio) for trio in line.trios]
        one, two, three = (UNIT[card] for card in of_pile(line.types))
        for copies, fitting, with_first in patterns:
            part = copies[0] * one + copies[1] * two + copies[2] * three
            yield part, tuple([result[place] for place in fitting]), with_first


def _patterns() -> Iterator[tuple[tuple[int, ...], list[int], int]]:
    """Yield the parts of any line: copies of its three types, places among its trios, a count."""
    for copies in product(range(COPIES + 1), repeat=3):
        fitting = [
            place
            for place, three in enumerate(_THREES)
            if all(three.count(kind) <= often for kind, often in enumerate(copies))
        ]
        first = 0 if copies[0] else 1  # two types at least are there
        if fitting:
            yield copies, fitting, sum(_THREES[place][0] == first for place in fitting)


STEPS = (1, 3, 9)  # to the next card of a line along the fonds, the natures, the forces
_THREES = [three for three in combinations_with_replacement(range(3), 3) if len(set(three)) > 1]
LINES = tuple(_lines())
TRIOS = {trio.pile: trio for line in LINES for trio in line.trios}

_ALONG_FONDS, _ALONG_NATURES, _ALONG_FORCES = (
    sum(4 * UNIT[card] for place, card in enumerate(CARDS) if place // step % 3 == 0)
    for step in STEPS
)
# To find the trios that use the first of some cards: the lines it can be the first of, by its
# lowest bit, and the trios of a line with its first card, by what there is of this line.
THROUGH: dict[int, list[int]] = {bit: [] for bit in (0, *_OF_BIT)}
for _line_of_three in LINES:
    for _card in of_pile(_line_of_three.types)[:2]:  # the last type makes no trio
        for _copies in (1, COPIES):
            THROUGH[_copies * UNIT[_card]].append(7 * _line_of_three.types)
_PARTS = list(_parts())
_TRIOS_OF = {part: trios for part, trios, _ in _PARTS}
WITH_FIRST = {part: trios[:with_first] for part, trios, with_first in _PARTS}
# a line is known by one bit of its first card: which one tells along what it goes
_LINE_OF = dict(
    zip(
        (
            1 << 3 * place + along
            for place in range(len(CARDS))
            for along, step in enumerate(STEPS)
            if place // step % 3 == 0
        ),
        (7 * line.types for line in LINES),
        strict=True,
    )
)
