"""Lists by cursor, with as many queries for thirty rows as for three."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import BASE, caller, problem_codes


def add_clubs(world, count):
    for number in range(count):
        make.club(world.owner, name=f"Club {number}")


def add_players(world, count):
    make.players(world.club, [f"Joueur {number}" for number in range(count)])


def add_seasons(world, count):
    for number in range(count):
        make.season(world.club, name=f"Saison {count}.{number}")


def add_sessions(world, count):
    for number in range(count):
        make.session(world.season, day=number % 28 + 1)


def add_matches(world, count):
    for _number in range(count):
        make.match(world.session, world.players)


def add_rounds(world, count):
    make.played(world.match, *[[0, 0, 1]] * count)


def add_standings(world, count):
    players = make.players(world.club, [f"Joueuse {number}" for number in range(count + count % 2)])
    for pair in zip(players[::2], players[1::2], strict=True):
        make.played(make.match(world.session, pair, options={"target": 1}), [22, 5])
    for table in Table.objects.all():
        projection.refresh(table.pk)


LISTS = {
    "clubs/": add_clubs,
    "clubs/{club}/players/": add_players,
    "clubs/{club}/seasons/": add_seasons,
    "seasons/{season}/sessions/": add_sessions,
    "sessions/{session}/matches/": add_matches,
    "matches/{match}/rounds/": add_rounds,
}
TABLES = {
    "seasons/{season}/standings/": add_standings,
    "seasons/{season}/standings.csv": add_standings,
}


def fill(path, world):
    return path.format(
        club=world.club.slug,
        season=world.season.pk,
        session=world.session.pk,
        match=world.match.pk,
    )


def queries(alice, path):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert alice.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("path", [*LISTS, *TABLES])
def test_thirty_rows_cost_no_more_queries_than_three(world, alice, path):
    add = (LISTS | TABLES)[path]
    path = fill(path, world)
    add(world, 3)
    alice.get(path)  # the use of the token is noted once
    few = queries(alice, path)
    add(world, 27)
    assert queries(alice, path) == few
    assert few <= 8


@pytest.mark.parametrize("path", LISTS)
def test_pages_hold_every_row_once(world, alice, path):
    LISTS[path](world, 7)
    path = fill(path, world)
    everything = alice.get(path).json()
    assert everything["next"] is None
    rows, following = [], f"{BASE}{path}?limit=3"
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
    assert len(alice.get(f"{path}?limit=1000").json()["results"]) == 200


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
