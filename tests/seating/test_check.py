"""The referee names everything that is wrong with a plan, and counts as the README says."""

import pytest

from seating import check, plan
from seating.rules import Rule
from tests.seating.build import make_request, plan_of

NAMES = [f"p{n}" for n in range(1, 9)]
ONE, TWO = ["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "p8"]


def report(plan_rounds, **more):
    parsed, problems = plan.read({"rounds": plan_rounds})
    assert problems == []
    return check.check(
        make_request(8, **{"least": 3, "most": 5, "rounds": len(plan_rounds), **more}), parsed
    )


def problem_places(plan_rounds, **more):
    return [(problem.code, problem.path) for problem in report(plan_rounds, **more).problems]


@pytest.mark.parametrize(
    ("round_", "problem"),
    [
        ({"tables": [ONE, [*TWO, "p1"]]}, ("twice", "rounds.0.tables.1.4")),
        ({"tables": [ONE, TWO], "sit_out": ["p2"]}, ("twice", "rounds.0.sit_out.0")),
        ({"tables": [ONE, TWO[:3]]}, ("missing_player", "rounds.0")),
        ({"tables": [ONE, [*TWO, "p9"]]}, ("unknown_player", "rounds.0.tables.1.4")),
        ({"tables": [ONE[:2], TWO], "sit_out": ONE[2:]}, ("table_size", "rounds.0.tables.0")),
        ({"tables": [NAMES]}, ("table_size", "rounds.0.tables.0")),
    ],
)
def test_an_invalid_plan_is_reported_with_its_place(round_, problem):
    assert problem_places([round_]) == [problem]


def test_a_wrong_number_of_rounds_is_reported():
    assert problem_places([{"tables": [ONE, TWO]}], rounds=2) == [("number_of_rounds", "rounds")]


def test_a_player_still_at_a_table_cannot_be_seated():
    round_ = {"tables": [TWO, ONE[:3]], "sit_out": ["p4"]}
    problems = problem_places([round_], mode="arena", playing=[["p1"]])
    assert problems == [("still_playing", "rounds.0.tables.1.0")]


def cost(rule, rounds, **more):
    result = report(rounds, rules=[rule], **more)
    assert result.ok, result.problems
    return result.cost[rule]


SAME = {"tables": [ONE, TWO]}
MIXED = {"tables": [["p1", "p2", "p5", "p6"], ["p3", "p4", "p7", "p8"]]}
SHORT = {"tables": [["p1", "p2", "p3"], ["p4", "p5", "p6"]], "sit_out": ["p7", "p8"]}


def test_every_rule_counts_as_it_is_written():
    """By hand, from the contract."""
    assert cost("forbidden_pair", [SAME, MIXED], forbidden=[["p2", "p1"], ["p1", "p8"]]) == 2
    assert cost("sit_out", [SHORT, SHORT], history=[{"tables": [], "sit_out": ["p7"]}]) == 9 + 4
    assert cost("consecutive_repeat", [SAME, SAME, MIXED], history=[[ONE]]) == 6 + 12 + 4
    assert cost("repeat_pair", [SAME, MIXED], history=[[ONE], [["p8", "p7"]]]) == 6 + 4 + 1
    assert cost("preferred_size", [SHORT, SAME]) == 6
    assert cost("rank_distance", [MIXED], mode="swiss", ranking=NAMES) == 2 + 2
    assert cost("third_meeting", [SAME, SAME], history=[[ONE], [["p1", "p2"]]]) == 6 + 1
    ranked = {"mode": "swiss", "ranking": NAMES, "history": [{"tables": [], "sit_out": ["p8"]}]}
    assert cost("sit_out_turn", [SHORT], **ranked) == 6  # p1-p6 have not sat out, p8 has
    odd = {"tables": [["p1", "p2", "p3"], ["p4", "p5", "p6", "p7", "p8"]]}
    past = [[ONE, ["p7", "p8"]]]
    assert cost("repeat_table_size", [odd, SAME, odd], history=past) == 3 * 4 + 2
    teams = [[["p1", "p2"], ["p3", "p4"]], [["p1", "p3"], ["p2", "p4"]]]
    pairs = {"partners": {"rounds": 2, "history": [["p2", "p1"]]}}
    assert cost("repeat_partner", [{**SAME, "partners": [teams, teams[:0]]}], **pairs) == 1
    assert cost("repeat_left_neighbour", [SAME], history=[[["p2", "p3", "x", "p4", "p1"]]]) == 3
    assert cost("together", [SAME, SHORT], together=[["p1", "p5"], ["p6", "p7"]]) == 2 + 1
    assert cost("fixed_table", [SAME, SHORT], fixed={"p1": 1, "p5": 1, "p7": 0}) == 2 + 1
    free = {"players": ["p1", "p5", "p7"], "tables": [0]}
    assert cost("step_free", [SAME, SHORT], step_free=free) == 2 + 1
    assert cost("level_gap", [SAME], levels={"p1": 0, "p2": 1, "p3": 2, "p5": 9}) == 1
    assert cost("level_gap", [SAME], levels={"p1": 0, "p2": 1}, level_gap=0) == 1


def test_seats_count_with_the_past_up_to_the_preferred_size():
    assert cost("seat_spread", [SAME]) == 8
    assert cost("seat_spread", [SAME, SAME]) == 16
    shifted_seats = [[table[k:] + table[:k] for table in (ONE, TWO)] for k in (1, 2, 3)]
    assert cost("seat_spread", [SAME], history=shifted_seats) == 0
    five = {"tables": [["p6", "p7", "p8"], [*ONE, "p5"]]}
    assert cost("seat_spread", [five]) == 7  # nobody counts the fifth seat of a table of five


def test_a_departed_player_adds_no_cost_but_keeps_the_seat():
    departed = [["left", "p1", "p2", "p3"]]
    assert cost("repeat_pair", [SAME], history=[departed]) == 3
    seats = cost("seat_spread", [SAME], history=[{"tables": departed}])
    assert seats == 8  # p1 sat second, then first: his most is one, his fewest none


def test_a_plan_with_wrong_claims_is_reported():
    request = make_request(8, rounds=2, least=4, most=4)
    valid = plan_of(request).to_json()
    for key, problem in (("cost", "wrong_cost"), ("bound", "wrong_bound")):
        wrong = {**valid, key: {**valid[key], "repeat_pair": 99}}
        parsed, _ = plan.read(wrong)
        problems = [
            (problem.code, problem.path) for problem in check.check(request, parsed).problems
        ]
        assert problems == [(problem, f"{key}.repeat_pair")]
    low = {**valid, "status": "optimal", "bound": {**valid["bound"], "repeat_pair": 0}}
    parsed, _ = plan.read(low)
    (not_optimal,) = check.check(request, parsed).problems
    assert not_optimal.code == "not_optimal"
    assert "prouvé" in not_optimal.message("fr")


def test_every_rule_of_the_words_is_counted():
    rules = [*map(str, Rule)]
    parsed, _ = plan.read({"rounds": [SAME]})
    request = make_request(8, rules=rules, ranking=NAMES, seat_values={"4": [1, 0, 0, -1]})
    assert [*check.plan_costs(request, parsed)] == rules
