from random import Random
from typing import Any

import pytest

from games import record
from league.errors import Invalid
from league.models import Match, Season
from league.operations.matches import matches, submissions
from league.operations.results import stopped_matches
from league.operations.seasons import house_rules, seasons
from scoring.models import Result
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


def code(refused):
    return refused.value.problems[0]["code"], refused.value.problems[0]["path"]


def test_house_rules_are_stored_spelled_out(session):
    match = make.match(session, options={"target": 80})
    assert match.options["target"] == 80
    assert match.options["minimums"] == [12, 12, 12]


def test_refuses_a_player_of_another_club(session):
    stranger = make.players(make.club(make.user("charlie@example.org"), "Ailleurs"))[0]
    own = make.players(session.season.club)[:2]
    with pytest.raises(Invalid) as refused:
        make.match(session, [*own, stranger])
    assert code(refused) == ("unknown_player", "players.2")
    assert not Match.objects.exists()


def test_refuses_a_player_at_two_seats(session):
    ada = make.players(session.season.club)[0]
    with pytest.raises(Invalid) as refused:
        make.match(session, [ada, ada])
    assert code(refused) == ("player_twice", "players")


@pytest.mark.parametrize("number", [0, 1, 5])
def test_refuses_a_table_of_the_wrong_size(session, number):
    seated = make.players(session.season.club, [f"P{n}" for n in range(number)])
    with pytest.raises(Invalid) as refused:
        matches.create(session, game="neurotrio", players=[player.pk for player in seated])
    assert code(refused) == ("bad_number_of_players", "players")


def test_refuses_a_game_that_the_season_does_not_play(session):
    with pytest.raises(Invalid) as refused:
        matches.create(session, game="chess", players=[])
    assert code(refused) == ("unknown_game", "game")


def test_refuses_a_game_that_was_given_up_at_the_same_moment(session):
    players = [player.pk for player in make.players(session.season.club)]
    seasons.update(Season.objects.get(), games=["triominos"])
    with pytest.raises(Invalid) as refused:
        matches.create(session, game="neurotrio", players=players)
    assert code(refused) == ("unknown_game", "game")
    assert not Match.objects.exists()


def test_refuses_impossible_house_rules(session):
    with pytest.raises(Invalid) as refused:
        make.match(session, options={"target": 0})
    assert code(refused)[1] == "options.target"


def test_the_written_match_passes_the_check():
    match = make.played(make.match(), [14, 5, 6], [4, 12, 6])
    verdict = record.check(matches.match_record(match))
    assert (verdict.ok, list(verdict.totals)) == (True, [18, 17, 12])


def test_the_written_match_has_the_corrected_rounds():
    match = make.played(make.match(), [14, 5, 6])
    submissions.correct(match.pk, 1, make.sheet(13, 5, 6), by=None)
    assert matches.match_record(match)["rounds"] == [make.sheet(13, 5, 6)]


@pytest.mark.parametrize(
    ("game", "name"), [("nain_jaune", "chips"), ("neurotrio", "target"), ("triominos", "target")]
)
def test_refuses_house_rules_beyond_what_standings_can_hold(session, game, name):
    with pytest.raises(Invalid) as refused:
        make.match(session, game=game, options={name: house_rules.MOST_SCORE + 1})
    assert code(refused) == ("too_large", f"options.{name}")
    assert not Match.objects.exists()


def test_the_richest_banks_have_their_result(session):
    match = make.match(session, game="nain_jaune", options={"chips": house_rules.MOST_SCORE - 20})
    submissions.submit(match.pk, make.sheet(20, -10, -10), by=None)
    stopped_matches.stop(match, by=None)
    total = sum(match.totals)
    assert set(Result.objects.values_list("total", "target")) == {(total, total // 3)}


@pytest.mark.parametrize(("more", "expected"), [(10**10, "too_large"), (-(10**10), "too_small")])
def test_refuses_scores_beyond_what_standings_can_hold(session, more, expected):
    """A final position whose bridges are open proves no more than tens."""
    players, loose = make.players(session.season.club)[:2], {"bridge": "loose"}
    names = [player.name for player in players]
    of_bots: dict[str, Any] = record.play("triominos", Random(1), names, "final", options=loose)
    played = of_bots["rounds"][0]
    match = make.match(session, players, "triominos", loose)
    first, second = played["before_end"]
    body = {key: value for key, value in played.items() if key != "scores"}
    with pytest.raises(Invalid) as refused:
        submissions.submit(match.pk, {**body, "before_end": [first, second + more]}, by=None)
    assert code(refused) == (expected, "rounds.0.scores.1")
    assert not match.submissions.exists()
