"""The largest events there can be: no request keeps anybody waiting much longer than it says."""

import os
import random
import time
from functools import cache

import pytest

from seating import check, draw
from tests.seating.build import make_request

NAMES = [f"p{number + 1}" for number in range(1000)]
ENOUGH = 60  # seconds on a busy machine, for what takes a few


def pairs(rng, number):
    return [rng.sample(NAMES, 2) for _ in range(number)]


def random_rounds(rng, rounds, size):
    orders = [rng.sample(NAMES, len(NAMES)) for _ in range(rounds)]
    return [[order[at : at + size] for at in range(0, len(order), size)] for order in orders]


@cache
def large():
    """Return by name the options that make a request of a thousand players hard."""
    return dict(_large())


def _large():
    rng = random.Random(7)
    levels = {name: rng.randrange(50) for name in NAMES}
    yield "levels", {"rounds": 100, "levels": levels}
    yield "one table for all", {
        "rounds": 20, "fixed": dict.fromkeys(NAMES, 0),
        "step_free": {"players": NAMES, "tables": [1]},
    }  # fmt: skip
    constraints = {"together": pairs(rng, 5000), "forbidden": pairs(rng, 5000)}
    yield "pairs", {"rounds": 5, **constraints}
    yield "long past", {"history": random_rounds(rng, 1000, 4)}
    yield "eight seats", {
        "rounds": 100, "least": 2, "most": 8, "preferred": [8], "history": random_rounds(rng, 3, 8),
    }  # fmt: skip
    yield "twelve seats", {
        "rounds": 20, "least": 3, "most": 12, "preferred": [12],
        "history": random_rounds(rng, 3, 12),
    }  # fmt: skip
    yield "ranking", {"rounds": 10, "mode": "swiss", "ranking": NAMES}


# named here, as drawing them takes a second, which every process would spend that collects tests
NAMES_OF_LARGE = [
    *(
        "levels",
        "one table for all",
        "pairs",
        "long past",
        "eight seats",
        "twelve seats",
        "ranking",
    ),
]


@pytest.mark.long
@pytest.mark.parametrize("seconds", [1e-9, 1] if os.environ.get("MANCHE_LONG") else [1e-9])
@pytest.mark.parametrize("name", NAMES_OF_LARGE)
def test_a_thousand_players_are_seated_about_in_time(name, seconds):
    request = make_request(1000, **{"least": 3, "most": 5, "seconds": seconds, **large()[name]})
    begun = time.monotonic()
    plan = draw.draw(request, time.monotonic)
    assert time.monotonic() - begun < ENOUGH
    assert check.check(request, plan).ok


@pytest.mark.parametrize("seconds", [0, 1e-300, 1e-6])
def test_no_time_at_all_is_enough_for_a_plan(seconds):
    for players in (1, 5, 12, 13, 40):
        request = make_request(players, least=3, most=5, rounds=6, seconds=seconds)
        plan = draw.draw(request, time.monotonic)
        assert check.check(request, plan).ok


def test_64_players_and_8_rounds_with_a_past_take_less_than_5_seconds():
    """The gap is told: what the plan costs, and what no plan can cost less than."""
    rng = random.Random(64)
    names = NAMES[:64]
    past = [rng.sample(names, 64) for _ in range(8)]
    history = [[order[at : at + 4] for at in range(0, 64, 4)] for order in past]
    request = make_request(64, least=3, most=5, rounds=8, history=history, seconds=3)
    begun = time.monotonic()
    plan = draw.draw(request, time.monotonic)
    assert time.monotonic() - begun < 5
    assert check.check(request, plan).ok
    assert plan.cost["repeat_pair"] - plan.bound["repeat_pair"] <= 130
    assert plan.cost["consecutive_repeat"] == plan.bound["consecutive_repeat"] == 0
