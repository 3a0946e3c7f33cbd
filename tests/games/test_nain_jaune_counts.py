"""Counting: how many ways a round can go, worked by hand first."""

from functools import cache

import pytest

from games.nain_jaune import cards, rules
from tests.games.nain_jaune_notation import E7_HANDS, after, opening


@cache
def ways(state, depth):
    """Return the number of sequences of `depth` legal moves; a round that is over counts once."""
    if depth == 0 or state.over:
        return 1
    return sum(ways(rules.apply(state, move), depth - 1) for move in rules.legal_moves(state))


def test_a_forced_round_has_one_way():
    # 2S 3S 4S 5S, and the first hand is empty
    assert ways(opening("2S 5S", "3S 6S", "4S 7S"), 99) == 1


def test_three_aces_are_three_ways():
    # each of AH AS AD, and nobody else has a choice
    state = opening("AH AS AD", "3C KC", "4C KD")
    assert [ways(state, depth) for depth in (1, 2, 3)] == [3, 3, 3]


def test_two_aces_and_two_answers():
    # AH leaves 2D 2C (no 2H), AS leaves 2D 2C: 2 × 2; then 3D goes on from 2D, 3D starts from 2C
    state = opening("AH AS KH", "2D 2C KS", "3D KD")
    assert [ways(state, depth) for depth in (1, 2, 3)] == [2, 4, 4]


def test_a_continuation_leaves_no_choice():
    # AH must be continued, AS and AD leave 2H alone
    assert ways(opening("AH AS AD", "2H 3C", "KC KD"), 2) == 3


def test_without_a_ban_there_are_more_ways():
    # 3S is blocked: 5D alone with a ban, 5S and 5D without
    hands = "3S KH", "5S 5D KC", "KD QD"
    assert ways(opening(*hands), 2) == 1
    assert ways(opening(*hands, restart="any"), 2) == 2


@pytest.mark.parametrize(("depth", "expected"), [(1, 3), (2, 3), (8, 3), (9, 4)])
def test_the_first_moves_of_e7(depth, expected):
    # three aces, then 4D 5D 2H 2D 2C 3C 3H alone; after AH seat 3 has the choice of AS and AC, else
    # only one ace is left that is no heart
    assert ways(opening(*E7_HANDS, opener=3), depth) == expected


def test_every_card_laid_leaves_its_hand():
    state = opening(*E7_HANDS, opener=3)
    state = after(state, "3 AC, 4 4D, 5 5D")
    assert sum(hand.bit_count() for hand in state.hands) == 48 - 3
    assert cards.codes(state.hands[4]) == ["6D", "8S", "9C", "10S", "10C"]
