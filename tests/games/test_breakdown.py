"""The breakdown of a round is written when somebody reads it, and is like any other sequence."""

import copy
import pickle
from random import Random
from typing import Any

import pytest

from games import GAMES, record
from games.base import Breakdown, RoundVerdict

LINES = ({"points": 3}, {"points": 5})


@pytest.fixture
def calls():
    return []


@pytest.fixture
def breakdown(calls):
    def write():
        calls.append("once")
        return iter(LINES)

    return Breakdown(write)


def test_it_is_not_written_before_it_is_read(calls, breakdown):
    verdict = RoundVerdict(True, None, (3, 5), breakdown)
    assert verdict.ok
    assert calls == []


def test_it_is_written_once(calls, breakdown):
    assert [*breakdown] == [*breakdown] == [*LINES]
    assert calls == ["once"]


def test_it_is_a_sequence(breakdown):
    assert len(breakdown) == 2
    assert breakdown[1] == {"points": 5}
    assert breakdown[:1] == LINES[:1]
    assert {"points": 3} in breakdown
    assert repr(breakdown) == repr(LINES)


def test_it_equals_what_has_the_same_lines(breakdown):
    assert breakdown == LINES
    assert breakdown == Breakdown(lambda: LINES)
    assert breakdown != Breakdown(lambda: LINES[:1])
    assert breakdown != LINES[:1]


@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
@pytest.mark.parametrize("game", GAMES)
def test_it_tells_of_the_round_as_it_was_judged(game, evidence):
    """What becomes of the record afterwards does not matter."""
    played: dict[str, Any] = record.play(game, Random(3), ["Ada", "Bob", "Chloé"], evidence)
    expected = record.check(copy.deepcopy(played)).to_json()
    verdict = record.check(played)
    for round_ in played["rounds"]:
        spoil(round_)
    assert verdict.to_json() == expected


def spoil(value):
    """Empty the value and every list and object in it."""
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            spoil(inner)
    value.clear()


@pytest.mark.parametrize("game", GAMES)
def test_verdicts_can_be_kept(game):
    verdict = record.check(record.play(game, Random(3), ["Ada", "Bob", "Chloé"], "transcript"))
    assert pickle.loads(pickle.dumps(verdict)) == verdict
