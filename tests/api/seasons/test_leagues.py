"""Leagues over the evenings of a season."""

import pytest

from league.models import League
from league.operations.people import newcomers
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import problem_codes
from tests.api.seasons.test_seasons import SCHEME
from tests.archives import exported


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


def rows_of(alice, league, query=""):
    refresh()
    rows = alice.get(f"leagues/{league}/standings/{query}").json()["rows"]
    return [(row["place"], row["player"]["name"], row["points"]) for row in rows]


@pytest.fixture
def path(world):
    make.played(world.match, [22, 5, 0], [16, 8, 11], [12, 11, 3])  # Ada, Bruno, Chloé
    return f"seasons/{world.season.pk}/leagues/"


def test_a_league_counts_everything_unless_it_says_otherwise(world, alice, path):
    response = alice.post(path, {"name": "Everyone"})
    assert response.status_code == 201
    league = League.objects.get()
    assert response["Location"] == f"/api/v1/leagues/{league.pk}/"
    assert response.json() == {
        "id": league.pk,
        "season": world.season.pk,
        "name": "Everyone",
        "games": [],
        "starts_on": None,
        "ends_on": None,
        "member_rule": "all",
        "place_rule": "table",
        "joined_since": None,
        "players": [],
        "scheme": SCHEME,
    }
    assert alice.get(path).json()["results"] == [response.json()]
    refresh()
    of_league = alice.get(f"leagues/{league.pk}/standings/").json()
    of_season = alice.get(f"seasons/{world.season.pk}/standings/").json()
    assert of_league["league"] == {"id": league.pk, "name": "Everyone"}
    assert "league" not in of_season
    assert of_league["rows"] == of_season["rows"] != []


def test_only_members_have_a_row_and_keep_their_place_at_the_table(world, alice, path):
    ada, bruno, chloe, _dov = world.players
    body = {"name": "Beginners", "member_rule": "listed", "players": [bruno.pk, chloe.pk]}
    league = alice.post(path, body).json()["id"]
    assert rows_of(alice, league) == [(1, "Bruno", "30.00"), (2, "Chloé", "0.00")]
    alice.patch(f"leagues/{league}/", {"players": [ada.pk]})
    assert rows_of(alice, league) == [(1, "Ada", "60.00")]
    alice.patch(f"leagues/{league}/", {"member_rule": "all"})
    assert len(rows_of(alice, league)) == 3


def test_places_can_be_those_among_the_members(world, alice, path):
    ada, bruno, chloe, _dov = world.players
    body = {"name": "Beginners", "member_rule": "listed", "players": [bruno.pk, chloe.pk]}
    league = alice.post(path, {**body, "place_rule": "members"}).json()["id"]
    assert rows_of(alice, league) == [(1, "Bruno", "60.00"), (2, "Chloé", "0.00")]
    alice.patch(f"leagues/{league}/", {"players": [ada.pk]})
    assert rows_of(alice, league) == [], "a table with one member does not count"
    alice.patch(f"leagues/{league}/", {"place_rule": "table"})
    assert rows_of(alice, league) == [(1, "Ada", "60.00")]


def test_guests_play_and_never_rank(world, alice, path):
    ada = world.players[0].pk
    as_played = alice.post(path, {"name": "As played"}).json()["id"]
    without = alice.post(path, {"name": "Without", "place_rule": "members"}).json()["id"]
    of_season = f"seasons/{world.season.pk}"
    changed = alice.patch(f"players/{ada}/", {"is_guest": True, "guest_note": "from Lyon"}).json()
    assert (changed["is_guest"], changed["guest_note"]) == (True, "from Lyon")
    assert rows_of(alice, as_played) == [(1, "Bruno", "30.00"), (2, "Chloé", "0.00")]
    assert rows_of(alice, without) == [(1, "Bruno", "60.00"), (2, "Chloé", "0.00")]
    names = [row["player"]["name"] for row in alice.get(f"{of_season}/standings/").json()["rows"]]
    assert names == ["Bruno", "Chloé"]
    alice.patch(f"players/{ada}/", {"is_guest": False})
    assert rows_of(alice, as_played) == rows_of(alice, without)
    assert rows_of(alice, without)[0] == (1, "Ada", "60.00")


def test_a_guest_joins_with_the_results_so_far_or_without(world, alice, path):
    ada = world.players[0].pk
    league = alice.post(path, {"name": "Everyone"}).json()["id"]
    changed = alice.patch(f"players/{ada}/", {"counts_from": "2026-10-02"})
    assert changed.json()["counts_from"] == "2026-10-02"
    assert rows_of(alice, league) == [(1, "Bruno", "30.00"), (2, "Chloé", "0.00")]
    refused = alice.patch(f"players/{ada}/", {"counts_from": "soon"})
    assert refused.status_code == 422
    assert refused.json()["problems"][0]["path"] == "counts_from"
    assert alice.patch(f"players/{ada}/", {"counts_from": None}).json()["counts_from"] is None
    assert rows_of(alice, league)[0] == (1, "Ada", "60.00")


def test_days_and_games_limit_what_counts(world, alice, path):
    league = alice.post(path, {"name": "Later", "starts_on": "2026-10-02"}).json()["id"]
    assert rows_of(alice, league) == []
    alice.patch(f"leagues/{league}/", {"starts_on": "2026-10-01", "ends_on": "2026-10-01"})
    assert len(rows_of(alice, league)) == 3
    alice.patch(f"leagues/{league}/", {"games": ["njet"]})
    assert rows_of(alice, league) == []
    assert alice.get(f"leagues/{league}/standings/?game=neurotrio").status_code == 404


def test_a_game_that_a_league_names_stays_in_the_season(world, alice, path):
    league = alice.post(path, {"name": "Njet", "games": ["njet"]}).json()["id"]
    of_season = f"seasons/{world.season.pk}/"
    refused = alice.patch(of_season, {"games": ["neurotrio"]})
    assert problem_codes(refused) == [("game_in_use", "games")]
    alice.patch(f"leagues/{league}/", {"games": []})
    assert alice.patch(of_season, {"games": ["neurotrio"]}).status_code == 200
    assert alice.get(f"leagues/{league}/standings/?game=njet").status_code == 404


def test_children_become_members_and_remain_so(world, alice, path):
    league = alice.post(path, {"name": "Young", "member_rule": "under_18"}).json()["id"]
    assert rows_of(alice, league) == []
    ada = world.players[0].pk
    alice.patch(f"players/{ada}/", {"is_child": True})
    assert rows_of(alice, league) == [(1, "Ada", "60.00")]
    alice.patch(f"players/{ada}/", {"is_child": False})
    assert rows_of(alice, league) == [(1, "Ada", "60.00")]


def test_new_players_join_the_league_of_those_who_joined_recently(world, alice, path):
    body = {"name": "New", "member_rule": "joined", "joined_since": "2026-01-01"}
    league = alice.post(path, body).json()["id"]
    before = alice.get(f"leagues/{league}/").json()["players"]
    new = alice.post(f"clubs/{world.club.slug}/players/", {"name": "Zoé"}).json()["id"]
    assert alice.get(f"leagues/{league}/").json()["players"] == [*before, new]


def test_a_league_has_a_scheme_of_its_own(world, alice, path):
    body = {"name": "Points", "scheme": {"points": "place_points", "tiebreaks": []}}
    league = alice.post(path, body).json()["id"]
    assert rows_of(alice, league)[0] == (1, "Ada", "3.00")
    alice.patch(f"seasons/{world.season.pk}/", {"scheme": {"scale": 12}})
    assert rows_of(alice, league)[0] == (1, "Ada", "3.00")
    assert alice.get(f"seasons/{world.season.pk}/").json()["scheme"]["scale"] == 12
    assert len(alice.get(f"seasons/{world.season.pk}/schemes/").json()["results"]) == 2


def test_the_origin_of_a_row_names_the_league(world, alice, path):
    league = alice.post(path, {"name": "Raw", "scheme": {"points": "raw"}}).json()["id"]
    refresh()
    origin = alice.get(f"leagues/{league}/standings/{world.players[0].pk}/").json()
    assert origin["league"] == {"id": league, "name": "Raw"}
    assert origin["points"] == "50.00"


def test_deleting_a_league_leaves_results_and_season_alone(world, alice, path):
    league = alice.post(path, {"name": "Gone"}).json()["id"]
    refresh()
    before = alice.get(f"seasons/{world.season.pk}/standings/").json()["rows"]
    assert alice.send("DELETE", f"leagues/{league}/").status_code == 204
    assert alice.get(f"leagues/{league}/standings/").status_code == 404
    assert alice.get(f"seasons/{world.season.pk}/standings/").json()["rows"] == before


REFUSED = [
    ({"member_rule": "listed"}, "no_members", "players"),
    ({"member_rule": "listed", "players": []}, "no_members", "players"),
    ({"players": [1]}, "list_not_allowed", "players"),
    ({"member_rule": "listed", "players": [0]}, "too_small", "players.0"),
    ({"member_rule": "joined"}, "bad_joined_since", "joined_since"),
    ({"joined_since": "2026-09-01"}, "bad_joined_since", "joined_since"),
    ({"member_rule": "friends"}, "not_a_choice", "member_rule"),
    ({"place_rule": "luck"}, "not_a_choice", "place_rule"),
    ({"games": ["chess"]}, "unknown_game", "games.0"),
    ({"games": ["njet", "njet"]}, "bad_games", "games"),
    ({"starts_on": "2026-10-02", "ends_on": "2026-10-01"}, "ends_before_start", "ends_on"),
    ({"scheme": {"points": "luck"}}, "not_a_choice", "scheme.points"),
    ({"scheme": {"scale": 0}}, "too_small", "scheme.scale"),
]


@pytest.mark.parametrize(("fields", "code", "path_of_problem"), REFUSED)
def test_contradicting_rules_are_refused(world, alice, path, fields, code, path_of_problem):
    response = alice.post(path, {"name": "Odd", **fields})
    assert response.status_code == 422
    (problem,) = response.json()["problems"]
    assert (problem["code"], problem["path"]) == (code, path_of_problem), problem
    assert not League.objects.exists()


def test_players_of_another_club_are_refused(world, alice, path):
    stranger = make.players(make.club(make.user(), "Others"), ["Xavier"])[0].pk
    body = {"name": "Mixed", "member_rule": "listed", "players": [world.players[0].pk, stranger]}
    response = alice.post(path, body)
    assert problem_codes(response) == [("unknown_player", "players.1")]


def test_a_name_is_used_once_in_a_season(world, alice, path):
    assert alice.post(path, {"name": "Beginners"}).status_code == 201
    assert alice.post(path, {"name": "Beginners"}).status_code == 409


def test_a_tournament_has_no_leagues(world, alice):
    cup = make.tournament(world.club)
    response = alice.post(f"seasons/{cup.season_id}/leagues/", {"name": "Beginners"})
    assert problem_codes(response) == [("not_a_plain_season", "")]


def test_players_added_by_mistake_are_no_members(world, alice, path):
    body = {"name": "New", "member_rule": "joined", "joined_since": "2026-01-01"}
    league = alice.post(path, body).json()
    wrong = make.players(world.club, ["Zed"])[0]
    assert wrong.pk in alice.get(f"leagues/{league['id']}/").json()["players"]
    newcomers.strike([wrong.pk])
    assert alice.get(f"leagues/{league['id']}/").json() == league
    assert exported(world.club)
