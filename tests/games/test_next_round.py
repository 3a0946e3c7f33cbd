"""A round that is judged from the state after those before it is judged as in the whole match."""

import json
from random import Random
from typing import Any

import pytest

from games import GAMES, record
from games.base import Evidence

NAMES = ["Ada", "Bo", "Cy"]
OPTIONS: dict[str, dict[str, Any]] = {
    "neurotrio": {"target": 60},
    "triominos": {"target": 300},
    "njet": {"rounds": 4},
    "nain_jaune": {"rounds": 4, "stall": "dead", "penalty": "debt"},
}
FAULTY = [None, {}, {"evidence": "sheet", "scores": [1]}, {"evidence": "transcript", "moves": 7}]


def start(slug):
    state, problems = record.start(slug, OPTIONS[slug], len(NAMES))
    assert not problems
    return state


def states(slug):
    """Return a state before, between and after the rounds of a match."""
    match: Any = record.play(slug, Random(slug), NAMES, "sheet", options=OPTIONS[slug])
    prefixes = [
        {**match, "rounds": match["rounds"][:count]} for count in range(1, len(match["rounds"]) + 1)
    ]
    return [start(slug), *(record.check(each).state for each in prefixes)]


def without_earlier_notices(verdict, count):
    own = [each for each in verdict.notices if int(each.path.split(".")[1]) >= count]
    rounds = [each._replace(notices=()) for each in verdict.rounds[:count]]
    return verdict._replace(notices=tuple(own), rounds=(*rounds, *verdict.rounds[count:]))


def assert_same(match, count):
    """Compare the verdict on a match with that from the state after so many rounds."""
    game, rounds = GAMES[match["game"]], match["rounds"]
    before = record.check({**match, "rounds": rounds[:count]})
    state = json.loads(json.dumps(game.write_state(before.state)))
    judged = [each._replace(notices=()) for each in before.rounds]
    blank = {**match, "rounds": [*[None] * count, *rounds[count:]]}
    assert record.check_next(blank, judged, state) == without_earlier_notices(
        record.check(match), count
    )


@pytest.mark.parametrize("evidence", Evidence)
@pytest.mark.parametrize("slug", GAMES)
def test_the_verdict_is_that_of_the_whole_match(slug, evidence):
    match: Any = record.play(slug, Random(7), NAMES, evidence, options=OPTIONS[slug])
    count = len(match["rounds"])
    assert count > 1
    for number in range(1, count):
        assert_same({**match, "rounds": match["rounds"][: number + 1]}, number)
    assert_same(match, 1)  # several new rounds
    for fault in FAULTY:
        assert_same({**match, "rounds": [*match["rounds"][: count - 1], fault]}, count - 1)
    assert_same({**match, "rounds": [*match["rounds"], match["rounds"][0]]}, count)  # it is over


@pytest.mark.parametrize("slug", GAMES)
def test_a_state_is_read_as_it_was_written(slug):
    for state in states(slug):
        written = json.loads(json.dumps(GAMES[slug].write_state(state)))
        assert GAMES[slug].read_state(start(slug), written) == state


@pytest.mark.parametrize("slug", GAMES)
def test_another_value_is_no_state(slug):
    written = GAMES[slug].write_state(states(slug)[-1])
    for name in written:
        for wrong in (None, "x", -1.5, [], {}, [None] * 3):
            assert GAMES[slug].read_state(start(slug), {**written, name: wrong}) is None
        without = {key: written[key] for key in written if key != name}
        assert GAMES[slug].read_state(start(slug), without) is None
    for wrong in (None, "x", 1, [], [written], {}, {**written, "more": 1}):
        assert GAMES[slug].read_state(start(slug), wrong) is None


def test_no_more_rounds_than_a_record_has():
    match: Any = record.play("njet", Random(1), NAMES, "sheet", options=OPTIONS["njet"])
    many = {**match, "rounds": [*match["rounds"][:1], *[None] * record.MOST_ROUNDS]}
    before = record.check({**match, "rounds": match["rounds"][:1]})
    verdict = record.check_next(many, before.rounds, GAMES["njet"].write_state(before.state))
    assert verdict == record.check(many)
    assert [each.path for each in verdict.problems] == ["rounds"]
