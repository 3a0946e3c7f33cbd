"""The quick lane and the rules judge alike: every verdict is the same without the lane."""

import copy
from random import Random
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.nain_jaune import deals, evidence, pieces, replay, rules
from games.nain_jaune.moves import Move, write
from games.nain_jaune.pieces import CODES
from tests.games import nain_jaune_notation as notation
from tests.games.nain_jaune_notation import CAST
from tests.games.test_nain_jaune_invariants import (
    houses,
    moves_between,
    odd,
    players,
    rounds,
    seeds,
)


def take_nothing(house, dealt, seat, played):
    hands, _ = dealt
    held = tuple(sum(1 << card for card in hand) for hand in hands)
    return rules.State(house, held, seat), 0


def by_the_rules_alone(played):
    with mock.patch.object(evidence, "replay", take_nothing):
        return record.check(played)


def same(played):
    verdict = record.check(played)
    assert verdict.to_json() == by_the_rules_alone(played).to_json()
    return verdict


@st.composite
def matches(draw):
    names = CAST[: draw(players)]
    options = draw(houses)
    return notation.play(draw(seeds), names, "transcript", options=options, bots="random")


moves = st.one_of(
    st.fixed_dictionaries(
        {"seat": st.integers(0, 7), "do": st.just("play"), "card": st.sampled_from(CODES)}
    ),
    st.fixed_dictionaries({"seat": st.integers(0, 7), "do": st.just("pass")}),
    odd,
)


@given(matches())
def test_legal_matches(played):
    assert same(played).ok


def test_a_match_gets_the_same_verdict_move_by_move():
    assert same(notation.play(Random(1), CAST[:4], "transcript", options={}, bots="random")).ok


@given(matches(), st.data())
def test_one_move_is_another(played, data):
    written = data.draw(st.sampled_from(played["rounds"]))["moves"]
    index = data.draw(st.integers(0, len(written) - 1))
    changed = data.draw(moves)
    written[index] = changed
    same(played)


@given(matches(), st.data())
def test_one_value_of_a_move_is_another(played, data):
    written = data.draw(st.sampled_from(played["rounds"]))["moves"]
    move = data.draw(st.sampled_from(written))
    key = data.draw(st.sampled_from(["seat", "do", "card", "points"]))
    move[key] = data.draw(odd | st.sampled_from([*CODES, "play", "pass"]) | st.integers(0, 7))
    same(played)


@given(matches(), st.data())
def test_moves_come_in_another_order(played, data):
    written = data.draw(st.sampled_from(played["rounds"]))["moves"]
    first, second = (data.draw(st.integers(0, len(written))) for _ in range(2))
    change = data.draw(st.sampled_from(["cut", "drop", "double", "turn"]))
    before, some, after = written[:first], written[first:second], written[max(first, second) :]
    kept = {"cut": before, "drop": before + after, "double": before + some + some + after}
    written[:] = kept.get(change, before + some[::-1] + after)
    same(played)


@given(matches(), houses)
def test_other_house_rules(played, house):
    same({**played, "options": house})


@given(matches(), st.permutations(range(8)))
def test_other_hands(played, order):
    changed = copy.deepcopy(played)
    for dealt in changed["rounds"]:
        hands = dealt["hands"]
        dealt["hands"] = [hands[seat] for seat in order if seat < len(hands)]
    same(changed)


def written_deal(opening):
    aside = pieces.codes(pieces.DECK & ~sum(opening.hands))
    return {"hands": [pieces.codes(held) for held in opening.hands], "aside": aside}


@given(rounds())
def test_the_lane_hands_over_the_state_of_the_rules(played):
    """Whatever stops it, after however many moves; and of legal moves it takes all."""
    match, states = played
    first, written = states[0], [write(Move(*move)) for move in moves_between(states)]
    for taken, state in enumerate(states[:-1]):
        dealt = deals.read_dealt(written_deal(first), match)
        stopped = replay.replay(first.house, dealt, first.seat, [*written[:taken], None])
        assert stopped == (state, taken)
    dealt = deals.read_dealt(written_deal(first), match)
    ended = replay.replay(first.house, dealt, first.seat, written)
    last = [pieces.numbers(held) for held in states[-1].hands]
    assert ended == (last, list(states[-1].takers), states[-1].winner)
