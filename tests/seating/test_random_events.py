"""Thousands of random events: the referee agrees with every draw."""

from itertools import combinations
from typing import Any

import pytest

from seating import check, explain, generate, plan, request
from seating.plan import Status
from seating.rules import Mode
from tests.seating.build import plan_of, read

EVENTS = 2000
PARTS = 8
LEAST, MOST = 1, 14  # players


def events(part):
    for seed in range(part, EVENTS, PARTS):
        raw = {**generate.generate(LEAST + seed % MOST, seed), "seconds": 0.01}
        yield seed, raw


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_the_referee_agrees_with_every_draw(part):
    """The plan travels as JSON, so its shape is read again, too."""
    for seed, raw in events(part):
        seating_request = read(raw)
        drawn_plan = plan_of(seating_request)
        parsed, problems = plan.read(drawn_plan.to_json())
        assert problems == [], seed
        report = check.check(seating_request, parsed)
        assert report.ok, (seed, [problem.to_json() for problem in report.problems])
        assert list(report.cost) == [*map(str, seating_request.rules)]
        assert (drawn_plan.status is Status.INFEASIBLE) == (not parsed.rounds[0].tables), seed


@pytest.mark.long
def test_generated_events_have_everything_that_can_happen():
    raws = [raw for part in range(PARTS) for _, raw in events(part)]
    assert {raw["mode"] for raw in raws} == {*map(str, Mode)}
    for key in ("fixed", "step_free", "levels", "partners", "rules", "rounds"):
        assert {key in raw for raw in raws} == {True, False}
    history = [past for raw in raws for past in raw["history"]]
    assert any(isinstance(past, dict) and past["sit_out"] for past in history)
    assert any(isinstance(past, list) for past in history)
    assert any("left1" in str(past) for past in history)


def test_the_same_seed_makes_the_same_event():
    assert generate.generate(12, 7) == generate.generate(12, 7) != generate.generate(12, 8)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_swap_costs_agree_with_the_referee(seed):
    raw = {**generate.generate(9, seed), "mode": "social", "seconds": 0.01}
    raw.pop("playing", None)
    seating_request = read(raw)
    drawn_plan = plan_of(seating_request)
    for one, other in [*combinations(seating_request.players, 2)][::7]:
        swapped = explain.what_if(seating_request, drawn_plan, 0, one, other)
        assert swapped.before == check.plan_costs(seating_request, drawn_plan)
        assert swapped.after == check.plan_costs(seating_request, swapped.plan)
        assert check.check(seating_request, swapped.plan).ok


@pytest.mark.parametrize("seed", range(60))
def test_the_explanation_adds_up_to_the_cost(seed):
    raw = {**generate.generate(10, seed), "seconds": 0.01}
    seating_request, _ = request.read(raw)
    drawn_plan = plan_of(seating_request)
    explained: dict[str, int] = {}
    lines: list[Any] = explain.explain(seating_request, drawn_plan)
    for line in lines:
        for table in line["tables"]:
            for cost in table["costs"]:
                times = 1 if cost["rule"] in ("repeat_pair",) else cost["times"]
                explained[cost["rule"]] = explained.get(cost["rule"], 0) + times
    for rule, cost in drawn_plan.cost.items():
        if rule in ("forbidden_pair", "level_gap", "consecutive_repeat", "preferred_size",
                    "rank_distance", "fixed_table", "step_free"):  # fmt: skip
            assert explained.get(rule, 0) == cost, rule
