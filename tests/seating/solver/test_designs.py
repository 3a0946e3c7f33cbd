"""Known schedules: nobody meets anybody twice, everybody plays every round."""

from itertools import combinations

import pytest

from seating import check
from seating.plan import Status
from seating.solver import cyclic_starters, designs
from tests.seating.build import make_request, plan_of

SCHEDULES = [  # players, size, rounds
    (15, 3, 7), (16, 4, 5), (25, 5, 6), (49, 7, 8), (64, 8, 9), (9, 3, 4), (27, 3, 13), (64, 4, 21),
    (12, 3, 4), (20, 4, 5), (32, 4, 9), (28, 4, 9), (36, 4, 11), (100, 4, 25), (10, 2, 9),
    (200, 8, 25), (8, 8, 1), (24, 4, 7), (24, 3, 11), (40, 8, 1),
]  # fmt: skip


SCHEDULES += [
    (players, size, rounds)
    for (players, size), (rounds, _starter) in cyclic_starters.STARTERS.items()
]


@pytest.mark.parametrize(("players", "size", "rounds"), [*dict.fromkeys(SCHEDULES)])
def test_no_pair_meets_twice(players, size, rounds):
    schedule = designs.schedule(players, size)
    assert len(schedule) == rounds
    pairs_met = set()
    for tables in schedule:
        assert sorted(player for table in tables for player in table) == [*range(players)]
        assert {*map(len, tables)} == {size}
        pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
        assert pairs_met.isdisjoint(pairs)
        pairs_met.update(pairs)


@pytest.mark.parametrize(("players", "size"), [(21, 4), (7, 8), (3, 1), (6, 5)])
def test_other_numbers_have_no_equal_tables(players, size):
    assert designs.schedule(players, size) == []


@pytest.mark.parametrize("players", [15, 14, 13, 19, 31, 50])
def test_some_tables_may_be_one_short(players):
    number = -(-players // 4)
    short = 4 * number - players
    tables = [4] * (number - short) + [3] * short
    schedule = designs.uneven_schedule(players, tables)
    assert len(schedule) >= number
    pairs_met = set()
    for round_ in schedule:
        assert [*map(len, round_)] == tables
        pairs = [pair for table in round_ for pair in combinations(sorted(table), 2)]
        assert pairs_met.isdisjoint(pairs)
        pairs_met.update(pairs)


def test_a_single_round_has_no_column_to_leave_empty():
    assert designs.uneven_schedule(13, (5, 4, 4)) == []
    plan = plan_of(make_request(13, least=4, most=5, preferred=[], rounds=4, seconds=0))
    assert {len(table) for round_ in plan.rounds for table in round_.tables} <= {4, 5}


@pytest.mark.parametrize(
    ("players", "size", "rounds"), [(15, 3, 7), (16, 4, 5), (25, 5, 6), (49, 7, 8)]
)
def test_known_optimal_schedules_are_drawn_with_even_seats(players, size, rounds):
    request = make_request(players, least=size, most=size, preferred=[size], rounds=rounds, seed=3)
    plan = plan_of(request)
    assert plan.status is Status.OPTIMAL
    assert plan.cost["repeat_pair"] == 0
    assert plan.cost["seat_spread"] == (players if rounds % size else 0)
    assert check.check(request, plan).ok


def test_a_design_is_only_a_start_where_more_rounds_are_asked():
    request = make_request(16, rounds=7, seconds=0.1)
    plan = plan_of(request)
    assert check.check(request, plan).ok
    assert plan.cost["repeat_pair"] >= plan.bound["repeat_pair"] == 2 * 24  # all pairs have met


def test_64_players_and_8_rounds_are_proved():
    request = make_request(64, rounds=8)
    plan = plan_of(request)
    assert plan.status is Status.OPTIMAL
    assert plan.cost == plan.bound
    assert set(plan.cost.values()) == {0}


def test_a_hard_season_says_how_far_it_may_be_from_the_best():
    request = make_request(
        35, least=5, most=5, preferred=[5], rounds=8, seconds=0.2, rules=["repeat_pair"]
    )
    plan = plan_of(request)
    assert plan.status is Status.FEASIBLE
    assert 0 == plan.bound["repeat_pair"] < plan.cost["repeat_pair"] <= 30
