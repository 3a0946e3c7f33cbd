"""The achievements of a player, each with the match or the evening that proves it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from league.operations.standings import achievements
from league.operations.standings.achievements import CareerFacts, ClubSession
from league.operations.standings.careers import Meeting, PlayedMatch

START = datetime(2026, 1, 1, 20, tzinfo=UTC)


def matches(places: Sequence[int], *, games: Sequence[str] = ("njet",), per_evening: int = 1):
    """Return matches of two with these places, numbered from 1."""
    return [
        PlayedMatch(
            match=number,
            game=games[(number - 1) % len(games)],
            place=place,
            players=2,
            score=number,
            at=START + timedelta(days=(number - 1) // per_evening),
            session=(number - 1) // per_evening,
            season=1,
            seat=0,
            evidence="sheet",
        )
        for number, place in enumerate(places, 1)
    ]


def facts(played, **others) -> CareerFacts:
    empty = CareerFacts(played, [], [], {}, ["njet", "triominos"])
    return empty._replace(**others)


def achieved(rule, career: CareerFacts):
    """Return what the rule finds as (code, number, match or session)."""
    return [
        (achievement.code, achievement.number, achievement.match or achievement.session)
        for achievement in rule(career)
    ]


@pytest.mark.parametrize(("places", "expected"), [([2, 1, 1], [("first_win", 1, 2)]), ([2], [])])
def test_the_first_win(places, expected):
    assert achieved(achievements.first_win, facts(matches(places))) == expected


@pytest.mark.parametrize(("count", "expected"), [(9, []), (10, [10]), (60, [50])])
def test_the_highest_number_of_matches(count, expected):
    played = facts(matches([2] * count))
    assert achieved(achievements.matches_played, played) == [("matches", n, n) for n in expected]


def test_three_wins_in_a_row():
    assert not achieved(achievements.wins_in_a_row, facts(matches([1, 1, 2, 1])))
    career = facts(matches([1, 2, 1, 1, 1, 1, 2]))
    assert achieved(achievements.wins_in_a_row, career) == [("wins_in_a_row", 4, 6)]


def test_an_evening_on_which_all_was_won():
    career = facts(matches([1, 1, 2, 1, 1, 1], per_evening=3))
    assert achieved(achievements.perfect_evening, career) == [("perfect_evening", 3, 1)]
    assert not achieved(achievements.perfect_evening, facts(matches([1, 1], per_evening=2)))


def test_every_game_won():
    career = facts(matches([1, 2, 1, 1], games=["njet", "triominos"]))
    assert achieved(achievements.won_all_games, career) == [("all_games", 2, 4)]
    assert not achieved(achievements.won_all_games, facts(matches([1, 1])))


def test_the_highest_score_of_the_club_counts_after_ten_results():
    played = matches([2, 2, 1])
    for scores, expected in (
        ({"njet": {3: 1, 2: 9}}, [("club_record", 3, 3)]),
        ({"njet": {3: 1, 2: 8}}, []),
        ({"njet": {4: 1, 3: 9}}, []),
    ):
        assert achieved(achievements.club_records, facts(played, scores=scores)) == expected


def test_evenings_in_a_row_are_those_of_a_season():
    sessions = [ClubSession(number, 1, START, 3) for number in range(7)]
    other = ClubSession(90, 2, START, 3)
    career = facts(matches([2] * 6), sessions=[*sessions[:3], other, *sessions[3:]])
    assert achieved(achievements.evenings_in_a_row, career) == [("evenings_in_a_row", 5, 4)]
    missed = career._replace(matches=[match for match in career.matches if match.session != 2])
    assert not achieved(achievements.evenings_in_a_row, missed)


def test_verified_matches_in_a_row():
    played = [match._replace(evidence="final") for match in matches([2] * 6)]
    assert achieved(achievements.verified_in_a_row, facts(played)) == [("verified_in_a_row", 6, 6)]
    played[3] = played[3]._replace(evidence="sheet")
    assert not achieved(achievements.verified_in_a_row, facts(played))


def test_a_spell_is_broken_after_five_defeats_in_a_row():
    def career(places):
        met = [Meeting(number, 7, 3 - place) for number, place in enumerate(places, 1)]
        return facts(matches(places), meetings=met)

    expected = achieved(achievements.broken_spell, career([2, 2, 2, 2, 2, 1]))
    assert expected == [("broken_spell", 5, 6)]
    assert not achieved(achievements.broken_spell, career([2, 2, 2, 1, 2, 2, 1]))


def test_all_rules_are_tried():
    assert [
        achievement.code for achievement in achievements.achievements(facts(matches([1] * 10)))
    ] == [
        "wins_in_a_row",
        "matches",
        "first_win",
    ]
