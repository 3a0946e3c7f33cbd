"""The pages of teams: at the desk, for the public, and the teams of one evening."""

from datetime import date

import pytest

from league.models import Player, Team, TeamMember, TeamTable
from league.operations.seasons import teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import session_log
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):
    return make.season(make.club())


@pytest.fixture
def people(season):
    return make.players(season.club)


@pytest.fixture
def alice(client, season):
    client.force_login(make.user())
    return client


def team_of(table, name, *players):
    members = [MemberData(player.pk) for player in players]
    return teams.create_team(table, name=name, members=members)


def test_an_organiser_opens_teams_and_moves_a_player(alice, season, people):
    path = f"/en/desk/seasons/{season.pk}/teams/"
    alice.post(path, {"do": "rule", "rule": "best_k", "best": "2"})
    table = TeamTable.objects.get()
    assert (table.rule, table.best) == ("best_k", 2)
    for name, players in (("Red", "Ada\nBruno"), ("Blue", "chloé")):
        answer = alice.post(path, {"do": "team", "name": name, "players": players})
        assert answer.status_code == 302
    blue = Team.objects.get(name="Blue")
    answer = alice.post(
        f"/en/desk/teams/{blue.pk}/",
        {"name": "Bleus", "players": "Ada\nChloé", "from_day": "2026-11-01"},
    )
    assert answer.status_code == 302
    days = TeamMember.objects.filter(player=people[0]).order_by("pk")
    assert sorted(days.values_list("team__name", "since", "until")) == [
        ("Bleus", date(2026, 11, 1), None),
        ("Red", None, date(2026, 10, 31)),
    ]
    page = alice.get(f"/en/desk/teams/{blue.pk}/").content.decode()
    assert "from 1 November 2026" in page


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"do": "team", "name": "", "players": ""}, "Give the team a name."),
        ({"do": "team", "name": "X", "players": "Nobody"}, "The club has no player named"),
        ({"do": "team", "name": "X", "players": "Ada"}, "is in the team Red"),
        (
            {"do": "team", "name": "Red", "players": ""},
            "There already is a team with this name. Choose another name.",
        ),
        ({"do": "rule", "rule": "best_k", "best": "0"}, "number of members that count"),
    ],
)
def test_bad_forms_say_what_to_do(alice, season, people, data, words):
    team_of(teams.create_table(season), "Red", people[0])
    answer = alice.post(f"/en/desk/seasons/{season.pk}/teams/", data)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert Team.objects.count() == 1


def test_the_public_reads_the_table_and_the_origin_of_a_team(client, season, people):
    table = teams.create_table(season, rule="best_k", best=1)
    red = team_of(table, "Red", people[0], people[1])
    team_of(table, "Blue", people[2])
    Player.objects.filter(pk=people[1].pk).update(visibility="hidden")
    make.played(make.match(make.session(season), people[:3], options={"target": 20}), [22, 9, 5])
    season_page = client.get(f"/en/seasons/{season.pk}/").content.decode()
    assert f"/en/team-tables/{table.pk}/" in season_page
    page = client.get(f"/en/team-tables/{table.pk}/").content.decode()
    assert page.index("Red") < page.index("Blue")
    assert "60" in page
    assert "Bruno" not in page
    origin = client.get(f"/en/teams/{red.pk}/").content.decode()
    assert "Ada" in origin
    assert "does not count" in origin
    assert "Bruno" not in origin


def test_the_table_changes_with_a_team(client, season, people):
    table = teams.create_table(season)
    team_of(table, "Red", people[0])
    assert "Blue" not in client.get(f"/en/team-tables/{table.pk}/").content.decode()
    team_of(table, "Blue", people[1])
    assert "Blue" in client.get(f"/en/team-tables/{table.pk}/").content.decode()


def test_teams_of_a_league_have_their_own_page(alice, season, people):
    league = make.league(season)
    path = f"/en/desk/leagues/{league.pk}/teams/"
    alice.post(path, {"do": "rule", "rule": "places"})
    table = TeamTable.objects.get(league=league)
    assert f"/en/team-tables/{table.pk}/" in alice.get(f"/en/leagues/{league.pk}/").content.decode()
    assert (
        f"/en/team-tables/{table.pk}/"
        not in alice.get(f"/en/seasons/{season.pk}/").content.decode()
    )
    alice.post(f"/en/desk/team-tables/{table.pk}/delete/")
    assert not TeamTable.objects.exists()


def test_teams_are_drawn_at_the_desk_until_there_is_a_result(alice, season, people):
    session = make.session(season)
    session_log.check_in(session, [player.pk for player in people], by=None)
    path = f"/en/desk/sessions/{session.pk}/teams/"
    assert alice.post(path, {"number": "2", "balanced": "on", "rule": "sum"}).status_code == 302
    page = alice.get(path).content.decode()
    assert "Team 1" in page
    assert "one player of each pot" in page
    table = TeamTable.objects.get(session=session)
    assert (
        f"/en/team-tables/{table.pk}/" in alice.get(f"/en/sessions/{session.pk}/").content.decode()
    )
    make.played(make.match(session, people[:3], options={"target": 20}), [22, 9, 5])
    refused = alice.post(path, {"number": "2", "rule": "sum"})
    assert refused.status_code == 422
    assert "already has a result" in refused.content.decode()


def test_too_few_players_for_the_teams_are_refused_in_words(alice, season, people):
    session = make.session(season)
    refused = alice.post(f"/en/desk/sessions/{session.pk}/teams/", {"number": "2", "rule": "sum"})
    assert refused.status_code == 422
    assert "too few for 2 teams" in refused.content.decode()
