"""Transcripts are judged in one state that every move changes: just as by states that none does."""

import copy
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.base import IllegalMove
from games.nain_jaune import cards, options, rules
from games.nain_jaune.cards import CODES
from games.nain_jaune.moves import Move, read
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


def first_illegal_move(state, round_):
    """Return the number of the first move that `rules.apply` refuses."""
    for place, raw in enumerate(round_):
        try:
            state = rules.apply(state, read(raw, len(state.hands)))
        except IllegalMove:
            return place
    return None if state.over else len(round_)


def same(played):
    """Check that the first problem of a match is where the first illegal move of a round is."""
    verdict = record.check(played)
    match, _ = options.start(played["options"], len(played["players"]))
    for number, round_ in enumerate(played["rounds"]):
        hands = [cards.pack(hand) for hand in round_["hands"]]
        opened = rules.deal(match, round_["opener"], hands)
        place = first_illegal_move(opened, round_["moves"])
        if place is not None:
            here = f"rounds.{number}.moves"
            is_short = place == len(round_["moves"])
            assert verdict.problems[0].path == (here if is_short else f"{here}.{place}")
            return verdict
    assert verdict.ok or "scores" in verdict.problems[0].path
    return verdict


@st.composite
def matches(draw):
    names = CAST[: draw(players)]
    house = draw(houses)
    return notation.play(draw(seeds), names, "transcript", options=house, bots="random")


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
    round_ = data.draw(st.sampled_from(played["rounds"]))["moves"]
    index = data.draw(st.integers(0, len(round_) - 1))
    changed = data.draw(moves)
    round_[index] = changed
    same(played)


@given(matches(), st.data())
def test_one_value_of_a_move_is_another(played, data):
    round_ = data.draw(st.sampled_from(played["rounds"]))["moves"]
    move = data.draw(st.sampled_from(round_))
    key = data.draw(st.sampled_from(["seat", "do", "card", "points"]))
    move[key] = data.draw(odd | st.sampled_from([*CODES, "play", "pass"]) | st.integers(0, 7))
    same(played)


@given(matches(), st.data())
def test_moves_come_in_another_order(played, data):
    round_ = data.draw(st.sampled_from(played["rounds"]))["moves"]
    first, second = (data.draw(st.integers(0, len(round_))) for _ in range(2))
    change = data.draw(st.sampled_from(["cut", "drop", "double", "turn"]))
    before, some, after = round_[:first], round_[first:second], round_[max(first, second) :]
    variants = {"cut": before, "drop": before + after, "double": before + some + some + after}
    round_[:] = variants.get(change, before + some[::-1] + after)
    same(played)


@given(matches(), houses)
def test_other_house_rules_change_no_earlier_round(played, house):
    verdict = record.check({**played, "options": house})
    assert verdict.ok or verdict.problems


@given(matches(), st.permutations(range(8)))
def test_other_hands_are_a_problem_or_not(played, order):
    changed = copy.deepcopy(played)
    for dealt in changed["rounds"]:
        hands = dealt["hands"]
        dealt["hands"] = [hands[seat] for seat in order if seat < len(hands)]
    verdict = record.check(changed)
    assert verdict.ok or verdict.problems


@given(rounds())
def test_a_move_leaves_the_state_before_it_alone(played):
    _, states = played
    state = states[0].copy()
    for (seat, card), after in zip(moves_between(states), states[1:], strict=True):
        before = facts(state)
        rules.apply(state, Move(seat, card))
        assert facts(state) == before
        rules.advance(state, Move(seat, card))
        assert facts(state) == facts(after)


def facts(state):
    """Return copies of all that a state holds."""
    return copy.deepcopy({name: getattr(state, name) for name in state.__slots__})
