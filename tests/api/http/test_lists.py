"""Lists by cursor, with as many queries for thirty rows as for three."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.description import docs
from api.http import cached_lists
from league.models import (
    Tournament,
)
from tests.api.caller import BASE, caller, problem_codes
from tests.api.http.list_rows import (
    add_arrivals,
    add_awards,
    add_clubs,
    add_deliveries,
    add_devices,
    add_disputes,
    add_draws,
    add_ended_matches,
    add_entrants,
    add_imports,
    add_invitations,
    add_ladders,
    add_leagues,
    add_matches,
    add_members,
    add_merges,
    add_messages,
    add_own_players,
    add_penalties,
    add_people,
    add_periods,
    add_players,
    add_proposals,
    add_rounds,
    add_schemes,
    add_seasons,
    add_seating_needs,
    add_seating_plans,
    add_seating_wishes,
    add_sessions,
    add_sign_ups,
    add_sign_ups_of_cup,
    add_sit_outs,
    add_sittings,
    add_standings,
    add_substitutes,
    add_table_tokens,
    add_team_tables,
    add_teams,
    add_tokens,
    add_tournaments,
    add_versions,
    add_waiting_proposals,
    add_webhooks,
    add_wishes,
)

LISTS = {
    "clubs/{club}/tournaments/?game=neurotrio&format=social": add_tournaments,
    "tournaments/{cup}/entrants/": add_entrants,
    "tournaments/{cup}/incidents/": add_entrants,
    "tournaments/{cup}/sign_ups/": add_sign_ups_of_cup,
    "tournaments/{cup}/wishes/": add_wishes,
    "tournaments/{cup}/sittings/": add_sittings,
    "clubs/{club}/seating_wishes/": add_seating_wishes,
    "clubs/{club}/seating_needs/": add_seating_needs,
    "clubs/{club}/webhooks/": add_webhooks,
    "clubs/{club}/webhooks/{webhook}/deliveries/": add_deliveries,
    "clubs/{club}/imports/": add_imports,
    "clubs/{club}/ladders/": add_ladders,
    "ladders/{ladder}/periods/": add_periods,
    "clubs/{club}/standings/": add_seasons,
    "clubs/{club}/members/": add_members,
    "account/players/": add_own_players,
    "account/messages/": add_messages,
    "account/devices/": add_devices,
    "clubs/{club}/merges/": add_merges,
    "clubs/{club}/log/": add_players,
    "clubs/{club}/log/?kind=player.added&person=joueur&from=2026-01-01": add_players,
    "clubs/{club}/invitations/": add_invitations,
    "tokens/": add_tokens,
    "matches/{match}/tokens/": add_table_tokens,
    "matches/{match}/rounds/1/versions/": add_versions,
    "clubs/{club}/players/?name=joueur&ordering=-name": add_players,
    "clubs/{club}/seasons/?active=true&ordering=starts_on": add_seasons,
    "seasons/{season}/sessions/?from=2026-10-01&ordering=-starts_at": add_sessions,
    "sessions/{session}/matches/?over=false&player={player}": add_matches,
    "seasons/{season}/matches/?from=2026-01-01&state=running&ordering=-created_at": add_matches,
    "seasons/{season}/matches/": add_ended_matches,
    "clubs/{club}/matches/": add_ended_matches,
    "players/{player}/matches/": add_ended_matches,
    "sessions/{session}/sit_outs/": add_sit_outs,
    "sessions/{session}/seating/": add_seating_plans,
    "sessions/{session}/presence/?here=true": add_people,
    "sessions/{session}/sign_ups/?answer=yes&waiting=false": add_sign_ups,
    "sessions/{session}/sign_ups/": add_sign_ups,
    "matches/{match}/disputes/": add_disputes,
    "matches/{match}/proposals/": add_proposals,
    "matches/{match}/substitutes/": add_substitutes,
    "sessions/{session}/proposals/": add_waiting_proposals,
    "seasons/{season}/penalties/": add_penalties,
    "seasons/{season}/draws/": add_draws,
    "seasons/{season}/schemes/": add_schemes,
    "clubs/{club}/awards/": add_awards,
    "seasons/{season}/leagues/": add_leagues,
    "seasons/{season}/team_tables/": add_team_tables,
    "team_tables/{team_table}/teams/": add_teams,
    "clubs/": add_clubs,
    "clubs/{club}/players/": add_players,
    "clubs/{club}/seasons/": add_seasons,
    "seasons/{season}/sessions/": add_sessions,
    "sessions/{session}/matches/": add_matches,
    "matches/{match}/rounds/": add_rounds,
    "sessions/{session}/log/": add_arrivals,
}
TABLES = {
    "seasons/{season}/standings/": add_standings,
    "seasons/{season}/standings/?as_of={session}&since={session}": add_standings,
    "seasons/{season}/standings/?from=2026-01-01&last=3": add_standings,
    "seasons/{season}/standings.csv": add_standings,
    "clubs/{club}/ratings/": add_standings,
    "players/{player}/history/": add_ended_matches,
    "players/{player}/head_to_head/": add_ended_matches,
    "players/{player}/head_to_head/?opponent={opponent}": add_ended_matches,
    "players/{player}/records/": add_ended_matches,
    "players/{player}/achievements/": add_ended_matches,
}


def fill(path, world):
    return path.format(
        club=world.club.slug,
        season=world.season.pk,
        session=world.session.pk,
        match=world.match.pk,
        ladder=getattr(world.club.ladders.first(), "pk", 1),
        team_table=getattr(world.season.team_tables.first(), "pk", 1),
        player=world.players[0].pk,
        opponent=world.players[1].pk,
        webhook=getattr(world.club.webhooks.first(), "pk", 1),
        cup=getattr(Tournament.objects.filter(season__name="Coupe").first(), "pk", 1),
    )


def queries(alice, path):
    """Return how many queries a list takes that is made anew."""
    cached_lists.responses.clear()
    with CaptureQueriesContext(connection) as captured:
        assert alice.get(path).status_code == 200
    return len(captured)


@pytest.mark.long
@pytest.mark.parametrize("path", [*LISTS, *TABLES])
def test_thirty_rows_cost_no_more_queries_than_three(world, alice, path):
    add = (LISTS | TABLES)[path]
    add(world, 3)
    path = fill(path, world)
    alice.get(path)  # the use of the token is noted once
    few = queries(alice, path)
    add(world, 27)
    assert queries(alice, path) == few
    # past evenings and periods are counted, not read; the log tells names of all kinds of things
    most = {"since": 20, "last=": 11, "/log/": 10, "/sittings/": 9}
    assert few <= next((number for part, number in most.items() if part in path), 8)


@pytest.mark.parametrize("path", LISTS)
def test_pages_hold_every_row_once(world, alice, path):
    LISTS[path](world, 7)
    path = fill(path, world)
    everything = alice.get(path).json()
    assert everything["next"] is None
    assert len({json.dumps(row) for row in everything["results"]}) == len(everything["results"])
    rows, following = [], f"{BASE}{path}{'&' if '?' in path else '?'}limit=3"
    while following:
        page = alice.get(following.removeprefix("http://testserver")).json()
        assert 0 < len(page["results"]) <= 3
        rows += page["results"]
        following = page["next"]
    assert rows == everything["results"]
    assert len(rows) >= 7


def test_a_page_has_fifty_rows_and_two_hundred_at_most(world, alice):
    add_players(world, 210)
    path = f"clubs/{world.club.slug}/players/"
    assert len(alice.get(path).json()["results"]) == 50
    assert len(alice.get(f"{path}?limit=200").json()["results"]) == 200
    refused = alice.get(f"{path}?limit=201")
    assert (refused.status_code, problem_codes(refused)) == (422, [("bad_limit", "limit")])


def test_the_next_page_keeps_the_limit(world, alice):
    add_players(world, 10)
    following = alice.get(f"clubs/{world.club.slug}/players/?limit=4").json()["next"]
    assert following.startswith(
        "http://testserver/api/v1/clubs/les-ardoises/players/?limit=4&cursor="
    )


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5", "", "²", "9" * 5000])
def test_an_odd_limit_is_422(world, alice, limit):
    response = alice.get(f"clubs/?limit={limit}")
    assert response.status_code == 422
    assert problem_codes(response) == [("bad_limit", "limit")]


@pytest.mark.parametrize("cursor", ["x", "", "-1", "%00", "é", "LTE=", "A" * 9000])
def test_an_odd_cursor_is_422(world, alice, cursor):
    response = alice.get(f"clubs/?cursor={cursor}")
    assert response.status_code == 422
    assert problem_codes(response) == [("bad_cursor", "cursor")]


def test_rows_of_other_clubs_are_not_listed(world, alice):
    add_players(world, 3)
    other = caller(world.stranger)
    slug = other.get("clubs/").json()["results"][0]["slug"]
    assert other.get(f"clubs/{slug}/players/").json()["results"] == []


def test_every_list_by_cursor_is_tested_here():
    described = {
        path.removeprefix(BASE)
        for path, methods in docs.description()["paths"].items()
        if BY_CURSOR in methods.get("get", {}).get("parameters", [])
    }
    plain = {path.partition("?")[0].replace("{cup}", "{tournament}") for path in LISTS}
    assert described == {path.replace("rounds/1/", "rounds/{number}/") for path in plain}


BY_CURSOR = {"$ref": "#/components/parameters/LimitQuery"}  # standings have a limit of their own
ONE_THING = "a thing with a list among its properties"
NOT_LISTS = {
    "clubs/{club}/": ONE_THING,
    "clubs/{club}/webhooks/{webhook}/": ONE_THING,
    "clubs/{club}/webhooks/{webhook}/deliveries/{delivery}/": ONE_THING,
    "jobs/{job}/": ONE_THING,
    "ladders/{ladder}/": ONE_THING,
    "merges/{merge}/": ONE_THING,
    "seasons/{season}/": ONE_THING,
    "seasons/{season}/export/": "a document of several lists",
    "sessions/{session}/sign_ups/{player}/": ONE_THING,
    "teams/{team}/": ONE_THING,
    "tournaments/{tournament}/entrants/{player}/": ONE_THING,
    "tournaments/{tournament}/sign_ups/{player}/": ONE_THING,
    "tournaments/{tournament}/script/": "a document that PUT replaces as a whole",
}


def test_every_list_has_results_and_next():
    lists, others = set(), set()
    for path, keys in answers_of_get():
        current = {key: shape for key, shape in keys.items() if "deprecated" not in shape}
        arrays = [key for key, shape in current.items() if "array" in shape.get("type", ())]
        if "results" in current:
            assert (arrays, "next" in current) == (["results"], True), path
            lists.add(path)
        elif len(arrays) == 1:
            others.add(path)
    assert others == NOT_LISTS.keys()
    assert len(lists) > 60


def test_old_keys_of_lists_hold_the_same_rows(world, alice):
    add_ended_matches(world, 3)
    add_standings(world, 2)
    for path, old in OLD_KEYS.items():
        answer = alice.get(fill(path, world)).json()
        assert answer[old] == answer["results"] != [], path
        assert answer["next"] is None


OLD_KEYS = {
    "seasons/{season}/standings/": "rows",
    "clubs/{club}/ratings/": "rows",
    "players/{player}/ratings/": "ratings",
    "players/{player}/head_to_head/": "opponents",
    "players/{player}/achievements/": "achievements",
    "sessions/{session}/night/": "sessions",
}


def answers_of_get():
    """Yield the path and the properties of each JSON answer to GET."""
    description = docs.description()
    for path, methods in description["paths"].items():
        answer = methods.get("get", {}).get("responses", {}).get("200", {})
        media = answer.get("content", {}).get("application/json", {})
        name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
        if name:
            shape = description["components"]["schemas"][name]
            yield path.removeprefix(BASE), shape.get("properties", {})
