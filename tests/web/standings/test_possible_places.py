"""The places still possible by the plan of a season, on the origin page and in the API."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import Tournament
from league.operations.seasons import seasons
from league.operations.standings import proved_places, season_trends
from league.operations.standings import standings as explained
from league.operations.support import versions
from scoring import projection, standings_queries
from tests import make

pytestmark = pytest.mark.django_db
LONG_AFTER = datetime(2027, 1, 1, tzinfo=UTC)
BADGES = re.compile(r"<b class=(certain|can_win|cannot_rise)>([^<]+)</b>")
AT_NIGHT = datetime(2026, 10, 1, 23, tzinfo=UTC)


def planned(evenings):
    """Return the table of a season, Ada and Bruno. Ada has beaten Bruno on the first evening; Chloé
    and Dov have not played yet."""
    scheme = {"planned_evenings": evenings, "matches_per_evening": 1} if evenings else {}
    season = make.season(make.club(), scheme=scheme)
    ada, bruno, *_ = make.players(season.club)
    make.played(make.match(make.session(season), [ada, bruno], options={"target": 1}), [22, 5])
    for table in season.tables.all():
        projection.refresh(table.pk)
    return standings_queries.find_table(season.pk), ada, bruno


@pytest.mark.parametrize(
    ("evenings", "now", "expected"),
    [
        (1, LONG_AFTER, [(1, 1), (2, 2)]),
        (1, AT_NIGHT, [(1, 3), (2, 4)]),  # the others may still meet
        (2, LONG_AFTER, [(1, 4), (1, 4)]),
    ],
)
def test_places_in_reach_follow_the_plan(evenings, now, expected):
    table, *people = planned(evenings)
    ranges = standings_queries.possible_places(table, now)
    assert [ranges[player.pk] for player in people] == expected


def test_players_of_other_games_may_still_enter_the_table_of_this_one():
    table, ada, bruno = planned(1)
    session = table.season.sessions.get()
    chloe, dov = table.season.club.players.exclude(pk__in=[ada.pk, bruno.pk])
    make.played(make.match(session, [chloe, dov], "triominos", {"target": 1}), [22, 5])
    of_game = standings_queries.find_table(table.season_id, "triominos")
    ranges = standings_queries.possible_places(of_game, AT_NIGHT)
    assert [ranges[player.pk] for player in (chloe, dov)] == [(1, 3), (2, 4)]


def test_without_a_plan_there_are_no_ranges():
    table, *_ = planned(None)
    assert standings_queries.possible_places(table, LONG_AFTER) is None


def test_the_page_behind_the_points_tells_them(client):
    table, _, bruno = planned(1)
    address = f"/en/seasons/{table.season_id}/players/{bruno.pk}/"
    assert "Whatever happens, place 2 is guaranteed." in client.get(address).content.decode()
    table.season.sessions.update(starts_at=LONG_AFTER)
    assert "every place from 2 to 4 is possible" in client.get(address).content.decode()


def test_a_past_evening_has_no_ranges():
    table, ada, _ = planned(1)
    assert explained.explain(table, ada.pk, table.season.sessions.get()).possible is None


def test_a_player_who_enters_the_table_meanwhile_gets_the_newer_version():
    table, ada, bruno = planned(2)
    chloe, dov = table.season.club.players.exclude(pk__in=[ada.pk, bruno.pk])
    match = make.match(table.season.sessions.get(), [chloe, dov], options={"target": 1})
    make.played(match, [22, 5])
    projection.refresh(table.pk)
    explanation = explained.explain(table, chloe.pk)
    assert (explanation.row.place, explanation.possible) == (1, (1, 4))
    assert explanation.table.standings_version > table.standings_version


def test_a_scheme_adopted_meanwhile_is_the_one_explained():
    table, _, bruno = planned(1)
    alike = {str(size): [1] * size for size in range(2, 9)}
    scheme = {"points": "place_points", "place_points": alike, "tiebreaks": ["strength"]}
    seasons.update(table.season, scheme=scheme)
    projection.refresh(table.pk)
    explanation = explained.explain(table, bruno.pk)
    assert explanation.scheme.tiebreaks == ("strength",)
    assert explanation.origin.total == explanation.row.points


def test_rows_of_a_running_season_say_what_is_certain(client):
    table, ada, bruno = planned(2)
    address = f"/en/seasons/{table.season_id}/?columns=all"
    make.players(table.season.club, ["Emma"])
    seasons.update(table.season, scheme={"planned_evenings": 2, "matches_per_evening": 1})
    session = make.session(table.season, day=8)
    chloe, dov = table.season.club.players.filter(name__in=["Chloé", "Dov"])
    make.played(make.match(session, [chloe, ada], options={"target": 1}), [22, 5])
    projection.refresh(table.pk)
    table.season.sessions.filter(pk=session.pk).update(starts_at=timezone.now())
    text = client.get(address).content.decode()
    # Ada and Chloé have 60; Dov, Emma and Bruno can still come tonight and reach 60
    assert BADGES.findall(text) == []
    assert "What is certain" not in text
    make.played(make.match(session, [dov, bruno], options={"target": 1}), [22, 5])
    projection.refresh(table.pk)
    text = client.get(address).content.decode()
    # only Emma can still play: Bruno stays behind the others with 0 points
    assert BADGES.findall(text) == [("can_win", "Can still win")] * 3 + [
        ("cannot_rise", "Cannot move up")
    ]
    assert "Can still finish anywhere from 4th to 5th." in text
    table.season.sessions.update(starts_at=timezone.now() - timedelta(days=2))
    versions.bump_edition(table.season.club_id)
    assert BADGES.findall(client.get(address).content.decode()) == []


def test_a_tournament_counts_its_rounds_that_are_not_over():
    cup = make.tournament(here=4, sittings_planned=2, finalists=4, format="random")

    def rounds_left():
        projection.refresh(cup.season.tables.get(game="").pk)
        table = standings_queries.find_table(cup.season_id)
        trends = season_trends.trends_of(standings_queries.read(table))
        proved = proved_places.proved_places(trends, AT_NIGHT)
        return proved.rounds_left if proved else None

    assert rounds_left() == 3
    make.finished(make.published(cup))
    assert rounds_left() == 2
    second = make.published(cup)
    assert rounds_left() == 2
    make.finished(second)
    assert rounds_left() == 1
    Tournament.objects.filter(pk=cup.pk).update(finalists=0)
    assert rounds_left() is None
