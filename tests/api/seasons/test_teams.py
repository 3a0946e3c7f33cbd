"""Teams through the API: settings, members by date, standings with their origin, draws."""

import pytest

from league.models import Team
from league.operations.sessions import session_log
from tests import make
from tests.api.caller import problem_codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, world):
    """Return the id of a team table with two teams."""
    answer = alice.post(f"seasons/{world.season.pk}/team_tables/", {"rule": "best_k", "best": 1})
    assert answer.status_code == 201
    pk = answer.json()["id"]
    for name, players in (("Red", world.players[:2]), ("Blue", world.players[2:])):
        body = {"name": name, "members": [{"player": player.pk} for player in players]}
        assert alice.post(f"team_tables/{pk}/teams/", body).status_code == 201
    return pk


def played(world):
    match = make.match(world.session, world.players, options={"target": 20})
    return make.played(match, [22, 9, 5, 1])


def test_standings_and_their_origin_agree(alice, world, table):
    played(world)
    standings = alice.get(f"team_tables/{table}/standings/")
    rows = standings.json()["rows"]
    assert [(row["team"]["name"], row["points"], row["place"]) for row in rows] == [
        ("Red", "60.00", 1), ("Blue", "20.00", 2)
    ]  # fmt: skip
    results = alice.get(f"teams/{rows[0]['team']['id']}/results/").json()
    (match,) = results["matches"]
    assert (results["points"], match["points"], match["won"]) == ("60.00", "60.00", True)
    assert [(seat["points"], seat["counted"]) for seat in match["seats"]] == [
        ("60.00", True), ("40.00", False)
    ]  # fmt: skip
    tag = standings.headers["ETag"]
    again = alice.get(f"team_tables/{table}/standings/", If_None_Match=tag)
    assert again.status_code == 304


def test_standings_of_teams_are_exported_as_csv(alice, world, table):
    played(world)
    Team.objects.filter(name="Blue").update(name="=1+1")
    path = f"team_tables/{table}/standings.csv"
    answer = alice.get(path)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.decode().splitlines() == [
        "place,team,points,played,wins,evenings,members",
        "1,Red,60.00,1,1,1,1",
        "2,'=1+1,20.00,1,0,1,1",
    ]
    tag = answer.headers["ETag"]
    assert alice.get(path, If_None_Match=tag).status_code == 304
    Team.objects.filter(name="Red").update(name="Rouge")
    assert alice.get(path, If_None_Match=tag).status_code == 200


def test_a_player_changes_teams_by_date(alice, world, table):
    played(world)
    red, blue = Team.objects.order_by("pk")
    ada, bruno, chloe, dov = (player.pk for player in world.players)
    later = {"player": ada, "since": "2027-01-01"}
    members = [{"player": chloe}, {"player": dov}, later]
    refused = alice.patch(f"teams/{blue.pk}/", {"members": members})
    assert refused.status_code == 422
    (problem,) = refused.json()["problems"]
    assert (problem["code"], problem["path"]) == ("in_two_teams", "members.2.player")
    assert "Red" in problem["message"]
    left = {"members": [{"player": ada, "until": "2026-12-31"}, {"player": bruno}]}
    assert alice.patch(f"teams/{red.pk}/", left).status_code == 200
    changed = alice.patch(f"teams/{blue.pk}/", {"members": members})
    assert changed.json()["members"][2] == {**later, "until": None}


@pytest.mark.parametrize(
    ("body", "code", "path"),
    [
        ({"rule": "best_k", "best": 0}, "too_small", "best"),
        ({"rule": "best_k"}, "bad_best", "best"),
        ({"rule": "sum", "best": 3}, "bad_best", "best"),
        ({"rule": "median"}, "not_a_choice", "rule"),
        ({"league": 999999}, "unknown_league", "league"),
        ({"session": 999999}, "unknown_session", "session"),
    ],
)
def test_bad_tables_are_refused(alice, world, body, code, path):
    answer = alice.post(f"seasons/{world.season.pk}/team_tables/", body)
    assert answer.status_code == 422
    (problem,) = answer.json()["problems"]
    assert (problem["code"], problem["path"]) == (code, path)


def test_a_team_without_a_name_or_with_a_foreign_player_is_refused(alice, world, table):
    other = make.club(make.user("zoe@example.org"), name="Elsewhere")
    (zoe,) = make.players(other, ["Zoé"])
    for body, expected in (
        ({"name": " "}, ("blank", "name")),
        ({"members": []}, ("missing_key", "name")),
        ({"name": "Green", "members": [{"player": zoe.pk}]},
         ("unknown_player", "members.0.player")),
        ({"name": "Green", "members": [{"player": world.players[0].pk}]},
         ("in_two_teams", "members.0.player")),
    ):  # fmt: skip
        answer = alice.post(f"team_tables/{table}/teams/", body)
        assert answer.status_code == 422
        (problem,) = answer.json()["problems"]
        assert (problem["code"], problem["path"]) == expected
    assert Team.objects.count() == 2


def test_teams_are_drawn_for_an_evening(alice, world):
    session_log.check_in(world.session, [player.pk for player in world.players], by=None)
    drawn = alice.post(f"sessions/{world.session.pk}/team_draw/", {"number": 2, "balanced": True})
    assert drawn.status_code == 201
    table = drawn.json()
    assert table["session"] == world.session.pk
    assert table["draw"]["teams"] == 2
    assert sorted(table["draw"]["players"]) == sorted(player.pk for player in world.players)
    teams = alice.get(f"team_tables/{table['id']}/teams/").json()["results"]
    assert [len(team["members"]) for team in teams] == [2, 2]
    played(world)
    again = alice.post(f"sessions/{world.session.pk}/team_draw/", {"number": 2})
    assert again.status_code == 409
    assert again.json()["problems"][0]["code"] == "match_has_result"


def test_deleting_teams_leaves_the_results(alice, world, table):
    played(world)
    red = Team.objects.get(name="Red")
    assert alice.send("DELETE", f"teams/{red.pk}/").status_code == 204
    assert alice.send("DELETE", f"team_tables/{table}/").status_code == 204
    standings = alice.get(f"seasons/{world.season.pk}/standings/")
    assert standings.status_code == 200
    assert not Team.objects.exists()


def test_a_member_without_a_player_is_refused(alice, world, table):
    teams = f"team_tables/{table}/teams/"
    (team, *_rest) = alice.get(teams).json()["results"]
    for answer in (
        alice.patch(f"teams/{team['id']}/", {"members": [{}]}),
        alice.post(teams, {"name": "Blues", "members": [{}]}),
    ):
        assert problem_codes(answer) == [("missing_key", "members.0.player")]
