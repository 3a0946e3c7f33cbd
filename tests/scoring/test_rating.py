"""Ratings as an evening makes them: what order of entry, corrections and moves come to."""

from datetime import timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games import record
from league.operations.matches import submissions
from league.operations.seasons import seasons
from scoring import ledger, rating
from scoring.models import Encounter, Ledger, Rating, RatingBook, Result
from scoring.pure import ratings
from scoring.pure.encounters import of_single_players
from tests import make

pytestmark = pytest.mark.django_db

WIN = [[22, 5, 6]] * 3  # Ada, then Chloé, then Bruno
UPSET = [[5, 6, 22]] * 3  # Chloé, then Bruno, then Ada


@pytest.fixture
def evening():
    session = make.session(make.season(make.club()), day=5)
    session.players = make.players(session.season.club)[:3]
    return session


def play(session, rounds=WIN, game="neurotrio"):
    return make.played(make.match(session, session.players, game=game), *rounds)


def shown(session, game=""):
    """By name, refreshed."""
    club = session.season.club_id
    rating.refresh(club)
    assert rating.check(club) == []
    rows = Rating.objects.filter(club=club, game=game).select_related("player")
    return {row.player.name: (row.mu, row.sigma, row.played) for row in rows}


def expected(session, *places):
    """What the pure part makes of these matches of the players in seat order."""
    known = {}
    for played, ranks in enumerate(places, 1):
        encounter = of_single_players([player.pk for player in session.players], ranks)
        before = {player: found[0] for player, found in known.items()}
        (after,) = ratings.replay([[encounter]], before)
        known = {player: (found, played) for player, found in after.items()}
    names = {player.pk: player.name for player in session.players}
    return {names[player]: (*found, played) for player, (found, played) in known.items()}


def test_a_finished_match_is_rated_by_its_places(evening):
    play(evening)
    assert shown(evening) == shown(evening, "neurotrio") == expected(evening, [1, 3, 2])
    assert shown(evening, "njet") == {}


def test_each_game_has_its_own_rating_and_all_games_one_more(evening):
    play(evening)
    njet = make.match(evening, evening.players, game="njet", options={"rounds": 1})
    make.played(njet, [3, 3, 12])
    assert shown(evening, "neurotrio") == expected(evening, [1, 3, 2])
    assert {played for *_, played in shown(evening, "njet").values()} == {1}
    assert {played for *_, played in shown(evening).values()} == {2}


def test_an_unfinished_match_is_not_rated(evening):
    play(evening, [[22, 5, 6]])
    assert shown(evening) == {}
    assert not Encounter.objects.exists()


def test_a_match_entered_late_is_rated_where_it_belongs(evening):
    play(evening, WIN)
    shown(evening)
    before = make.session(evening.season, day=1)
    before.players = evening.players
    play(before, UPSET)
    assert shown(evening) == expected(evening, [3, 2, 1], [1, 3, 2])


def test_the_order_of_entry_changes_nothing(evening):
    first = make.session(evening.season, day=1)
    first.players = evening.players
    play(first, UPSET)
    play(evening, WIN)
    assert shown(evening) == expected(evening, [3, 2, 1], [1, 3, 2])


def test_a_correction_is_replayed_from_its_match_on(evening):
    corrected = play(evening, WIN)
    play(evening, WIN)
    shown(evening)
    submissions.correct(corrected.pk, 3, make.sheet(22, 9, 5), by=None)
    places = list(corrected.results.live().order_by("seat").values_list("place", flat=True))
    assert places != [1, 3, 2]
    assert shown(evening) == expected(evening, places, [1, 3, 2])


def test_what_came_before_a_correction_is_not_rated_again(evening, monkeypatch):
    play(evening)
    corrected = play(evening)
    play(evening)
    shown(evening)
    submissions.correct(corrected.pk, 3, make.sheet(22, 9, 5), by=None)
    seen = []
    replay = ratings.replay

    def counted(matches, before):
        listed = list(matches)
        seen.append(len(listed))
        return replay(listed, before)

    monkeypatch.setattr(ratings, "replay", counted)
    rating.refresh(evening.season.club_id)
    assert seen == [2, 2], "of its game and of overall"


def test_a_voided_match_is_as_if_it_had_never_been(evening):
    voided = play(evening, UPSET)
    play(evening, WIN)
    shown(evening)
    ledger.record(
        season_id=evening.season_id,
        session_id=evening.pk,
        match_id=voided.pk,
        match_version=99,
        game="neurotrio",
        finish=[],
    )
    assert shown(evening) == expected(evening, [1, 3, 2])


def test_who_has_no_match_left_has_no_rating(evening):
    only = play(evening)
    shown(evening)
    ledger.record(
        season_id=evening.season_id,
        session_id=evening.pk,
        match_id=only.pk,
        match_version=99,
        game="neurotrio",
        finish=[],
    )
    assert shown(evening) == {}
    assert not Rating.objects.exists()


@pytest.mark.parametrize("days", [7, -7])
def test_an_evening_that_moves_takes_its_matches_along(evening, days):
    other = make.session(evening.season, day=6 if days > 0 else 4)
    other.players = evening.players
    play(evening, WIN)
    play(other, UPSET)
    shown(evening)
    seasons.update_session(evening, starts_at=evening.starts_at + timedelta(days=days))
    order = [[3, 2, 1], [1, 3, 2]] if days > 0 else [[1, 3, 2], [3, 2, 1]]
    assert shown(evening) == expected(evening, *order)


def test_matches_of_all_seasons_of_a_club_count_in_time(evening):
    play(evening, WIN)
    shown(evening)
    earlier = make.session(make.season(evening.season.club, "Saison 2025"), day=2)
    earlier.players = evening.players
    play(earlier, UPSET)
    assert shown(evening) == expected(evening, [3, 2, 1], [1, 3, 2])


def test_clubs_are_rated_apart(evening):
    play(evening)
    shown(evening)
    other = make.club(make.user("charlie@example.org"), name="Les Autres")
    assert rating.stale_clubs() == []
    session = make.session(make.season(other))
    session.players = make.players(other)[:3]
    play(session)
    assert rating.stale_clubs() == [other.pk]
    assert not rating.refresh(evening.season.club_id)


def test_scores_that_leave_the_places_alone_move_no_rating(evening):
    match = play(evening)
    shown(evening)
    submissions.correct(match.pk, 3, make.sheet(22, 5, 8), by=None)
    assert Result.objects.filter(match=match, until__isnull=False).exists()
    assert not rating.is_stale(evening.season.club_id)


def test_a_penalty_moves_no_rating(evening):
    play(evening)
    shown(evening)
    ledger.penalise(
        season_id=evening.season_id,
        session_id=evening.pk,
        player_id=evening.players[0].pk,
        points=5,
        reason="late",
        by_id=None,
    )
    assert not rating.refresh(evening.season.club_id)


def test_refreshing_twice_changes_nothing(evening):
    play(evening)
    assert rating.refresh(evening.season.club_id)
    version = RatingBook.objects.get().version
    assert not rating.refresh(evening.season.club_id)
    assert RatingBook.objects.get().version == version


def test_another_algorithm_rates_everything_anew(evening):
    play(evening)
    found = shown(evening)
    RatingBook.objects.update(algorithm="openskill-0")
    Rating.objects.update(mu=1.0)
    assert rating.stale_clubs() == [evening.season.club_id]
    assert shown(evening) == found
    assert rating.stale_clubs() == []


def test_a_club_that_is_gone_is_no_error():
    assert not rating.refresh(10**9)
    assert rating.check(10**9) == []


def test_the_history_keeps_each_match_with_the_rating_after_it(evening):
    matches = [play(evening, WIN), play(evening, UPSET)]
    after = [expected(evening, [1, 3, 2]), expected(evening, [1, 3, 2], [3, 2, 1])]
    shown(evening)
    row = Rating.objects.get(player=evening.players[0], game="")
    at = evening.starts_at.timestamp()
    assert row.history == [
        [at, evening.pk, match.pk, *found["Ada"][:2]]
        for match, found in zip(matches, after, strict=True)
    ]


# --- partners
def njet(session, evidence, players=4, options=None):
    """A whole match of Njet!, played by bots."""
    seated = make.players(session.season.club, [f"N{number}" for number in range(players)])
    match = make.match(session, seated, game="njet", options={"rounds": 3, **(options or {})})
    names = [player.name for player in seated]
    played = record.play("njet", Random(4), names, evidence, options=match.options)
    for round in played["rounds"]:
        match = submissions.submit(match.pk, round, by=None).match
    assert match.over
    return match


@pytest.mark.parametrize("evidence", ["final", "transcript"])
@pytest.mark.parametrize("players", [3, 4])
def test_njet_is_rated_round_by_round_with_its_partners(evening, evidence, players):
    match = njet(evening, evidence, players)
    seats = list(match.seats.values_list("player_id", flat=True))
    met = Encounter.objects.filter(match=match)
    assert [each.number for each in met] == [1, 2, 3]
    for each, round in zip(met, match.submissions.current(), strict=True):
        score = dict(zip(seats, round.scores, strict=True))
        of_side = [{score[player] for player in side} for side in each.sides]
        assert [len(found) for found in of_side] == [1, 1], "partners score alike"
        assert sorted(player for side in each.sides for player in side) == sorted(seats)
        first, second = (found.pop() for found in of_side)
        assert each.ranks == [1 + (second > first), 1 + (first > second)]
        if evidence == "final":
            teams = {frozenset(seats[seat] for seat in team) for team in round.body["teams"]}
            assert {frozenset(side) for side in each.sides} == teams
    rating.refresh(evening.season.club_id)
    assert set(Rating.objects.values_list("played", flat=True)) == {1}, "one match"


def test_sheets_of_njet_that_leave_the_partners_open_are_rated_by_final_places(evening):
    four = make.players(evening.season.club, ["N1", "N2", "N3", "N4"])
    match = make.match(evening, four, game="njet", options={"rounds": 2})
    match = make.played(match, [6, 6, 6, 6], [4, 4, 8, 8])
    met = Encounter.objects.get(match=match)
    seats = list(match.seats.values_list("player_id", flat=True))
    assert (met.number, met.sides, met.ranks) == (0, [[seat] for seat in seats], match.places)


def test_other_partners_in_a_correction_change_the_encounter_and_not_the_results(evening):
    four = make.players(evening.season.club, ["N1", "N2", "N3", "N4"])
    match = make.match(evening, four, game="njet", options={"rounds": 1})
    body = make.sheet(6, 6, 6, 6, teams=[[0, 1], [2, 3]])
    match = submissions.submit(match.pk, body, by=None).match
    before = list(Result.objects.values_list("pk", "until"))
    submissions.correct(match.pk, 1, {**body, "teams": [[0, 2], [1, 3]]}, by=None)
    seats = list(match.seats.values_list("player_id", flat=True))
    met = Encounter.objects.live().get(match=match)
    assert met.sides == [[seats[0], seats[2]], [seats[1], seats[3]]]
    assert list(Result.objects.values_list("pk", "until")) == before


# --- encounters of results that were there before
def test_matches_from_before_get_the_encounters_that_they_would_get_now(evening):
    play(evening, UPSET)
    njet(evening, "final", 3)
    open_ = make.match(evening, evening.players, game="njet", options={"rounds": 1})
    make.played(open_, [8, 8, 8])
    play(evening, [[22, 5, 6]])
    columns = ("match", "number", "session", "game", "played_at", "sides", "ranks")
    wanted = list(Encounter.objects.values_list(*columns))
    assert len(wanted) == 5
    Encounter.objects.all().delete()
    Ledger.objects.update(encounters_version=0)
    migration = MigrationExecutor(connection).loader.get_migration(
        "scoring", "0006_encounters_so_far"
    )
    state = MigrationExecutor(connection).loader.project_state(
        ("scoring", "0005_encounters_and_ratings")
    )
    migration.operations[0].code(state.apps, None)
    assert list(Encounter.objects.values_list(*columns)) == wanted
    assert rating.stale_clubs() == [evening.season.club_id]
    assert len(shown(evening)) == 6


@pytest.mark.slow
def test_the_demo_is_rated():
    call_command("demo", stdout=StringIO())
    (club,) = set(Ledger.objects.values_list("season__club", flat=True))
    assert not rating.is_stale(club)
    assert rating.check(club) == []
    assert Rating.objects.filter(club=club, game="").count() == 24
