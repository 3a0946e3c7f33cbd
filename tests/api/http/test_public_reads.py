"""Reads without a token: as much as the pages of the club show to the public, and by pages of other
sites."""

import pytest
from django.test import Client

from api.http.resource import Resource
from league.models import Club, ClubVisibility
from league.operations.people import clubs
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import BASE, Caller, caller


def paths(world):
    return [
        f"clubs/{world.club.slug}/seasons/",
        f"seasons/{world.season.pk}/",
        f"seasons/{world.season.pk}/sessions/",
        f"sessions/{world.session.pk}/",
    ]


def test_the_public_reads_without_a_token(world, alice):
    for path in paths(world):
        public = Caller().get(path)
        assert public.status_code == 200, path
        assert public.json() == alice.get(path).json()
        assert public["RateLimit-Policy"].startswith('"address"')


@pytest.mark.parametrize(
    ("visibility", "status"),
    [(ClubVisibility.UNLISTED, 200), (ClubVisibility.MEMBERS, 404)],
)
def test_a_club_for_members_only_stays_unknown(world, visibility, status):
    Club.objects.update(visibility=visibility)
    assert {Caller().get(path).status_code for path in paths(world)} == {status}


def test_a_token_reads_its_own_clubs_only(world):
    assert {caller(world.stranger).get(path).status_code for path in paths(world)} == {404}


def test_writing_needs_a_token(world):
    assert Caller().post(paths(world)[0], {"name": "x"}).status_code == 401
    assert Caller().patch(paths(world)[1], {"name": "x"}).status_code == 401


def test_pages_of_other_sites_may_read_public_answers(world):
    path = BASE + paths(world)[1]
    answer = Client().get(path, headers={"Origin": "https://elsewhere.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer["Access-Control-Expose-Headers"]
    preflight = Client().options(path, headers={"Origin": "https://elsewhere.example"})
    assert preflight.status_code == 204
    assert preflight["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "If-None-Match" in preflight["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("name", ["schema/", "docs/collection.json"])
def test_pages_of_other_sites_may_read_the_description(name):
    answer = Client().get(BASE + name, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_other_answers_are_not_for_pages_of_other_sites(world, alice):
    assert not alice.get("clubs/").has_header("Access-Control-Allow-Origin")
    posted = alice.post(paths(world)[0], {})
    assert not posted.has_header("Access-Control-Allow-Origin")


def test_only_views_without_names_or_with_public_names_are_public():
    def below(kind):
        for view in kind.__subclasses__():
            yield view
            yield from below(view)

    assert {view.__name__ for view in below(Resource) if view.is_public} == {
        *("OneClub", "ClubLogo", "Ratings", "MatchesOfClub", "Seasons", "Ladders", "Tournaments"),
        *("PlayerPage", "History", "HeadToHead", "Records", "Achievements", "Careers"),
        *("OneSeason", "Sessions", "OneSession", "Standings", "LeagueStandings"),
        *("MatchList", "MatchesOfSeason", "MatchesOfPlayer", "Matches"),
        *("OneMatch", "MatchRecord", "Rounds", "OneRound"),
        *("OneLadder", "Periods", "OnePeriod"),
        *("OneTournament", "Bracket", "Ranking", "Sittings", "OneSitting"),
        *("Leagues", "OneLeague", "TeamTables", "OneTeamTable", "TeamStandings"),
        *("OriginOfPoints", "LeagueOriginOfPoints"),
        *("Teams", "OneTeam", "TeamResults", "Awards", "OneAward", "Winners"),
        "Games",
        "SeasonFile",
    }


@pytest.mark.parametrize("query", ["", "?limit=2", "?since={session}"])
def test_standings_show_the_public_the_names_that_players_chose(world, alice, query):
    make.played(make.match(world.session, world.players[:3], options={"target": 20}), [22, 5, 6])
    projection.refresh_together(list(Table.objects.values_list("pk", flat=True)))
    ada, bruno, _chloe = world.players[:3]
    clubs.update_player(ada, visibility="hidden")
    clubs.update_player(bruno, visibility="alias", alias="B")
    path = f"seasons/{world.season.pk}/standings/" + query.format(session=world.session.pk)
    names = {row["player"]["id"]: row["player"]["name"] for row in alice.get(path).json()["rows"]}
    assert names[ada.pk] == ada.name
    public = Caller().get(path)
    shown = {row["player"]["id"]: row["player"]["name"] for row in public.json()["rows"]}
    assert set(shown) == set(names)
    assert shown[ada.pk] == f"Player {ada.pk}"
    assert ada.name not in public.content.decode()
    assert Caller().get(path, If_None_Match=public["ETag"]).status_code == 304
    clubs.update_player(ada, visibility="full")
    assert Caller().get(path, If_None_Match=public["ETag"]).status_code == 200
