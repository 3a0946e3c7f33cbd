"""Seasons of evenings: whom players meet, who sits out, and who begins."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from seating import check
from seating.rules import EVENING_ORDER, NEEDS, Rule
from seating.solver import exact
from tests.seating.build import make_request, plan_of

RULES = [str(rule) for rule in EVENING_ORDER if rule not in NEEDS or rule is Rule.FORBIDDEN_PAIR]
LAST, EARLIER = 20, 10  # weights of the last evening and of those before


def play_season(players, evenings, *, seed, absent=0.0, least=3, most=5, **more):
    """Return the rounds of a season with one table per player and evening, each plan checked."""
    random, past = Random(seed), []
    names = [f"p{number + 1}" for number in range(players)]
    for number in range(evenings):
        here = [name for name in names if random.random() >= absent]
        request = make_request(
            here,
            least=least,
            most=most,
            rules=RULES,
            history=past,
            seed=number,
            seconds=0.3,
            **more,
        )
        plan = plan_of(request)
        report = check.check(request, plan)
        assert report.ok, [problem.to_json() for problem in report.problems]
        past = [{**earlier, "weight": EARLIER} for earlier in past]
        past.append({**plan.rounds[0].to_json(), "weight": LAST})
    return past


def meetings(rounds, players):
    names = sorted(f"p{number + 1}" for number in range(players))
    times = Counter(
        pair
        for past in rounds
        for table in past["tables"]
        for pair in combinations(sorted(table), 2)
    )
    return [times[pair] for pair in combinations(names, 2)]


@pytest.mark.parametrize(("players", "evenings"), [(16, 10), (20, 12)])
@pytest.mark.parametrize("seed", range(2))
def test_all_pairs_meet_and_none_four_times(players, evenings, seed):
    times = meetings(play_season(players, evenings, seed=seed), players)
    assert (times.count(0), sum(number > 3 for number in times)) == (0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_absences_change_sit_outs_by_one_among_equal_attendance(seed):
    """Those who came to the same evenings have sat out equally often, or once more."""
    rounds = play_season(15, 14, seed=seed, absent=0.2, least=4, most=4)
    present = [
        {*past["sit_out"], *(name for table in past["tables"] for name in table)} for past in rounds
    ]
    out = Counter(name for past in rounds for name in past["sit_out"])
    groups: dict[tuple[bool, ...], list[int]] = {}
    for name in set().union(*present):
        groups.setdefault(tuple(name in here for here in present), []).append(out[name])
    assert all(max(times) - min(times) <= 1 for times in groups.values())
    everybody = play_season(14, 14, seed=seed, least=4, most=4)
    out = Counter(name for past in everybody for name in past["sit_out"])
    assert max(out.values()) - min(out[f"p{number + 1}"] for number in range(14)) <= 1


def test_each_player_begins_about_equally_often():
    rounds = play_season(16, 12, seed=1)
    begins = Counter(table[0] for past in rounds for table in past["tables"])
    assert set(begins.values()) <= {2, 3, 4}
    assert sum(begins.values()) == 48


def test_small_clubs_reach_what_an_exhaustive_search_reaches(monkeypatch):
    """The search for large clubs, tried on a small one, meets nobody more often."""
    best = [sum(number**2 for number in meetings(play_season(12, 8, seed=s), 12)) for s in (1, 2)]
    monkeypatch.setattr(exact, "MOST_PLAYERS", 0)
    searched = [
        sum(number**2 for number in meetings(play_season(12, 8, seed=s), 12)) for s in (1, 2)
    ]
    assert all(squares <= least * 1.03 for squares, least in zip(searched, best, strict=True))


def test_earlier_meetings_cost_the_square_of_their_weights():
    history = [
        {"tables": [["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "p8"]], "weight": 3},
        {"tables": [["p1", "p2", "p5", "p6"], ["p3", "p4", "p7", "p8"]], "weight": 1},
    ]
    request = make_request(8, rules=["past_meeting"], history=history)
    plan = plan_of(request)
    # a table keeps two pairs that met at the first round and two of the second, or pairs of both
    assert plan.cost == check.plan_costs(request, plan) == {"past_meeting": 4 * 9 + 4 * 1}
    without = make_request(8, rules=["past_meeting"], history=[{**history[0], "weight": 0}])
    assert plan_of(without).cost == {"past_meeting": 0}


def test_players_of_one_level_sit_apart():
    levels = {f"p{number + 1}": number // 2 for number in range(8)}
    plan = plan_of(make_request(8, rules=["same_level"], levels=levels))
    assert plan.cost == {"same_level": 0}
    assert all({levels[name] for name in table} == {0, 1, 2, 3} for table in plan.rounds[0].tables)


def test_those_begin_who_have_begun_least():
    history = [{"tables": [["p1", "p2", "p3", "p4"]]}, {"tables": [["p2", "p1", "p3", "p4"]]}]
    plan = plan_of(make_request(4, rules=["first_seat"], history=history))
    assert plan.rounds[0].tables[0][0] in ("p3", "p4")
    assert (plan.cost, plan.status) == ({"first_seat": 3}, "optimal")


def test_the_best_seat_goes_to_the_player_with_the_least_luck_so_far():
    request = make_request(
        4,
        rules=["seat_advantage"],
        seat_values={"4": [60, 0, 0, -60]},
        seat_balance={"p3": -60, "p2": 60},
    )
    table = plan_of(request).rounds[0].tables[0]
    assert (table[0], table[3]) == ("p3", "p2")
    assert plan_of(request).cost == {"seat_advantage": 0}
