"""How many ways there are, counted by hand first."""

from math import comb

import pytest

from games.base import Seat
from games.njet import cards, options, rules
from games.njet.moves import Discard, Partner

ROWS = {"first": 4, "discard": 3, "trump": 4, "super": 4, "value": 4}


def dealt(players=4, **house):
    match, problems = options.start(house, players)
    assert not problems
    deck = cards.deck(players)
    hands = [deck[seat::players] for seat in range(players)]
    return rules.deal(match, Seat(0), hands)


def ways(state, depth):
    """Return the number of sequences of `depth` legal moves."""
    legal = rules.legal_moves(state)
    if depth == 1:
        return len(legal)
    return sum(ways(rules.apply(state, move), depth - 1) for move in legal)


@pytest.mark.parametrize(
    ("players", "house", "counted"),
    [
        # 19 cells; a row of three has no open choice any more after two of its cells (3 x 2 ways)
        (4, {}, [19, 19 * 18, 19 * 18 * 17 - 6]),
        # no choice in the row of the discard from the start
        (4, {"discards": [2]}, [16, 16 * 15, 16 * 15 * 14]),
        # five cells in the row of the super-trump
        (4, {"super_none": True}, [20, 20 * 19, 20 * 19 * 18 - 6]),
        # two rows of three
        (3, {}, [18, 18 * 17, 18 * 17 * 16 - 12]),
        # a row of two is decided by its first cell: 16 cells of four rows, and 2 of this one
        (4, {"discards": [0, 1]}, [18, 16 * (15 + 2) + 2 * 16]),
    ],
)
def test_z4_ways_to_begin_the_njet_phase(players, house, counted):
    state = dealt(players, **house)
    assert [ways(state, depth + 1) for depth in range(len(counted))] == counted


def test_z4_every_choice_of_rules_can_come_out():
    """4 x 3 x 4 x 4 x 4 boards; each is found by covering the other cells in some order."""
    board = dealt().match.board
    expected = 4 * 3 * 4 * 4 * 4
    actual = {tuple(cells) for cells in _choices([list(board.places[row]) for row in ROWS])}
    assert len(actual) == expected
    for cells in actual:
        state = dealt()
        keep = dict(zip(ROWS, cells, strict=True))
        while isinstance(state, rules.Covering):
            move = next(m for m in rules.legal_moves(state) if m.cell != keep[m.row])
            state = rules.apply(state, move)
        assert tuple(state.rules) == cells


def _choices(rows):
    if not rows:
        return [()]
    return [(cell, *rest) for cell in rows[0] for rest in _choices(rows[1:])]


def chosen(players, discard):
    """Return the state before the partner is chosen, with `discard` cards to put aside."""
    state = dealt(players, discards=[discard])
    while isinstance(state, rules.Covering):
        state = rules.apply(state, rules.legal_moves(state)[0])
    return state


@pytest.mark.parametrize(("players", "partners"), [(4, 3), (3, 3)])
def test_z5_partners(players, partners):
    """Any of three others; or one of two, or nobody."""
    legal = rules.legal_moves(chosen(players, 0))
    assert len(legal) == len(set(legal)) == partners
    assert all(isinstance(move, Partner) for move in legal)
    assert (None in {move.partner for move in legal}) == (players == 3)


def test_z6_cards_to_put_aside():
    """Two of ten: 45 pairs; with both 1s of a colour in hand 1 + 8 + 28 that differ."""
    state = chosen(4, 2)
    state = rules.apply(state, rules.legal_moves(state)[0])
    for seat, hand in enumerate(state.hands):
        mine = [move for move in rules.legal_moves(state) if move.seat == seat]
        card_codes = cards.of_hand(hand)
        pairs = len(card_codes) - len(set(card_codes))
        single = len(card_codes) - 2 * pairs
        kinds = pairs + single
        assert len(mine) == comb(kinds, 2) + pairs
        assert all(isinstance(move, Discard) for move in mine)
    assert comb(9, 2) + 1 == 1 + 8 + 28
