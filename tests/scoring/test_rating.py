"""Ratings as an evening makes them: what order of entry, corrections and moves come to."""

from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games import record
from league.operations.matches import submissions
from league.operations.seasons import seasons
from scoring import ledger, rating
from scoring.models import Encounter, Ledger, Rating, RatingBook, Result
from scoring.pure import ratings
from scoring.pure.encounters import of_single_players
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db

WIN = [[22, 5, 6]] * 3  # Ada, then Chloé, then Bruno
UPSET = [[5, 6, 22]] * 3  # Chloé, then Bruno, then Ada


@pytest.fixture
@made_once
def rated_session():
    session: Any = make.session(make.season(make.club()), day=5)
    session.players = make.players(session.season.club)[:3]
    return session


def play(session, rounds=WIN, game="neurotrio"):
    return make.played(make.match(session, session.players, game=game), *rounds)


def current_ratings(session, game=""):
    """Refresh the ratings and return them by name."""
    club = session.season.club_id
    rating.refresh(club)
    assert rating.check(club) == []
    rows = Rating.objects.filter(club=club, game=game).select_related("player")
    return {row.player.name: (row.mu, row.sigma, row.played) for row in rows}


def expected_ratings(session, *places):
    """Return the ratings that the pure part computes from these matches; each lists the places of
    the players in seat order."""
    ratings_by_player = {}
    for match_count, ranks in enumerate(places, 1):
        encounter = of_single_players([player.pk for player in session.players], ranks)
        before = {player: rating[0] for player, rating in ratings_by_player.items()}
        (after,) = ratings.replay([[encounter]], before)
        ratings_by_player = {player: (rating, match_count) for player, rating in after.items()}
    names = {player.pk: player.name for player in session.players}
    return {
        names[player]: (*rating, match_count)
        for player, (rating, match_count) in ratings_by_player.items()
    }


def test_a_finished_match_is_rated_by_its_places(rated_session):
    play(rated_session)
    assert (
        current_ratings(rated_session)
        == current_ratings(rated_session, "neurotrio")
        == expected_ratings(rated_session, [1, 3, 2])
    )
    assert current_ratings(rated_session, "njet") == {}


def test_each_game_has_its_own_rating_and_all_games_one_more(rated_session):
    play(rated_session)
    njet = make.match(rated_session, rated_session.players, game="njet", options={"rounds": 1})
    make.played(njet, [3, 3, 12])
    assert current_ratings(rated_session, "neurotrio") == expected_ratings(rated_session, [1, 3, 2])
    assert {match_count for *_, match_count in current_ratings(rated_session, "njet").values()} == {
        1
    }
    assert {match_count for *_, match_count in current_ratings(rated_session).values()} == {2}


def test_an_unfinished_match_is_not_rated(rated_session):
    play(rated_session, [[22, 5, 6]])
    assert current_ratings(rated_session) == {}
    assert not Encounter.objects.exists()


def test_a_match_entered_late_is_rated_where_it_belongs(rated_session):
    play(rated_session, WIN)
    current_ratings(rated_session)
    before: Any = make.session(rated_session.season, day=1)
    before.players = rated_session.players
    play(before, UPSET)
    assert current_ratings(rated_session) == expected_ratings(rated_session, [3, 2, 1], [1, 3, 2])


def test_the_order_of_entry_does_not_matter(rated_session):
    first: Any = make.session(rated_session.season, day=1)
    first.players = rated_session.players
    play(first, UPSET)
    play(rated_session, WIN)
    assert current_ratings(rated_session) == expected_ratings(rated_session, [3, 2, 1], [1, 3, 2])


def test_a_correction_is_replayed_from_its_match_on(rated_session):
    corrected_match = play(rated_session, WIN)
    play(rated_session, WIN)
    current_ratings(rated_session)
    submissions.correct(corrected_match.pk, 3, make.sheet(22, 9, 5), by=None)
    places = list(corrected_match.results.live().order_by("seat").values_list("place", flat=True))
    assert places != [1, 3, 2]
    assert current_ratings(rated_session) == expected_ratings(rated_session, places, [1, 3, 2])


def test_matches_before_a_correction_are_not_rated_again(rated_session, monkeypatch):
    play(rated_session)
    corrected_match = play(rated_session)
    play(rated_session)
    current_ratings(rated_session)
    submissions.correct(corrected_match.pk, 3, make.sheet(22, 9, 5), by=None)
    match_counts = []
    replay = ratings.replay

    def counting_replay(matches, before):
        match_list = list(matches)
        match_counts.append(len(match_list))
        return replay(match_list, before)

    monkeypatch.setattr(ratings, "replay", counting_replay)
    rating.refresh(rated_session.season.club_id)
    assert match_counts == [2, 2], "of its game and of overall"


def test_a_voided_match_is_as_if_it_had_never_been(rated_session):
    voided_match = play(rated_session, UPSET)
    play(rated_session, WIN)
    current_ratings(rated_session)
    ledger.record(
        season_id=rated_session.season_id,
        session_id=rated_session.pk,
        match_id=voided_match.pk,
        match_version=99,
        game="neurotrio",
        finish=[],
    )
    assert current_ratings(rated_session) == expected_ratings(rated_session, [1, 3, 2])


def test_a_player_whose_last_match_is_withdrawn_has_no_rating(rated_session):
    only = play(rated_session)
    current_ratings(rated_session)
    ledger.record(
        season_id=rated_session.season_id,
        session_id=rated_session.pk,
        match_id=only.pk,
        match_version=99,
        game="neurotrio",
        finish=[],
    )
    assert current_ratings(rated_session) == {}
    assert not Rating.objects.exists()


@pytest.mark.parametrize("days", [7, -7])
def test_an_evening_that_moves_takes_its_matches_along(rated_session, days):
    other: Any = make.session(rated_session.season, day=6 if days > 0 else 4)
    other.players = rated_session.players
    play(rated_session, WIN)
    play(other, UPSET)
    current_ratings(rated_session)
    seasons.update_session(rated_session, starts_at=rated_session.starts_at + timedelta(days=days))
    order = [[3, 2, 1], [1, 3, 2]] if days > 0 else [[1, 3, 2], [3, 2, 1]]
    assert current_ratings(rated_session) == expected_ratings(rated_session, *order)


def test_matches_of_all_seasons_of_a_club_count_in_time(rated_session):
    play(rated_session, WIN)
    current_ratings(rated_session)
    earlier: Any = make.session(make.season(rated_session.season.club, "Saison 2025"), day=2)
    earlier.players = rated_session.players
    play(earlier, UPSET)
    assert current_ratings(rated_session) == expected_ratings(rated_session, [3, 2, 1], [1, 3, 2])


def test_clubs_are_rated_apart(rated_session):
    play(rated_session)
    current_ratings(rated_session)
    other = make.club(make.user("charlie@example.org"), name="Les Autres")
    assert rating.stale_clubs() == []
    session: Any = make.session(make.season(other))
    session.players = make.players(other)[:3]
    play(session)
    assert rating.stale_clubs() == [other.pk]
    assert not rating.refresh(rated_session.season.club_id)


def test_scores_that_leave_the_places_alone_move_no_rating(rated_session):
    match = play(rated_session)
    current_ratings(rated_session)
    submissions.correct(match.pk, 3, make.sheet(22, 5, 8), by=None)
    assert Result.objects.filter(match=match, until__isnull=False).exists()
    assert not rating.is_stale(rated_session.season.club_id)


def test_a_penalty_moves_no_rating(rated_session):
    play(rated_session)
    current_ratings(rated_session)
    ledger.penalise(
        season_id=rated_session.season_id,
        session_id=rated_session.pk,
        player_id=rated_session.players[0].pk,
        points=5,
        reason="late",
        by_id=None,
    )
    assert not rating.refresh(rated_session.season.club_id)


def test_refreshing_twice_has_one_effect(rated_session):
    play(rated_session)
    assert rating.refresh(rated_session.season.club_id)
    version = RatingBook.objects.get().version
    assert not rating.refresh(rated_session.season.club_id)
    assert RatingBook.objects.get().version == version


def test_another_algorithm_rates_everything_anew(rated_session):
    play(rated_session)
    ratings_before = current_ratings(rated_session)
    RatingBook.objects.update(algorithm="openskill-0")
    Rating.objects.update(mu=1.0)
    assert rating.stale_clubs() == [rated_session.season.club_id]
    assert current_ratings(rated_session) == ratings_before
    assert rating.stale_clubs() == []


def test_a_club_that_is_gone_is_no_error():
    assert not rating.refresh(10**9)
    assert rating.check(10**9) == []


def test_the_history_keeps_each_match_with_the_rating_after_it(rated_session):
    matches = [play(rated_session, WIN), play(rated_session, UPSET)]
    after = [
        expected_ratings(rated_session, [1, 3, 2]),
        expected_ratings(rated_session, [1, 3, 2], [3, 2, 1]),
    ]
    current_ratings(rated_session)
    row = Rating.objects.get(player=rated_session.players[0], game="")
    began_at = rated_session.starts_at.timestamp()
    assert row.history == [
        [began_at, rated_session.pk, match.pk, *rating["Ada"][:2]]
        for match, rating in zip(matches, after, strict=True)
    ]


# --- partners
def njet(session, evidence, players=4, options=None):
    """Return a whole match of Njet!, played by bots."""
    seat_players = make.players(session.season.club, [f"N{number}" for number in range(players)])
    match = make.match(session, seat_players, game="njet", options={"rounds": 3, **(options or {})})
    names = [player.name for player in seat_players]
    played: dict[str, Any] = record.play("njet", Random(4), names, evidence, options=match.options)
    for round_ in played["rounds"]:
        match = submissions.submit(match.pk, round_, by=None).match
    assert match.over
    return match


@pytest.mark.parametrize("evidence", ["final", "transcript"])
@pytest.mark.parametrize("players", [3, 4])
def test_njet_is_rated_round_by_round_with_its_partners(rated_session, evidence, players):
    match = njet(rated_session, evidence, players)
    seats = list(match.seats.values_list("player_id", flat=True))
    encounters = Encounter.objects.filter(match=match)
    assert [encounter.number for encounter in encounters] == [1, 2, 3]
    for encounter, round_ in zip(encounters, match.submissions.current(), strict=True):
        score = dict(zip(seats, round_.scores, strict=True))
        of_side = [{score[player] for player in side} for side in encounter.sides]
        assert [len(rating) for rating in of_side] == [1, 1], "partners score alike"
        assert sorted(player for side in encounter.sides for player in side) == sorted(seats)
        first, second = (rating.pop() for rating in of_side)
        assert encounter.ranks == [1 + (second > first), 1 + (first > second)]
        if evidence == "final":
            teams = {frozenset(seats[seat] for seat in team) for team in round_.body["teams"]}
            assert {frozenset(side) for side in encounter.sides} == teams
    rating.refresh(rated_session.season.club_id)
    assert set(Rating.objects.values_list("played", flat=True)) == {1}, "one match"


def test_sheets_of_njet_that_leave_the_partners_open_are_rated_by_final_places(rated_session):
    four = make.players(rated_session.season.club, ["N1", "N2", "N3", "N4"])
    match = make.match(rated_session, four, game="njet", options={"rounds": 2})
    match = make.played(match, [6, 6, 6, 6], [4, 4, 8, 8])
    encounters = Encounter.objects.get(match=match)
    seats = list(match.seats.values_list("player_id", flat=True))
    assert (encounters.number, encounters.sides, encounters.ranks) == (
        0,
        [[seat] for seat in seats],
        match.places,
    )


def test_other_partners_in_a_correction_change_the_encounter_and_not_the_results(rated_session):
    four = make.players(rated_session.season.club, ["N1", "N2", "N3", "N4"])
    match = make.match(rated_session, four, game="njet", options={"rounds": 1})
    body = make.sheet(6, 6, 6, 6, teams=[[0, 1], [2, 3]])
    match = submissions.submit(match.pk, body, by=None).match
    before = list(Result.objects.values_list("pk", "until"))
    submissions.correct(match.pk, 1, {**body, "teams": [[0, 2], [1, 3]]}, by=None)
    seats = list(match.seats.values_list("player_id", flat=True))
    encounters = Encounter.objects.live().get(match=match)
    assert encounters.sides == [[seats[0], seats[2]], [seats[1], seats[3]]]
    assert list(Result.objects.values_list("pk", "until")) == before


@pytest.mark.long
def test_the_demo_is_rated():
    call_command("demo", stdout=StringIO())
    (club,) = set(Ledger.objects.values_list("season__club", flat=True))
    assert not rating.is_stale(club)
    assert rating.check(club) == []
    assert Rating.objects.filter(club=club, game="").count() == 24
