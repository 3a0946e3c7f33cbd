"""Invariant 9: all hands that can finish, counted by their best points."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from games.neurotrio import cards, score
from tests.games.states import options_of

HANDS = {
    11: 5_693_760,
    12: 3_748_113,
    13: 1_471_932,
    14: 310_230,
    15: 40_878,
    16: 13_446,
    17: 486,
}
DUO = cards.CARDS[0]
TYPES = sum(cards.UNIT.values())


def is_of_one_deck(cards):
    """Return whether no type is there three times (or four: the bit above)."""
    return not (cards & cards >> 1 | cards >> 2) & TYPES


def hands_with(duo):
    """Return all sets of 11 cards that can finish with this duo, so none of its type in a trio."""
    trios = [trio for trio in cards.TRIOS if not cards.has(trio, duo)]
    two = {one + other for one in trios for other in trios if is_of_one_deck(one + other)}
    three = {both + trio for both in two for trio in trios if is_of_one_deck(both + trio)}
    return [card_codes + 2 * cards.UNIT[duo] for card_codes in three]


def seconds(place):
    """Return the cards with the second value of a dimension."""
    value = (cards.FORCES, cards.NATURES, cards.FONDS)[place][1]
    return sum(7 * cards.UNIT[card] for card in cards.CARDS if card[place] == value)


SWAPS = [(seconds(place), width) for place, width in enumerate((27, 9, 3))]


def swapped(cards, second, width):
    """Return cards with the second and third value of a dimension exchanged; 1CN stays as it is."""
    third = second << width
    return cards & ~(second | third) | (cards & second) << width | (cards & third) >> width


def representative(hand):
    """Return one of the eight hands that differ by swapped values, the same one for all."""
    images = [hand]
    for swap in SWAPS:
        images += [swapped(image, *swap) for image in images]
    return min(images)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_all_hands_that_can_finish_by_their_best_points():
    """All 27 duos are alike, and a hand with k possible duos is met k times among them."""
    counted: dict[int, Fraction] = defaultdict(Fraction)
    for hand, alike in Counter(map(representative, hands_with(DUO))).items():
        duos = {duo for _trios, duo in score.finishes(hand)}
        best = score.best_of(hand, finisher=True, options=options_of("neurotrio"))
        assert best
        counted[best.natural] += alike * Fraction(27, len(duos))
    assert counted == HANDS
