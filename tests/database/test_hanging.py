"""A PostgreSQL that hangs is given up by requests: behind a lock, without a word, or stopped."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from threading import Timer
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import Error, close_old_connections, connection, connections
from django.test import Client

from database import outage, timeouts
from league.config.databases import configured
from league.operations.people import tokens
from tests import make, services
from tests.cable import cable
from tests.faults.parts import wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL"),
]


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Let requests wait for less than a second, and remember no outage of another test."""
    monkeypatch.setattr(timeouts, "STATEMENT_SECONDS", 0.5)
    monkeypatch.setattr(outage, "_state", {"away": False, "back_at": -9.0, "rests_until": 0.0})
    yield
    close_old_connections()


@contextmanager
def locked_users():
    name = connection.settings_dict["NAME"]
    server = urlsplit(services.POSTGRES)._replace(path=f"/{name}").geturl()
    with psycopg.connect(server) as holder:
        holder.execute("LOCK TABLE league_user IN ACCESS EXCLUSIVE MODE")
        yield holder


def waits_for_lock(holder):
    waiting = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    return holder.execute(waiting).fetchone() != (0,)


@pytest.fixture
def client():
    """Return a client that the database has to know."""
    token = tokens.issue(make.user())[1]
    return Client(raise_request_exception=False, headers={"Authorization": f"Bearer {token}"})


def test_a_request_waits_for_no_lock_for_long_and_leaves_no_statement_behind(client):
    with locked_users() as holder:
        answer = client.get("/api/v1/clubs/")
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        close_old_connections()  # as at the end of a request
        wait_until(lambda: not waits_for_lock(holder), "the statement was stopped")
    assert client.get("/readyz").json()["database"] == "ok"


def test_commands_and_tasks_wait_as_long_as_it_takes():
    with locked_users() as holder:
        Timer(1.0, holder.cancel_safe).start()  # longer than a request waits
        with ThreadPoolExecutor(1) as other:
            made = other.submit(in_thread, make.user)
            with suppress(psycopg.errors.QueryCanceled):
                holder.execute("SELECT pg_sleep(60)")
            holder.rollback()
            assert made.result().pk


def in_thread(function):
    try:
        return function()
    finally:
        connections.close_all()


@pytest.fixture
def through_cable():
    """Let the default connection come through a cable that a test can slow down."""
    usual, own = connections["default"], connections["default"].copy()
    server = urlsplit(services.POSTGRES)
    with cable(f"http://127.0.0.1:{server.port}") as laid:
        own.settings_dict.update({"HOST": "127.0.0.1", "PORT": str(laid.port)})
        connections["default"] = own
        try:
            yield laid
        finally:
            own.close()
            connections["default"] = usual


def test_a_server_that_falls_silent_is_given_up(client, through_cable, caplog):
    assert client.get("/readyz").json()["database"] == "ok"
    through_cable.delay = 60.0
    for _ in range(3):
        answer = client.get("/readyz")
        close_old_connections()
        assert (answer.status_code, answer.json()["database"]) == (503, "does not answer")
        assert "unknown" in answer.json()["migrations"]
    answer = client.get("/api/v1/clubs/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5"), answer.content
    assert [line.message[:20] for line in caplog.records] == ["the database is away"]


def test_connecting_to_a_silent_server_times_out():
    options = configured({"ENGINE": "django.db.backends.postgresql"}, None, is_pooled=False)[
        "default"
    ]["OPTIONS"]
    limits = [timeouts.STATEMENT_SECONDS, options["connect_timeout"]]
    assert max(limits) + timeouts.CANCEL_SECONDS < 5
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        own = connections["default"].copy()
        own.settings_dict["HOST"] = "127.0.0.1"
        own.settings_dict["PORT"] = str(silent.getsockname()[1])
        with pytest.raises(Error) as raised:
            own.ensure_connection()
        assert outage.is_outage(raised.value)
        assert outage.is_resting()
        with timeouts.limited(), pytest.raises(Error, match="no answer a moment ago"):
            own.ensure_connection()


def test_requests_that_are_refused_at_once_do_not_prolong_the_rest():
    own = connections["default"].copy()
    outage.rest()
    ends_at = time.monotonic() + 2 * outage.REST_SECONDS
    with timeouts.limited(), closing(own):
        while time.monotonic() < ends_at:
            try:
                own.ensure_connection()
                break
            except Error:  # "no answer a moment ago"
                time.sleep(0.05)
        assert own.connection is not None
