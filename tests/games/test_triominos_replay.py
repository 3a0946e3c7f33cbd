"""Transcripts are judged in one state that every move changes: just as by states that none does."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, record
from games.base import Bots, Evidence, IllegalMove
from games.triominos import moves, rules
from games.triominos.score import End
from games.triominos.tiles import TILES
from tests.games.states import state_with
from tests.games.test_triominos_invariants import bots, houses, odd, players, seeds
from tests.games.triominos_notation import (
    E2,
    E3,
    check,
    match,
    midway,
    move_of,
    start,
)

optional_keys = st.sampled_from(["all", "points", "tiles"])  # what moves may state and need not


def a_record(rng, seats, kind, house, keep):
    """Return a match of two rounds, the second with a pool of unknown order."""
    state = start(seats, **house)
    rounds: list[dict[str, Any]] = [
        GAMES["triominos"].play_round(state, rng, Evidence.TRANSCRIPT, bots=[kind] * 8)
        for _ in range(2)
    ]
    for made in (made for round_ in rounds for made in round_["moves"]):
        if keep != "all":
            made.pop("tile" if keep == "points" and made["do"] == "draw" else "points", None)
    return match(rounds[0], rounds[1] | {"pool": None}, players=seats, target=10**6, **house)


records = st.builds(a_record, seeds, players, bots, houses, optional_keys)


def first_illegal_move(round_, seats, house):
    """Return the number of the first move that is wrong.

    Either `rules.apply` refuses it, or it earns other points than it states.
    """
    state = rules.deal(start(seats, **house), round_["racks"], round_["pool"])
    for place, made in enumerate(round_["moves"]):
        try:
            after = rules.apply(state, moves.read(made, seats))
        except IllegalMove:
            return place
        if made.get("points", after.event.points) != after.event.points:
            return place
        state = after
    return None if state.end else len(round_["moves"])


def is_judged_by_the_rules(raw):
    """Return whether the first problem of the record is at the first illegal move of a round."""
    verdict = record.check(raw)
    seats, options = len(raw["players"]), raw["options"]
    for number, round_ in enumerate(raw["rounds"]):
        place = first_illegal_move(round_, seats, options)
        if place is not None:
            here = f"rounds.{number}.moves"
            is_short = place == len(round_["moves"])
            return verdict.problems[0].path == (here if is_short else f"{here}.{place}")
        if verdict.problems and verdict.problems[0].path.startswith(f"rounds.{number}.scores"):
            return True  # fewer moves may end a round too, with other scores
    return verdict.ok


@given(records)
def test_transcripts_of_bots(raw):
    assert is_judged_by_the_rules(raw)


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
def test_changed_transcripts(raw, rng, change):
    change(rng, rng.choice(raw["rounds"][rng.randrange(2)]["moves"]))
    assert is_judged_by_the_rules(raw)


@pytest.mark.parametrize("kind", Bots)
@pytest.mark.parametrize(
    "change",
    [*CHANGES[:2], *(pytest.param(change, marks=pytest.mark.long) for change in CHANGES[2:])],
)
def test_each_change_is_judged_wherever_it_is_made(kind, change):
    raw = a_record(Random(1), 6, kind, {}, "all")
    for played in (round_["moves"] for round_ in raw["rounds"]):
        for place, made in enumerate(played):
            played[place] = deepcopy(made)
            change(Random(place), played[place])
            assert is_judged_by_the_rules(raw)
            played[place] = made


@given(records, seeds, odd)
def test_odd_values_in_moves(raw, rng, value):
    inside = rng.choice(raw["rounds"][rng.randrange(2)]["moves"])
    key = rng.choice(list(inside))
    if isinstance(inside[key], list) and rng.random() < 0.7:
        inside, key = inside[key], rng.randrange(len(inside[key]))
    inside[key] = value
    assert is_judged_by_the_rules(raw)


@given(records, seeds, st.sampled_from(["drop", "double", "swap", "cut"]))
def test_moves_in_another_order(raw, rng, change):
    made = raw["rounds"][rng.randrange(2)]["moves"]
    place = rng.randrange(len(made))
    made[place : place + 2] = {
        "drop": made[place + 1 : place + 2],
        "double": [made[place], *made[place : place + 2]],
        "swap": made[place : place + 2][::-1],
        "cut": [],
    }[change]
    assert is_judged_by_the_rules(raw)


@given(seeds, players, bots, houses)
def test_a_move_leaves_the_state_before_it_alone(rng, seats, kind, house):
    round_: dict[str, Any] = GAMES["triominos"].play_round(
        start(seats, **house), rng, Evidence.TRANSCRIPT, bots=[kind] * 8
    )
    state = rules.deal(start(seats, **house), round_["racks"], round_["pool"])
    for made in round_["moves"]:
        before = facts(state)
        after = rules.apply(state, moves.read(made, seats))
        assert facts(state) == before
        rules.advance(state, moves.read(made, seats))
        assert facts(state) == facts(after)


def facts(state):
    """Return copies of all that a state holds."""
    return deepcopy({name: getattr(state, name) for name in state.__slots__})


FIVES = "0:0 5-5-5"


@pytest.mark.parametrize(
    ("state", "made"),
    [
        (midway(E2, "344 115", "012"), move_of("0", "play", "4-4-3", "3:-1")),
        (midway(E3, "344 115", "012"), move_of("0", "play", "5-1-1", "2:-1")),
        (midway(FIVES, "555", "012"), move_of("0", "play", "5-5-5", "0:0")),
        (
            midway(FIVES, "155 012", "013"),
            move_of("0", "play", "5-5-1", "0:1") | {"corners": [5, 5, True]},
        ),
        (midway(FIVES, "012", "013"), {"seat": 0, "do": "pass", "colour": "red"}),
        (midway(FIVES, "155", "012", empty_pool_pass="stuck_only"), {"seat": 0, "do": "pass"}),
        (
            state_with(midway(FIVES, "012", "013"), draws=3),
            {"seat": 0, "do": "fail", "tile": "012"},
        ),
        (state_with(midway(FIVES, "012", ""), end=End.OUT), {"seat": 0, "do": "pass"}),
    ],
    ids=[
        "two numbers that fit, but no common side",
        "two other numbers that fit, but no common side",
        "a taken cell",
        "true for 1",
        "an unknown key",
        "a pass although a tile fits",
        "a fail with a tile",
        "after the end",
    ],
)
def test_a_refused_move_leaves_the_state_unchanged(state, made):
    before = facts(state)
    with pytest.raises(IllegalMove):
        rules.advance(state, moves.read(made, 2))
    assert facts(state) == before


def test_reaching_the_target_shows_in_the_middle_of_a_round():
    state = midway(FIVES, "155 012", "013", scores=[395, 0])
    rules.advance(state, moves.read(move_of("0", "play", "5-5-1", "0:1"), 2))
    assert (state.turn, state.reached, state.end) == (1, {0}, None)


@settings(max_examples=10)  # each plays two rounds
@given(records, seeds)
def test_a_deal_with_another_tile_is_refused(raw, rng):
    """Where the pool is known, as a tile that nobody lays may be any of an unknown one."""
    round_ = raw["rounds"][0]
    name, rack = rng.choice([("racks", round_["racks"][0]), ("pool", round_["pool"])])
    if not rack:
        return
    place = rng.randrange(len(rack))
    rack[place] = rng.choice([tile for tile in TILES if tile != rack[place]])
    assert not record.check(raw).ok, name


@pytest.mark.parametrize("odd", ["510", None, []])
def test_a_deal_with_what_is_no_tile_is_refused_there(odd):
    state = start()
    round_: dict[str, Any] = GAMES["triominos"].play_round(
        state, Random(1), Evidence.TRANSCRIPT, bots=[Bots.SENSIBLE] * 8
    )
    round_["racks"][1][2] = odd
    assert [problem.path for problem in check(round_).problems] == ["rounds.0.racks.1.2"]
