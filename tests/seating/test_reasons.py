"""Why a wish is unmet: what it cannot be met together with."""

import pytest

from tests.seating.build import make_request, plan_of


def unmet(players, **more):
    """Return the rule, the players and the conflicts of every unmet wish."""
    return [
        (reason["rule"], {*reason["players"]}, reason["conflicts_with"])
        for reason in plan_of(make_request(players, **more)).reasons
        if reason["code"] == "unmet"
    ]


def test_more_than_a_table_holds_are_in_each_others_way():
    """Five are to sit at the first table of four."""
    ((rule, (left,), against),) = unmet(8, fixed={f"p{n}": 0 for n in range(1, 6)})
    assert rule == "fixed_table"
    others = {f"p{n}" for n in range(1, 6)} - {left}
    assert {conflict["rule"] for conflict in against} == {"fixed_table"}
    assert {name for conflict in against for name in conflict["players"]} == others


@pytest.mark.parametrize(
    "constraint",
    [
        {"fixed": {"p1": 7}},
        {"step_free": {"players": ["p1"], "tables": [2, 3]}},
        {"step_free": {"players": ["p1"], "tables": []}},
    ],
)
def test_a_table_that_is_not_there_is_a_matter_of_sizes(constraint):
    ((_, players, against),) = unmet(8, **constraint)
    assert (players, against) == ({"p1"}, [{"rule": "table_sizes"}])


def test_a_group_too_large_for_a_table_is_in_its_own_way():
    pairs = [["p1", "p2"], ["p2", "p3"], ["p3", "p4"], ["p4", "p5"]]
    reasons = unmet(8, together=pairs)
    assert len(reasons) == 1
    rule, players, against = reasons[0]
    assert rule == "together"
    assert against
    for conflict in against:
        assert conflict["rule"] == "together"
        assert [*sorted(conflict["players"])] in pairs
        assert len(players & {*conflict["players"]}) == 1


def test_those_who_are_bound_over_a_third_are_still_to_sit_apart():
    pairs = {"together": [["p1", "p2"], ["p2", "p3"]], "forbidden": [["p1", "p3"]]}
    ((rule, _, against),) = unmet(8, **pairs)
    assert rule == "together"
    assert [(conflict["rule"], {*conflict["players"]}) for conflict in against] == [
        ("forbidden_pair", {"p1", "p3"})
    ]
    ((rule, players, against),) = unmet(8, rules=["together", "forbidden_pair"], **pairs)
    assert (rule, players) == ("forbidden_pair", {"p1", "p3"})
    assert {conflict["rule"] for conflict in against} == {"together"}
    assert len(against) == 2


def test_too_many_levels_for_the_tables_are_a_matter_of_sizes():
    """Three steps between the four at the only table."""
    reasons = unmet(4, levels={"p1": 0, "p4": 3}, rules=["level_gap"])
    assert reasons == [("level_gap", {"p1", "p4"}, [{"rule": "table_sizes"}])]


def test_a_recipe_that_is_not_dealt_by_rank_does_not_look_at_wishes():
    reasons = unmet(4, mode="random", forbidden=[["p1", "p2"]])
    assert reasons == [("forbidden_pair", {"p1", "p2"}, [{"mode": "random"}])]


def test_a_snake_meets_wishes_by_the_smallest_exchange_of_ranks():
    ranking = [f"p{n}" for n in range(1, 9)]
    plan = plan_of(make_request(8, mode="snake", ranking=ranking, forbidden=[["p1", "p8"]]))
    assert {frozenset(table) for table in plan.rounds[0].tables} == {
        frozenset(("p2", "p4", "p5", "p8")),
        frozenset(("p1", "p3", "p6", "p7")),
    }
    assert plan.cost["forbidden_pair"] == 0


def test_the_list_of_unmet_wishes_ends_somewhere():
    names = [f"p{n}" for n in range(1, 401)]
    request = make_request(names, rounds=5, seconds=0.01, fixed=dict.fromkeys(names, 0))
    plan = plan_of(request)
    assert plan.cost["fixed_table"] == 5 * 396
    assert len([reason for reason in plan.reasons if reason["code"] == "unmet"]) == 1000
    assert all(len(reason["conflicts_with"]) <= 8 for reason in plan.reasons)
