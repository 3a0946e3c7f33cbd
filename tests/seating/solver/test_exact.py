"""Small events against every plan there is, valued by the referee that shares nothing with the
search."""

from itertools import combinations, permutations
from operator import le
from typing import Any

import pytest

from seating import check, generate, request
from seating.plan import Plan, PlanRound, Status
from seating.rules import SEARCHED, Mode, Rule
from seating.solver import lower_bounds
from seating.solver.instance import SearchInstance
from tests.seating.build import plan_of, read

EVENTS = 150
MOST_ORDERED = 6  # with seats: every order of all players
MOST_SETS = 8  # without: every way to share them out
TWO_ROUNDS = 120  # events
MOST_PAIRS = 1500  # of rounds


def size_lists(players, least, most):
    """Return every list of sizes in every order, because tables have numbers."""
    if not players:
        return [()]
    return [
        (size, *rest)
        for size in range(least, min(most, players) + 1)
        for rest in size_lists(players - size, least, most)
    ]


def shares(names, sizes):
    """Yield every way to share names out to numbered tables, in the order of the names."""
    if not sizes:
        yield ()
        return
    for table in combinations(names, sizes[0]):
        left = [name for name in names if name not in table]
        for rest in shares(left, sizes[1:]):
            yield (table, *rest)


def every_round(seating_request):
    names = [seating_request.players[player] for player in seating_request.present_players]
    limits = seating_request.sizes
    seated = next(
        n for n in range(len(names), -1, -1) if not n or size_lists(n, limits.least, limits.most)
    )
    for sizes in size_lists(seated, limits.least, limits.most):
        for playing in combinations(names, seated):
            out = tuple(name for name in names if name not in playing)
            orders = permutations(playing) if Rule.SEAT_SPREAD in seating_request.rules else None
            if orders is None:
                yield from (PlanRound(tables, out) for tables in shares(playing, sizes))
                continue
            for order in orders:
                seats = iter(order)
                yield PlanRound(tuple(tuple(next(seats) for _ in range(k)) for k in sizes), out)


def cost_vector(seating_request, plan):
    return tuple(check.plan_costs(seating_request, plan).values())


def events():
    seed = count = 0
    while count < EVENTS:
        seed += 1
        raw = {**generate.generate(3 + seed % (MOST_SETS - 2), seed), "rounds": 1}
        seating_request, _ = request.read(raw)
        most = MOST_ORDERED if Rule.SEAT_SPREAD in seating_request.rules else MOST_SETS
        if seating_request.mode in SEARCHED and len(seating_request.present_players) <= most:
            count += 1
            yield seed, seating_request


@pytest.mark.parametrize(
    "part", [0, 1, *(pytest.param(part, marks=pytest.mark.long) for part in (2, 3, 4))]
)
def test_a_small_event_is_as_good_as_the_best_of_all_plans(part):
    for seed, seating_request in list(events())[part::5]:
        plan = plan_of(seating_request)
        best = min(
            cost_vector(seating_request, Plan((plan_round,)))
            for plan_round in every_round(seating_request)
        )
        assert cost_vector(seating_request, plan) == best, seed
        assert plan.status in (Status.OPTIMAL, Status.INFEASIBLE), seed
        assert tuple(plan.bound.values()) == best, seed


def two_rounds():
    """Yield events so small that every pair of rounds can be looked at."""
    seed = count = 0
    while count < TWO_ROUNDS:
        seed += 1
        event = generate.generate(3 + seed % 4, seed)
        raw: dict[str, Any] = {**event, "rounds": 2, "seconds": 0.05}
        raw["rules"] = [rule for rule in raw.get("rules", [*RULES]) if rule != "seat_spread"]
        seating_request, _ = request.read(raw)
        if seating_request is None or seating_request.mode not in (
            Mode.SOCIAL,
            Mode.SWISS,
            Mode.SEASON,
        ):
            continue
        vectors = [*every_round(seating_request)]
        if len(vectors) ** 2 <= MOST_PAIRS:
            count += 1
            yield (
                seed,
                seating_request,
                [cost_vector(seating_request, Plan((a, b))) for a in vectors for b in vectors],
            )


RULES = ("forbidden_pair", "sit_out", "consecutive_repeat", "repeat_pair", "preferred_size")


@pytest.mark.long
def test_no_plan_of_two_rounds_costs_less_than_the_bound():
    """And a plan that says it is the best is; most of the others are, too."""
    reached = 0
    for seed, seating_request, vectors in two_rounds():
        least = [min(column) for column in zip(*vectors, strict=True)]
        instance = SearchInstance(seating_request)
        bounds = dict(zip(instance.rules, lower_bounds.lower_bounds(instance), strict=True))
        listed = [bounds[rule] for rule in seating_request.rules]
        assert all(map(le, listed, least)), seed
        plan = plan_of(seating_request)
        best = min(vectors)
        assert best <= cost_vector(seating_request, plan), seed
        assert plan.status is not Status.OPTIMAL or cost_vector(seating_request, plan) == best, seed
        reached += cost_vector(seating_request, plan) == best
    assert reached >= 0.95 * TWO_ROUNDS


def test_sizes_are_changed_for_a_rule_that_comes_before_them():
    """Eight who all sat in fours: four meet less again at tables of three and two."""
    raw = {
        "seating": 1,
        "players": [*"abcdef"],
        "table_sizes": {"min": 2, "max": 3, "preferred": [3]},
        "history": [[["a", "b", "c"], ["d", "e", "f"]]],
    }
    first = plan_of(read({**raw, "rules": ["repeat_pair", "preferred_size"]}))
    second = plan_of(read({**raw, "rules": ["preferred_size", "repeat_pair"]}))
    assert [len(table) for table in first.rounds[0].tables] == [2, 2, 2]
    assert first.cost == {"repeat_pair": 0, "preferred_size": 6}
    assert [len(table) for table in second.rounds[0].tables] == [3, 3]
    assert second.cost == {"preferred_size": 0, "repeat_pair": 2}
