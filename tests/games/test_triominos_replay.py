"""The quick lane of transcripts: with and without it every record gets the same verdict."""

from copy import deepcopy
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, record
from games.base import Bots, Evidence
from games.triominos import moves, replay, rules
from games.triominos.pieces import TILES
from games.triominos.score import End
from tests.games.test_triominos_invariants import bots, houses, odd, players, seeds
from tests.games.triominos_notation import (
    E2,
    E3,
    RACKS,
    check,
    match,
    midway,
    move_of,
    start,
)

kept = st.sampled_from(["all", "points", "tiles"])  # what moves may state and need not


def a_record(rng, seats, kind, house, keep):
    """Two rounds, the second with a pool of unknown order."""
    state = start(seats, **house)
    rounds = [
        GAMES["triominos"].play_round(state, rng, Evidence.TRANSCRIPT, bots=[kind] * 8)
        for _ in range(2)
    ]
    for made in (made for round_ in rounds for made in round_["moves"]):
        if keep != "all":
            made.pop("tile" if keep == "points" and made["do"] == "draw" else "points", None)
    return match(rounds[0], rounds[1] | {"pool": None}, players=seats, target=10**6, **house)


records = st.builds(a_record, seeds, players, bots, houses, kept)


def without_lane(raw):
    with patch.object(replay, "run", lambda state, played, events: state):
        return record.check(raw)


@given(records)
def test_legal_transcripts_get_the_same_verdict(raw):
    assert record.check(raw) == without_lane(raw)


def retile(rng, made):
    made["tile"] = rng.choice(TILES)


def turn(rng, made):
    if "corners" in made:
        made["corners"] = made["corners"][1:] + made["corners"][:1]


def shift(rng, made):
    if "at" in made:
        made["at"][rng.randrange(2)] += rng.choice([-1, 1, 2, 4097, 10**30])


def reseat(rng, made):
    made["seat"] = rng.choice([True, False, 0, 1, 1.0, -1])


def restate(rng, made):
    made["points"] = rng.choice([True, False, None, 0, -5, -5.0, -10, 9, 300])


def redo(rng, made):
    made["do"] = rng.choice(["draw", "fail", "pass", "play", "wait"])


def add(rng, made):
    made["colour"] = "red"


CHANGES = [retile, turn, shift, reseat, restate, redo, add]


@given(records, seeds, st.sampled_from(CHANGES))
def test_changed_transcripts_get_the_same_verdict(raw, rng, change):
    change(rng, rng.choice(raw["rounds"][rng.randrange(2)]["moves"]))
    assert record.check(raw) == without_lane(raw)


@pytest.mark.parametrize("kind", Bots)
@pytest.mark.parametrize("change", CHANGES)
def test_each_change_gets_the_same_verdict_wherever_it_is_made(kind, change):
    raw = a_record(Random(1), 6, kind, {}, "all")
    for played in (round_["moves"] for round_ in raw["rounds"]):
        for place, made in enumerate(played):
            played[place] = deepcopy(made)
            change(Random(place), played[place])
            assert record.check(raw) == without_lane(raw)
            played[place] = made


@given(records, seeds, odd)
def test_odd_values_in_moves_get_the_same_verdict(raw, rng, value):
    inside = rng.choice(raw["rounds"][rng.randrange(2)]["moves"])
    key = rng.choice(list(inside))
    if isinstance(inside[key], list) and rng.random() < 0.7:
        inside, key = inside[key], rng.randrange(len(inside[key]))
    inside[key] = value
    assert record.check(raw) == without_lane(raw)


@given(records, seeds, st.sampled_from(["drop", "double", "swap", "cut"]))
def test_moves_in_another_order_get_the_same_verdict(raw, rng, change):
    made = raw["rounds"][rng.randrange(2)]["moves"]
    place = rng.randrange(len(made))
    made[place : place + 2] = {
        "drop": made[place + 1 : place + 2],
        "double": [made[place], *made[place : place + 2]],
        "swap": made[place : place + 2][::-1],
        "cut": [],
    }[change]
    assert record.check(raw) == without_lane(raw)


@given(records, seeds)
def test_other_deals_get_the_same_verdict(raw, rng):
    round_ = raw["rounds"][rng.randrange(2)]
    tiles = rng.choice([rack for rack in [*round_["racks"], round_["pool"]] if rack])
    tiles[rng.randrange(len(tiles))] = rng.choice([*TILES, "510", None, []])
    assert record.check(raw) == without_lane(raw)


@given(seeds, players, bots, houses)
def test_the_lane_hands_over_the_exact_state_anywhere(rng, seats, kind, house):
    round_ = GAMES["triominos"].play_round(
        start(seats, **house), rng, Evidence.TRANSCRIPT, bots=[kind] * 8
    )
    played = round_["moves"]
    states = [rules.deal(start(seats, **house), round_["racks"], round_["pool"])]
    for made in played:
        states.append(rules.apply(states[-1], moves.read(made, seats).move))
    events = [state.event for state in states[1:]]
    for place, state in enumerate(states[1:], 1):
        seen = []
        assert replay.run(states[0], [*played[:place], None], seen) == state
        assert seen == events[:place]
    for place, state in enumerate(states[:-1]):
        seen = events[:place]
        assert replay.run(state, played, seen) == states[-1]
        assert seen == events


@pytest.mark.parametrize(
    ("board", "placed"), [(E2, "0 play 4-4-3 3:-1"), (E3, "0 play 5-1-1 2:-1")]
)
def test_two_numbers_that_fit_are_not_yet_a_common_side(board, placed):
    state = midway(board, "344 115", "012")
    assert replay.run(state, [move_of(*placed.split())], []) is state


@pytest.mark.parametrize("moves", [[None], [{"seat": 0, "do": "draw"}], [3, 4]])
def test_what_opens_no_round_is_left_alone(moves):
    state = rules.deal(start(deal=2), [rack.split() for rack in RACKS], None)
    assert replay.run(state, moves, []) is state


FIVES = "0:0 5-5-5"
PLAY = move_of("0", "play", "5-5-1", "0:1")


@pytest.mark.parametrize(
    ("state", "made"),
    [
        (midway(FIVES, "555", "012"), move_of("0", "play", "5-5-5", "0:0")),
        (midway(FIVES, "155 012", "013"), PLAY | {"corners": [5, 5, True]}),
        (midway(FIVES, "012", "013"), {"seat": 0, "do": "pass", "colour": "red"}),
        (midway(FIVES, "155", "012", empty_pool_pass="stuck_only"), {"seat": 0, "do": "pass"}),
        (midway(FIVES, "012", "013")._replace(draws=3), {"seat": 0, "do": "fail", "tile": "012"}),
        (midway(FIVES, "012", "")._replace(end=End.OUT), {"seat": 0, "do": "pass"}),
    ],
    ids=[
        "a taken cell",
        "true for 1",
        "an unknown key",
        "a pass that costs",
        "a fail with a tile",
        "after the end",
    ],
)
def test_what_is_not_legal_beyond_doubt_is_left_alone(state, made):
    assert replay.run(state, [made], []) is state


def test_a_round_may_stop_in_the_middle():
    events = []
    state = replay.run(midway(FIVES, "155 012", "013", scores=(395, 0)), [PLAY], events)
    assert (state.turn, state.reached, state.end, len(events)) == (1, True, None, 1)


@pytest.mark.parametrize("odd", ["510", None, []])
def test_a_deal_with_what_is_no_tile_is_refused_there(odd):
    state = start()
    round_ = GAMES["triominos"].play_round(
        state, Random(1), Evidence.TRANSCRIPT, bots=[Bots.SENSIBLE] * 8
    )
    round_["racks"][1][2] = odd
    assert [each.path for each in check(round_).problems] == ["rounds.0.racks.1.2"]
