"""What the pictures of the rules show is what the engines say."""

from functools import reduce

import pytest

from games.base import IllegalMove, Seat
from games.nain_jaune import cards, rules
from games.nain_jaune import options as nain_jaune_options
from games.nain_jaune import pictures as nain_jaune
from games.neurotrio import pictures as neurotrio
from games.neurotrio import score as neurotrio_score
from games.njet import pictures as njet
from games.njet.board import Rules
from games.njet.trick_order import of_rules
from games.triominos import lattice, score
from games.triominos import pictures as triominos
from games.triominos.rules import check_place
from tests.games.states import options_of

BONUSES = {"two_trios": "N18", "three_trios": "N19", "duo_trio": "N20", "duo_two_trios": "N21"}


@pytest.mark.parametrize("name", neurotrio.PICTURES)
def test_groups_earn_what_their_clause_says(name):
    groups = [group.split() for row in neurotrio.PICTURES[name] for group in row]
    hand = [card for group in groups for card in group]
    if name == "trios":  # two examples
        for trio in groups:
            assert neurotrio_score.best(trio, False, options_of("neurotrio")).points == 2
        return
    best = neurotrio_score.best(hand, len(hand) == 11, options_of("neurotrio"))
    earned = {item["clause"] for item in best.items}
    expected = {**BONUSES, "finish": "N24", "two_duos_trio": "N22"}
    assert expected[name] in earned


def laid(tiles):
    cells = [
        (lattice.cell(x, y), (int(first), int(second), int(third)))
        for x, y, (first, second, third) in tiles
    ]
    board = lattice.EMPTY
    for at, corners in cells[:-1]:
        if board.cells:
            check_place(board, at, corners)
        board = lattice.lay(board, at, corners)
    return board, *cells[-1]


@pytest.mark.parametrize(("name", "points"), triominos.BONUS_POINTS.items())
def test_the_last_tile_earns_its_bonus(name, points):
    board, at, corners = laid(connected(triominos.PICTURES[name]))
    check_place(board, at, corners)
    bonus = score.bonus(board, at, options_of("triominos"))
    assert sum(corners) + score.bonus_points(bonus, None, options_of("triominos")) == points


def connected(tiles):
    """Return the tiles in an order in which each touches one before it; the last stays last."""
    *waiting, last = tiles
    order = [waiting.pop(0)]
    while waiting:
        board = reduce(
            lambda board, tile: lattice.lay(board, lattice.cell(*tile[:2]), (0, 0, 0)),
            order,
            lattice.EMPTY,
        )
        after = next(tile for tile in waiting if lattice.touches(board, lattice.cell(*tile[:2])))
        waiting.remove(after)
        order.append(after)
    return [*order, last]


def test_one_pair_of_tiles_fits_and_the_other_does_not():
    tiles = triominos.PICTURES["fits"]
    board, at, corners = laid(tiles[:2])
    check_place(board, at, corners)
    board, at, corners = laid(tiles[2:])
    with pytest.raises(IllegalMove):
        # as 1-2-3 is read from its corners, and no turning shows 2-1-3
        check_place(board, at, (1, 2, 3))
    assert lattice.pattern(board, at)[:2] == (2, 1)


@pytest.mark.parametrize(("trick", "winner"), njet.TRICKS["tricks"])
def test_tricks_are_taken_by_the_card_with_the_line(trick, winner):
    order = of_rules(Rules(Seat(0), 0, njet.TRUMP, njet.SUPER, 1), options_of("njet"))
    led, *others = played = trick.split()
    best = 0
    for number, card in enumerate(others, 1):
        strengths = order.strength[led]
        if order.beats(strengths[card], strengths[played[best]]):
            best = number
    assert best == winner


def test_the_blocked_player_may_start_with_the_cards_that_have_a_line():
    match, _problems = nain_jaune_options.start({}, 3)
    hands = [bits(nain_jaune.LAID), bits(nain_jaune.HAND), bits(("4H",))]
    state = rules.deal(match, Seat(0), hands)
    state.last, state.barred = number(nain_jaune.LAID[-1]), suit_of(nain_jaune.LAID[-1])
    state.seat = 1
    assert set(cards.codes(rules.allowed(state))) == set(nain_jaune.MAY_START)
    assert nain_jaune.MISSING not in nain_jaune.HAND


def test_cards_left_cost_what_the_caption_says():
    assert [cards.value(bits(hand)) for hand in nain_jaune.CARDS_LEFT] == [3, 5]


def number(code):
    return cards.NUMBERS[code]


def bits(codes):
    return sum(1 << number(code) for code in codes)


def suit_of(code):
    return bits(each for each in cards.CODES if each[-1] == code[-1])
