"""Partners inside a table: everybody with everybody as evenly as it goes."""

import json
from collections import Counter

import pytest

from seating import check, generate, partners, plan
from tests.seating.build import make_request, plan_of, read


def pairs(rounds):
    """Return how often each two players are partners in the teams of several rounds."""
    return Counter(frozenset(team) for teams in rounds for team in teams if len(team) == 2)


@pytest.mark.parametrize(("players", "rounds"), [(4, 8), (3, 8), (4, 1), (4, 7), (3, 4)])
def test_partners_change_evenly_over_the_rounds_of_a_match(players, rounds):
    request = make_request(
        players, least=players, most=players, preferred=[], partners={"rounds": rounds}
    )
    (teams,) = plan_of(request).rounds[0].partners
    assert len(teams) == rounds
    pair_counts = pairs(teams)
    times = [pair_counts[pair] for pair in every_pair(request.players)]
    assert max(times) - min(times) <= 1


def every_pair(names):
    return {frozenset((one, other)) for one in names for other in names if one != other}


def test_recorded_partners_come_later():
    past = {frozenset("ab"): 2, frozenset("cd"): 2}
    first, second = partners.partner_rotation("abcd", 2, past)
    assert ["a", "b"] not in (*first, *second)
    assert partners.partner_rotation("abcde", 2, past) == []


@pytest.mark.parametrize("rounds", [2, 5])
def test_rounds_drawn_at_once_remember_each_others_partners(rounds):
    """The same four each time, one round of play each, after one that was recorded."""
    past = [["p1", "p2"], ["p3", "p4"]]
    request = make_request(4, rounds=rounds, partners={"rounds": 1, "history": past})
    pair_counts = pairs(teams for round_ in plan_of(request).rounds for (teams,) in round_.partners)
    pair_counts.update(frozenset(pair) for pair in past)
    times = [pair_counts[pair] for pair in every_pair(request.players)]
    assert max(times) - min(times) <= 1


@pytest.mark.parametrize("seed", range(0, 400, 5))
def test_all_at_a_table_have_a_team_in_every_round_of_its_match(seed):
    raw = {**generate.generate(6 + seed % 9, seed), "partners": {"rounds": 8}, "seconds": 0.01}
    for round_ in plan_of(read(raw)).rounds:
        for table, rounds in zip(round_.tables, round_.partners, strict=True):
            assert len(rounds) == (8 if len(table) in (3, 4) else 0)
            for teams in rounds:
                assert sorted(name for team in teams for name in team) == sorted(table)
                assert {len(team) for team in teams} == ({2} if len(table) == 4 else {1, 2})


def test_a_plan_with_partners_is_read_as_it_was_written():
    request = make_request(7, least=3, most=4, preferred=[], partners={"rounds": 3})
    json_plan = plan_of(request).to_json()
    parsed, problems = plan.read(json.loads(json.dumps(json_plan)))
    assert problems == []
    assert json.dumps(parsed.to_json()["rounds"]) == json.dumps(json_plan["rounds"])
    assert check.check(request, parsed).ok


@pytest.mark.parametrize(
    ("spoil", "path"),
    [
        (lambda partners: partners.pop(), "rounds.0.partners"),
        (lambda partners: partners[0][1][0].pop(), "rounds.0.partners.0.1"),
        (lambda partners: partners[0][2][0].append("p9"), "rounds.0.partners.0.2"),
        (
            lambda partners: partners[1][0].__setitem__(0, partners[1][0][1]),
            "rounds.0.partners.1.0",
        ),
    ],
)
def test_teams_share_out_their_table(spoil, path):
    request = make_request(8, partners={"rounds": 3})
    json_plan = json.loads(json.dumps(plan_of(request).to_json()))
    spoil(json_plan["rounds"][0]["partners"])
    parsed, _ = plan.read(json_plan)
    (problem,) = check.check(request, parsed).problems
    assert (problem.code, problem.path) == ("wrong_partners", path)


@pytest.mark.parametrize("partners", [5, {}, [5], [[5]], [[[5]]], [[[["p1", 5]]]]])
def test_partners_of_another_shape_are_no_plan(partners):
    parsed, problems = plan.read({"rounds": [{"tables": [["p1", "p2"]], "partners": partners}]})
    assert parsed is None
    assert problems[0].path.startswith("rounds.0.partners")


def test_other_partners_than_the_planned_are_a_plan():
    request = make_request(4, partners={"rounds": 1})
    tables = [["p1", "p2", "p3", "p4"]]
    partners = [[[["p2", "p4"], ["p3", "p1"]]] * 2]
    parsed, _ = plan.read({"rounds": [{"tables": tables, "partners": partners}]})
    assert check.check(request, parsed).ok
