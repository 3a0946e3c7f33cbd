"""Every number followed back to the results, worked out by hand."""

import pytest
from hypothesis import given

from scoring.pure import standings
from scoring.pure.origin import describe_mean, describe_result, describe_sit_outs, explain
from scoring.pure.schemes import Scheme
from scoring.pure.units import HUNDREDTH, UNIT
from tests.scoring.crosstable import NUMBERS, facts, history
from tests.scoring.pure.test_standings import SEASONS

A = NUMBERS["A"]
PLACE = "Place 1 of 2 players: 60 of 60 points"


def evenings_of(*matches, **scheme):
    """Return A's evenings in order as (evening, points, counted)."""
    origin = explain(history(*matches), Scheme(points="raw", **scheme), A)
    return [
        (session.session_index, session.points // UNIT, session.counted)
        for session in origin.evenings
    ]


def test_a_total_is_followed_back_to_evenings_and_results():
    season_facts = history(
        "2: A3 B0", "1: A5 B0", "1: C5 A2", "1: B5 C0", "3: A2 C0", penalties="A4 B1 A0"
    )
    origin = explain(season_facts, Scheme(points="raw", best_evenings=2, attendance=10), A)
    # evenings of 7, 3 and 2 points of which two count; three times attendance; a penalty
    assert origin.total == (7 + 3 + 30 - 4) * UNIT
    assert (origin.attendance, origin.penalty) == (30 * UNIT, 4 * UNIT)
    assert [penalty.points for penalty in origin.penalties] == [4, 0]
    assert [evening.points for evening in origin.evenings] == [7 * UNIT, 3 * UNIT, 2 * UNIT]
    assert [evening.counted for evening in origin.evenings] == [True, True, False]
    assert [evening.attendance for evening in origin.evenings] == [10 * UNIT] * 3
    results = [[result.fact.match for result in evening.results] for evening in origin.evenings]
    assert results == [[2, 3], [1], [5]]
    assert [result.earned for result in origin.evenings[0].results] == [5 * UNIT, 2 * UNIT]


def test_evenings_stand_in_order_of_time_whatever_their_number_is():
    assert evenings_of("3: A1 B0", "1: A2 B0") == [(1, 2, True), (3, 1, True)]


def test_among_equal_evenings_the_earlier_counts():
    lines = ("4: A2 B0", "1: A2 B0", "2: A2 B0", "3: A5 B0")
    assert evenings_of(*lines, best_evenings=2) == [
        (1, 2, True),
        (2, 2, False),
        (3, 5, True),
        (4, 2, False),
    ]


def test_the_worst_evenings_do_not_count():
    lines = ("1: A-2 B0", "2: A3 B0", "3: A1 B0")
    assert evenings_of(*lines, drop_worst=1) == [(1, -2, False), (2, 3, True), (3, 1, True)]


def test_the_origin_of_a_player_without_matches_is_empty():
    origin = explain(history("B C", penalties="A3"), Scheme(attendance=5), A)
    assert (origin.evenings, origin.attendance, origin.total) == ([], 0, -3 * UNIT)


@pytest.mark.parametrize(
    ("table", "target", "scheme", "english", "french"),
    [
        (
            "B A=C D",
            None,
            {},
            "place 2 shared by 2 of 4 players: 30 of 60 points",
            "place 2 partagée par 2 des 4 joueurs\u00a0: 30 sur 60 points",
        ),
        (
            "B A C D E F G H",
            None,
            {},
            "place 2 of 8 players: 51.43 of 60 points",
            "place 2 sur 8 joueurs\u00a0: 51,43 sur 60 points",
        ),
        (
            "B=A C",
            None,
            {"points": "place_points"},
            "place 1 shared by 2 of 3 players: 2 of 3 points",
            "place 1 partagée par 2 des 3 joueurs\u00a0: 2 sur 3 points",
        ),
        (
            "B7 A-4",
            None,
            {"points": "raw"},
            "match score: -4",
            "score de la partie\u00a0: -4",
        ),
        (
            "B8 C7 A5",
            None,
            {"points": "capped_margin", "cap": 2},
            "score 5 minus 7.50, the average of the others, at most 2 above or below: -2",
            "score 5 moins 7,50, moyenne des autres, au plus 2 en plus ou en moins\u00a0: -2",
        ),
        (
            "B8 C3 D3 A3",
            None,
            {"points": "capped_margin"},
            "score 3 minus 4.67, the average of the others, at most 100 above or below: -1.67",
            "score 3 moins 4,67, moyenne des autres, au plus 100 en plus ou en moins\u00a0: -1,67",
        ),
        (
            "A52 B8",
            50,
            {"points": "target"},
            "score 52 of the target 50, which is worth 60: 62.40",
            "score 52 rapporté à l’objectif 50, qui vaut 60\u00a0: 62,40",
        ),
        (
            "A-9 B-10",
            None,
            {"points": "target", "scale": 1},
            "score -9 of 100 (the game has no target), which is worth 1: -0.09",
            "score -9 rapporté à 100 (le jeu n’a pas d’objectif), qui vaut 1\u00a0: -0,09",
        ),
    ],
)
def test_a_result_says_in_both_languages_what_it_is_worth(table, target, scheme, english, french):
    fact = next(fact for fact in facts(table, target=target) if fact.player == A)
    text, params = describe_result(fact, Scheme(**scheme))
    assert (text.say("en", params), text.say("fr", params)) == (english, french)


def test_a_shared_result_names_the_rounds_of_the_player():
    fact = next(fact for fact in facts("A22 B9") if fact.player == A)
    shared = fact._replace(share_from=0, share_to=2, share_of=5)
    text, params = describe_result(shared, Scheme(points="raw"))
    assert (params["played"], params["rounds"]) == (2, 5)
    assert "8.80" in text.say("en", params)


@given(SEASONS)
def test_the_total_is_that_of_the_table(season):
    season_facts, scheme = season
    for row in standings.compute(season_facts, scheme):
        origin = explain(season_facts, scheme, row.player)
        counted_points = sum(evening.points for evening in origin.evenings if evening.counted)
        assert origin.total == row.points
        base = counted_points if origin.mean is None else origin.mean
        assert (origin.mean is None) == (scheme.aggregate == "sum")
        assert origin.total == base + origin.attendance + origin.for_sit_outs - origin.penalty
        assert len(origin.evenings) == row.evenings
        assert all(e.points == sum(r.earned for r in e.results) for e in origin.evenings)


@pytest.mark.parametrize(("sit_out", "english"), [("own_mean", "mean"), ("win", "win")])
def test_the_origin_of_sit_outs_names_their_worth(sit_out, english):
    scheme = Scheme(sit_out=sit_out)
    origin = explain(history("A22 B5", sit_outs="A"), scheme, NUMBERS["A"])
    text, params = describe_sit_outs(origin, scheme)
    assert english in text.en
    assert params["times"] == 1
    assert origin.for_sit_outs == 60 * UNIT


def test_the_origin_of_a_mean_names_sum_and_matches():
    season_facts = history("1: A5 B0", "1: A0 B1", "2: A5 B0", penalties="A1")
    origin = explain(season_facts, Scheme(points="raw", aggregate="mean", attendance=2), A)
    text, params = describe_mean(origin)
    assert text.say("en", params) == "mean of all matches: 10 ÷ 3 = 3.33"
    assert text.say("fr", params) == "moyenne de toutes les parties\u00a0: 10 ÷ 3 = 3,33"
    assert origin.total == (333 + 400 - 100) * HUNDREDTH
    assert all(evening.counted for evening in origin.evenings)


@pytest.mark.parametrize(
    ("weight", "months_ago", "words"),
    [
        (100, 0, "place 1 of 2 players: 60 of 60 points"),
        (50, 0, f"{PLACE}; × 0.50, the weight of the evening: 30"),
        (100, 1, f"{PLACE}; × 0.9000 (age in months: 1): 54"),
        (200, 5, f"{PLACE}; × 2, the weight of the evening, × 0.5905 (age in months: 5): 70.86"),
    ],
)
def test_factors_of_a_result_are_stated(weight, months_ago, words):
    first = facts("A B")[0]._replace(weight=weight, months_ago=months_ago)
    text, params = describe_result(first, Scheme(kept_per_month=90))
    assert text.say("en", params) == words


def test_a_z_score_states_average_and_deviation():
    text, params = describe_result(facts("A9 B5 C1")[0], Scheme("z_score", scale=10))
    assert text.say("en", params) == (
        "score 9, average 5 and standard deviation 3.26 at the table, worth 10 for each "
        "deviation: 12.25"
    )
