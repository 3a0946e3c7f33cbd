"""Each role and each token gets what tests.api.addresses says; what is missing there fails."""

from contextlib import contextmanager
from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db import transaction

from api.http import cached_lists, throttles
from api.http.errors import STATUS
from league.errors import LeagueError
from league.operations.people import club_settings, tokens
from tests import capabilities, make, role_columns
from tests.api.addresses import (
    PUBLIC,
    ROLES,
    TABLE,
    views,
)
from tests.api.caller import Caller, caller
from tests.api.conftest import build
from tests.api.playing import fill, fill_body, kind, play, table_of
from tests.api.token_reach import AT_A_TABLE, OF_NO_CLUB, SECRETS_BY_SCOPE, SUBMIT_SCOPE

METHODS = {"GET", "PUT", "PATCH", "DELETE", "POST", "OPTIONS", "BREW"}
ROWS = [pytest.param(*row, id=f"{row[1]} {row[2]}") for row in TABLE]


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker):
    """Yield a world in which every address finds something, with a caller for each role; it is made
    once for thousands of tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        world = build()
        play(world)
        handed_out = capabilities.hand_out(world.match, world.owner)
        callers = {role: caller(getattr(world, role)) for role in ROLES[:-1]}
        yield world, callers | {"anonymous": Caller()}, handed_out
        transaction.set_rollback(True)


@pytest.fixture
def world(played, db):
    """Return the same world for each test. What other tests write is rolled back."""
    return deepcopy(played[0])


@pytest.fixture
def callers(played):
    return played[1]


@contextmanager
def undone(world):
    """Yield a copy of the world, as the next test would get it, and take back what is done."""
    cache.clear()
    throttles.forget()
    cached_lists.responses.clear()
    with transaction.atomic():
        yield deepcopy(world)
        transaction.set_rollback(True)


@pytest.fixture
def surplus(played):
    """Return the function that lists the secrets that an answer shows and that grant more than its
    reader may do."""

    def of(response, role, scope="admin"):
        may = capabilities.allowed(role, scope=scope, is_holder=role == "owner")
        shown = capabilities.shown(played[2], response.getvalue())
        return [name for name in shown if capabilities.GRANTED[name] not in may]

    return of


@role_columns.EACH
@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_each_role_gets_what_the_table_says(
    world, callers, surplus, columns, name, method, path, body, statuses
):
    for role, status in ((ROLES[at], statuses[at]) for at in columns(statuses)):
        with undone(world) as own:
            address, sent = fill(path, own), fill_body(body, own)
            response = callers[role].send(method, address, sent, **kind(body))
            assert response.status_code == status, (role, response.content)
            assert ("WWW-Authenticate" in response) == (response.status_code == 401), role
            assert surplus(response, role) == [], role


@pytest.mark.parametrize(
    "scopes", [("read", "submit"), pytest.param(("admin",), marks=pytest.mark.long)], ids=str
)
@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_a_token_reaches_no_further_than_its_scope(
    world, surplus, scopes, name, method, path, body, statuses
):
    for scope in scopes:
        with undone(world) as own:
            address, sent = fill(path, own), fill_body(body, own)
            response = caller(own.owner, scope).send(method, address, sent, **kind(body))
        allowed = (
            scope == "admin"
            or (method == "GET" and SECRETS_BY_SCOPE.get(name, scope) == scope)
            or name in {"check", "games"}
            or (scope == "submit" and (name, method) in SUBMIT_SCOPE)
        )
        expected = statuses[0] if allowed else 403
        assert response.status_code == expected, (scope, response.content)
        assert surplus(response, "owner", scope) == [], scope


def test_a_table_token_only_enters_rounds_of_its_match(world):
    for name, method, path, body, statuses in TABLE:
        with undone(world) as own:
            at_table = Caller(tokens.make_for_table(table_of(path, own), by=own.owner)[1])
            response = at_table.send(method, fill(path, own), fill_body(body, own))
        allowed = name in OF_NO_CLUB or (name, method) in AT_A_TABLE
        expected = statuses[0] if allowed else 403
        assert response.status_code == expected, (method, path, response.content)


@pytest.mark.parametrize("row", sorted(AT_A_TABLE))
def test_the_token_of_a_table_knows_no_other_match(world, row):
    path, body = next((line[2], line[3]) for line in TABLE if line[:2] == row)
    other = make.match(world.session, world.players[:3])
    at_table = Caller(tokens.make_for_table(other, by=world.owner)[1])
    response = at_table.send(row[1], fill(path, world), fill_body(body, world))
    assert response.status_code == 403


def test_a_token_of_another_club_cannot_see_this_club(world):
    """Its owner owns both."""
    other = make.club(world.owner, "Les Autres Ardoises")
    bound = Caller(tokens.issue(world.owner, club=other)[1])
    for name, method, path, body, statuses in TABLE:
        with undone(world) as own:
            response = bound.send(method, fill(path, own), fill_body(body, own), **kind(body))
        of_a_club = "{" in path and not path.startswith("account/devices/")
        expected = 404 if of_a_club else 403 if is_of_no_club(name, method) else statuses[0]
        assert response.status_code == expected, (method, path, response.content)


def is_of_no_club(name, method):
    """Return whether a token of one club may not do this anywhere."""
    refused = {"clubs", "archives", "account", "account_data"}
    refused |= {"accept_invitation", "decline_invitation", "own_calendar"}
    refused |= {"message_choices", "devices", "device", "test_device"}
    return name in refused and method != "GET"


def test_other_methods_are_refused(world, alice):
    for name in sorted({row[0] for row in TABLE} - {"unknown"}):
        rows = {row[1]: row for row in TABLE if row[0] == name}
        path = fill(next(iter(rows.values()))[2], world)
        view = getattr(dict(views())[name], "view_class", None)
        is_cross_origin = getattr(view, "is_public", False) or getattr(
            view, "for_other_sites", False
        )
        asked_by_browsers = {"OPTIONS"} if is_cross_origin else set()
        for method in METHODS - set(rows) - asked_by_browsers:
            response = alice.send(method, path, {})
            assert response.status_code == 405, (method, path)
            assert response["Content-Type"] == "application/problem+json"
            assert set(rows) <= set(response["Allow"].split(", "))


def test_every_url_of_the_api_stands_in_the_table():
    assert {name for name, _view in views()} == {row[0] for row in TABLE}


def test_every_kind_of_error_of_the_league_has_a_status():
    assert set(STATUS) == set(LeagueError.__subclasses__())


@pytest.mark.parametrize(
    "visibility", [pytest.param("unlisted", marks=pytest.mark.long), "members"]
)
def test_club_visibility_does_not_affect_readers_with_tokens(world, callers, visibility):
    """Strangers with a token never read a club by the API, and without one only public pages;
    members always do."""
    club_settings.update(world.club, visibility=visibility)
    for name, method, path, body, statuses in TABLE:
        for role in ("player", "stranger", "anonymous") if method == "GET" else ():
            response = callers[role].send(method, fill(path, world), fill_body(body, world))
            status = statuses[ROLES.index(role)]
            if statuses == PUBLIC and role == "anonymous" and visibility == "members":
                status = 404
            assert response.status_code == status, (name, role)
