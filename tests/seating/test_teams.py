"""Teams in a request for seats: mates are kept apart, with proof."""

from itertools import combinations

import pytest

from seating import check, request
from seating.solver.instance import SearchInstance
from seating.solver.lower_bounds import lower_bounds
from tests.seating.build import make_request, plan_of


def teams_of(*sizes):
    names = iter(f"p{number + 1}" for number in range(sum(sizes)))
    return [[next(names) for _ in range(size)] for size in sizes]


def test_three_teams_of_four_at_tables_of_three_have_no_mates_at_one_table():
    teams = teams_of(4, 4, 4)
    threes = make_request(12, least=3, most=3, preferred=(3,), rules=["same_team"], teams=teams)
    plan = plan_of(threes)
    assert (plan.cost, plan.bound) == ({"same_team": 0}, {"same_team": 0})
    assert plan.status == "optimal"
    for table in plan.rounds[0].tables:
        assert [len({*table} & {*team}) for team in teams] == [1, 1, 1]


def test_mates_who_must_meet_are_proved_to_be_as_few_as_possible():
    # three tables of four: a team of six has at least two players at each
    request = make_request(12, rules=["same_team"], teams=teams_of(6, 6))
    plan = plan_of(request)
    assert (plan.cost, plan.bound) == ({"same_team": 6}, {"same_team": 6})
    assert plan.status == "optimal"
    assert check.plan_costs(request, plan) == plan.cost


def test_a_large_evening_with_history_keeps_mates_apart():
    teams = teams_of(*[8] * 5)
    history = [[[f"p{4 * table + seat + 1}" for seat in range(4)] for table in range(10)]] * 2
    plan = plan_of(make_request(40, rules=["same_team", "past_meeting"], teams=teams,
                                history=history))  # fmt: skip
    assert plan.cost["same_team"] == 0
    assert plan.cost["past_meeting"] == 0


@pytest.mark.parametrize(
    ("players", "least", "most", "teams"),
    [
        (7, 3, 4, [["p1", "p2", "p3"], ["p4", "p5"]]),
        (8, 3, 3, [["p1", "p2", "p3", "p4", "p5"]]),
        (9, 2, 4, [["p1", "p2", "p3"], ["p3", "p4", "p5", "p6"]]),
        (7, 3, 3, [["p1", "p2", "p3", "p4"], ["p5", "p6", "p7"]]),
    ],
)
def test_no_plan_costs_less_than_the_bound(players, least, most, teams):
    request = make_request(
        players, least=least, most=most, preferred=(), rules=["same_team"], teams=teams
    )
    (bound,) = lower_bounds(SearchInstance(request))
    # the exact search is proved by itself, so its plan is the best there is
    assert bound <= plan_of(request).cost["same_team"]
    assert plan_of(request).status == "optimal"


def test_a_pair_that_shares_two_teams_counts_once():
    teams = [["p1", "p2", "p3", "p4"], ["p1", "p2"]]
    request = make_request(4, rules=["same_team"], teams=teams)
    plan = plan_of(request)
    assert plan.cost == check.plan_costs(request, plan) == {"same_team": 6}


def test_teams_count_without_being_listed_as_a_rule():
    plan = plan_of(make_request(8, teams=teams_of(2, 2, 2, 2)))
    pairs = {frozenset(pair) for table in plan.rounds[0].tables for pair in combinations(table, 2)}
    assert plan.cost["same_team"] == 0
    assert not pairs & {frozenset(team) for team in teams_of(2, 2, 2, 2)}
    assert "same_team" not in plan_of(make_request(8)).cost


@pytest.mark.parametrize(
    ("teams", "path"),
    [
        ("p1", "teams"),
        ([["p1", "nobody"]], "teams.0.1"),
        ([["p1", "p1"]], "teams.0.1"),
        ([["p1"], []], "teams.1"),
    ],
)
def test_bad_teams_are_refused(teams, path):
    sizes = {"min": 2, "max": 4}
    raw = {"seating": 1, "players": ["p1", "p2"], "table_sizes": sizes, "teams": teams}
    parsed, problems = request.read(raw)
    assert parsed is None
    assert [problem.path for problem in problems] == [path]
