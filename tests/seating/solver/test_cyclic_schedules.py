"""Schedules that turn: one round is searched, the others follow from it."""

from itertools import combinations

import pytest

from seating import check
from seating.plan import Status
from seating.random_source import RandomSource
from seating.solver import cyclic_schedules
from tests.seating.build import make_request, plan_of


def always():
    return True


def repeats(schedule):
    pairs_met, count = set(), 0
    for tables in schedule:
        for pair in [pair for table in tables for pair in combinations(sorted(table), 2)]:
            count += pair in pairs_met
            pairs_met.add(pair)
    return count


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ((4,) * 5, 5),
        ((5, 5, 4, 4, 4), 4),
        ((4,) * 5 + (3,) * 2, 6),
        ((3,) * 6, 7),
        ((5,) * 6, 5),
        ((2,) * 5, 5),
    ],
)
def test_one_round_turns_into_many_without_a_repetition(sizes, rounds):
    schedule = cyclic_schedules.cyclic_schedule(sizes, rounds, RandomSource(1), 100_000, always)
    assert len(schedule) == rounds
    for tables in schedule:
        assert tuple(map(len, tables)) == sizes
        assert sorted(player for table in tables for player in table) == [*range(sum(sizes))]
    assert repeats(schedule) == 0


@pytest.mark.parametrize(("sizes", "rounds"), [((4, 4), 7), ((3, 3, 3), 5), ((4,) * 4, 6)])
def test_where_it_cannot_be_the_schedule_is_still_one(sizes, rounds):
    schedule = cyclic_schedules.cyclic_schedule(sizes, rounds, RandomSource(1), 2_000, always)
    n = sum(sizes)
    assert len(schedule) == rounds
    for tables in schedule:
        assert sorted(player for table in tables for player in table) == [*range(n)]
    pairs = rounds * sum(size * (size - 1) // 2 for size in sizes)
    assert repeats(schedule) >= pairs - n * (n - 1) // 2 > 0


def test_the_excess_of_the_first_round_is_counted_exactly():
    random_source = RandomSource(2)
    search = cyclic_schedules._Search((4, 4, 4, 4), 5, random_source)
    for _ in range(300):
        search._exchange(random_source.below(16), random_source.below(16))
    expected = list(cyclic_schedules._pair_kinds(16, 5)[1])
    for table in search.tables:
        for one, other in combinations(table, 2):
            expected[search.pair_kind[one][other]] += 1
    assert expected == search.kind_counts
    assert search.excess == sum(max(0, count - 1) for count in expected)


@pytest.mark.parametrize(
    ("one", "other", "repeats_itself"),
    [(12, 13, True), (0, 2, True), (0, 1, False), (0, 5, False), (3, 12, False)],
)
def test_a_kind_comes_back_by_itself_where_both_stay_or_stand_across(one, other, repeats_itself):
    kinds, initial_counts = cyclic_schedules._pair_kinds(14, 4)
    assert initial_counts[kinds[one][other]] == repeats_itself
    assert kinds[one][other] == kinds[other][one]


def test_pairs_of_one_kind_are_those_that_turn_into_each_other():
    kinds, _initial_counts = cyclic_schedules._pair_kinds(11, 5)

    def shifted(player):
        return player if player >= 10 else player - player % 5 + (player + 1) % 5

    orbits = {}
    for one, other in combinations(range(11), 2):
        assert kinds[one][other] == kinds[shifted(one)][shifted(other)]
        orbits.setdefault(kinds[one][other], []).append((one, other))
    assert {*map(len, orbits.values())} == {5}


@pytest.mark.parametrize(("sizes", "rounds"), [((2, 2), 9), ((), 3), ((6, 5), 6)])
def test_no_circle_fits(sizes, rounds):
    assert cyclic_schedules.cyclic_schedule(sizes, rounds, RandomSource(1), 1000, always) == []


def test_out_of_time_the_best_so_far_is_given():
    asks = iter([True, True, False])
    schedule = cyclic_schedules.cyclic_schedule(
        (4,) * 6, 5, RandomSource(1), 10_000, lambda: next(asks, False)
    )
    assert len(schedule) == 5


def test_the_same_chance_makes_the_same_schedule():
    one, other, third = (
        cyclic_schedules.cyclic_schedule((4,) * 5, 5, RandomSource(seed), 50_000, always)
        for seed in (7, 7, 8)
    )
    assert one == other != third


@pytest.mark.parametrize(
    ("players", "rounds", "sizes"),
    [(26, 6, (3, 4)), (22, 6, (3, 4)), (23, 5, (3, 4, 5)), (47, 10, (3, 4))],
)
def test_a_plan_of_unequal_tables_has_no_repetition(players, rounds, sizes):
    request = make_request(
        players, rounds=rounds, least=sizes[0], most=sizes[-1], preferred=[4], seconds=5, seed=4
    )
    plan = plan_of(request)
    assert check.check(request, plan).ok
    assert plan.cost["repeat_pair"] == 0


def test_a_cyclic_schedule_does_not_seat_a_forbidden_pair():
    request = make_request(20, rounds=5, seconds=1, forbidden=[["p1", "p2"]])
    plan = plan_of(request)
    assert check.check(request, plan).ok
    assert plan.cost["forbidden_pair"] == 0
    assert plan.status is not Status.INFEASIBLE
