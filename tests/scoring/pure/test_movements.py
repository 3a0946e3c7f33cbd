"""Why rows move: places and points gained are exactly what the reasons add up to."""

from random import Random

import pytest

from scoring.pure import standings
from scoring.pure.facts import PlayerId, SeasonFacts
from scoring.pure.movements import PlacedRow, movements
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT
from tests.scoring.crosstable import LETTERS, NUMBERS, history, units
from tests.scoring.seasons import a_scheme


def rows(season_facts, scheme):
    return {
        row.player: PlacedRow(row.place, row.points, row.qualified)
        for row in standings.compute(season_facts, scheme)
    }


def until(season_facts, last):
    return SeasonFacts(
        [fact for fact in season_facts.facts if fact.session_index <= last],
        [penalty for penalty in season_facts.penalties if penalty.session_index <= last],
    )


def moved(*lines, since, penalties="", **scheme):
    season_facts, rules = history(*lines, penalties=penalties), Scheme(**scheme)
    before, now = rows(until(season_facts, since), rules), rows(season_facts, rules)
    reasons = movements(season_facts, rules, before, now, since)
    return {LETTERS[player]: movement for player, movement in reasons.items()}


def test_a_row_tells_what_was_won_and_who_was_passed():
    reasons = moved("1: A B C", "2: C B A", "2: C B", since=1, tiebreaks=())
    assert set(reasons) == {"A", "C"}
    assert reasons["C"][:6] == (2, 2, units("C120")[NUMBERS["C"]], 0, 0, 0)
    assert (reasons["C"].passed, reasons["C"].by) == ((NUMBERS["A"], NUMBERS["B"]), ())
    assert (reasons["A"].passed, reasons["A"].by) == ((), (NUMBERS["C"],))


def test_a_dropped_evening_and_a_first_one_are_reported():
    reasons = moved("1: A B", "2: B A", "2: D A", since=1, best_evenings=1, attendance=2)
    assert reasons["D"].passed == ()
    assert reasons["D"].matches == 1
    # B keeps his 60 of the second evening; his 0 of the first does not count
    assert reasons["B"][2:6] == (*units("B60 A2").values(), 0, 0)


def test_a_mean_that_falls_is_reported_without_dropped_points():
    reasons = moved("1: A C", "1: B C", "2: B A", "2: D A", since=1, aggregate="mean")
    # A 60, then 60 ÷ 3; B stays at 60
    assert (reasons["A"].matches, reasons["A"].mean) == (2, 20 * UNIT)
    assert (reasons["A"].earned, reasons["A"].dropped) == (-40 * UNIT, 0)
    assert moved("1: A B", "2: B A", since=1)["B"].mean is None


@pytest.mark.parametrize("seed", range(20))
def test_reasons_add_up_to_the_difference(seed):
    rng = Random(seed)
    lines = []
    for session in (1, 2, 3):
        for _ in range(rng.randint(1, 3)):
            seated = rng.sample("ABCDEF", rng.randint(2, 4))
            lines.append(f"{session}: {rng.choice(' =').join(seated)}")
    season_facts, scheme = history(*lines, penalties="A3 C1"), a_scheme(rng)
    before, now = rows(until(season_facts, 2), scheme), rows(season_facts, scheme)
    reasons = movements(season_facts, scheme, before, now, 2)
    assert {player for player in reasons if player not in before} == now.keys() - before.keys()
    for player, reason in reasons.items():
        earlier = before.get(PlayerId(player), PlacedRow(0, 0, False))
        gained = (
            reason.earned + reason.attendance + reason.sit_outs - reason.penalty - reason.dropped
        )
        assert gained == now[player].points - earlier.points
        if scheme.aggregate == "mean":
            assert reason.dropped == 0
        if earlier.place:
            places = len(reason.passed) + len(reason.level) - len(reason.by)
            assert places == earlier.place - now[player].place


@pytest.mark.parametrize("per_month", [None, 50, 90])
def test_points_lost_with_time_are_among_the_reasons(per_month):
    scheme = Scheme(kept_per_month=per_month, tiebreaks=())
    facts = [
        fact._replace(months_ago=3 - fact.session_index if per_month else 0)
        for fact in history("1: A B C", "2: B A C", "3: C A B").facts
    ]
    season_facts = SeasonFacts(facts)
    then = season_facts.only({fact.session for fact in facts if fact.session_index <= 2})
    before, now = rows(then, scheme), rows(season_facts, scheme)
    reasons = movements(season_facts, scheme, before, now, 2)
    assert any(reason.faded for reason in reasons.values()) == bool(per_month)
    for player, reason in reasons.items():
        assert now[player].points - before[player].points == reason.earned - reason.faded
        assert reason.dropped == 0
