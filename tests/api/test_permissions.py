"""Role × method × URL → status, for the API. A URL that is missing here fails the last test."""

import pytest

from api import urls
from api.errors import STATUS
from league.errors import LeagueError
from tests import make
from tests.api.caller import BASE, Caller, caller

ROLES = ("owner", "organiser", "scorer", "player", "stranger", "anonymous")
EVERYBODY = (200, 200, 200, 200, 404, 401)  # members see, strangers do not know
ORGANISE = (201, 201, 403, 403, 404, 401)
CHANGE = (200, 200, 403, 403, 404, 401)
OPEN = (200,) * 6

CLUB = {"name": "Nouveau club"}
PLAYER = {"name": "Zoé"}
SEASON = {"name": "Printemps", "starts_on": "2027-01-01"}
SESSION = {"starts_at": "2026-10-08T20:30:00+02:00"}
RECORD = {
    "record": 1,
    "game": "neurotrio",
    "options": {},
    "players": ["Ada", "Bob"],
    "rounds": [make.sheet(12, 4)],
}

# name, method, path, body, statuses in the order of ROLES
TABLE = [
    ("check", "POST", "check/", RECORD, OPEN),
    ("clubs", "GET", "clubs/", None, (200, 200, 200, 200, 200, 401)),
    ("clubs", "POST", "clubs/", CLUB, (201, 201, 201, 201, 201, 401)),
    ("club", "GET", "clubs/{club}/", None, EVERYBODY),
    ("club", "PATCH", "clubs/{club}/", CLUB, (200, 403, 403, 403, 404, 401)),
    ("players", "GET", "clubs/{club}/players/", None, EVERYBODY),
    ("players", "POST", "clubs/{club}/players/", PLAYER, ORGANISE),
    ("seasons", "GET", "clubs/{club}/seasons/", None, EVERYBODY),
    ("seasons", "POST", "clubs/{club}/seasons/", SEASON, ORGANISE),
    ("season", "GET", "seasons/{season}/", None, EVERYBODY),
    ("season", "PATCH", "seasons/{season}/", {"name": "Hiver"}, CHANGE),
    ("sessions", "GET", "seasons/{season}/sessions/", None, EVERYBODY),
    ("sessions", "POST", "seasons/{season}/sessions/", SESSION, ORGANISE),
    ("standings", "GET", "seasons/{season}/standings/", None, EVERYBODY),
    ("csv", "GET", "seasons/{season}/standings.csv", None, EVERYBODY),
    ("session", "GET", "sessions/{session}/", None, EVERYBODY),
    ("session", "PATCH", "sessions/{session}/", {"place": "Cave"}, CHANGE),
    ("matches", "GET", "sessions/{session}/matches/", None, EVERYBODY),
    ("matches", "POST", "sessions/{session}/matches/", "MATCH", ORGANISE),
    ("match", "GET", "matches/{match}/", None, EVERYBODY),
    ("record", "GET", "matches/{match}/record/", None, EVERYBODY),
    ("rounds", "GET", "matches/{match}/rounds/", None, EVERYBODY),
    (
        "rounds",
        "POST",
        "matches/{match}/rounds/",
        make.sheet(16, 3, 3),
        (201, 201, 201, 403, 404, 401),
    ),
    ("round", "GET", "matches/{match}/rounds/1/", None, EVERYBODY),
    (
        "round",
        "PUT",
        "matches/{match}/rounds/1/",
        make.sheet(13, 2, 2),
        (200, 200, 200, 403, 404, 401),
    ),
    ("schema", "GET", "schema/", None, OPEN),
    ("docs", "GET", "docs/", None, OPEN),
    ("unknown", "GET", "nothing/here/", None, (404,) * 6),
]
SUBMIT_SCOPE = {("rounds", "POST"), ("round", "PUT")}
ROWS = [pytest.param(*row, id=f"{row[1]} {row[2]}") for row in TABLE]


@pytest.fixture
def callers(world):
    make.played(world.match, [12, 5, 5])
    callers = {role: caller(getattr(world, role)) for role in ROLES[:-1]}
    return callers | {"anonymous": Caller()}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_each_role_gets_what_the_table_says(
    world, callers, role, name, method, path, body, statuses
):
    response = callers[role].send(method, fill(path, world), fill_body(body, world))
    assert response.status_code == statuses[ROLES.index(role)], response.content
    assert ("WWW-Authenticate" in response) == (response.status_code == 401)


@pytest.mark.parametrize("scope", ["read", "submit", "admin"])
@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_a_token_reaches_no_further_than_its_scope(
    world, scope, name, method, path, body, statuses
):
    make.played(world.match, [12, 5, 5])
    response = caller(world.owner, scope).send(method, fill(path, world), fill_body(body, world))
    allowed = (
        scope == "admin"
        or method == "GET"
        or name == "check"
        or (scope == "submit" and (name, method) in SUBMIT_SCOPE)
    )
    assert response.status_code == (statuses[0] if allowed else 403), response.content


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "POST", "OPTIONS", "BREW"])
@pytest.mark.parametrize("name", sorted({row[0] for row in TABLE} - {"unknown"}))
def test_other_methods_are_refused(world, alice, name, method):
    known = {row[1]: row for row in TABLE if row[0] == name}
    if method in known:
        return
    path = next(iter(known.values()))[2]
    response = alice.send(method, fill(path, world), {})
    assert response.status_code == 405
    assert response["Content-Type"] == "application/problem+json"
    assert set(known) <= set(response["Allow"].split(", "))


def test_every_url_of_the_api_stands_in_the_table():
    assert {pattern.name for pattern in urls.urlpatterns} == {row[0] for row in TABLE}


def test_every_kind_of_error_of_the_league_has_a_status():
    assert set(STATUS) == set(LeagueError.__subclasses__())


def fill(path, world):
    return BASE + path.format(
        club=world.club.slug,
        season=world.season.pk,
        session=world.session.pk,
        match=world.match.pk,
    )


def fill_body(body, world):
    if body == "MATCH":
        return {"game": "neurotrio", "players": [player.pk for player in world.players]}
    return body
