"""Requests that wait for an event, at the server of the product: no thread waits with them."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest
from django.db import connections
from django.utils.module_loading import import_string

from league.models import Scope
from league.operations.people import tokens
from league.operations.webhooks import feed
from league.server.process import one_process
from league.server.process.buffered_server import THREADS, BufferedServer
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)
READERS = 3 * THREADS


@pytest.fixture
def club():
    return make.club(make.user())


@contextmanager
def serving(club):
    """Yield a client of a server in a thread, and a function that stops the server."""
    secret = tokens.make(club.memberships.get().user, name="Display", scope=Scope.READ)[1]
    listener = one_process.listen("127.0.0.1", 0)
    server = BufferedServer(listener, import_string(one_process.APPLICATION))
    is_over = threading.Event()

    def serve():
        while not is_over.is_set():
            server.serve_once(0.05)
        server.finish()
        server.server.trigger.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    limits = httpx.Limits(max_connections=None)
    try:
        with httpx.Client(
            base_url=f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1/",
            headers={"Authorization": f"Bearer {secret}"},
            timeout=60,
            limits=limits,
        ) as client:
            yield client, is_over.set
    finally:
        is_over.set()
        thread.join(30)
        connections.close_all()


def start(client, club):
    """Return the address of the feed and its newest number; from now on the club stores events."""
    path = f"clubs/{club.slug}/events/"
    last = client.get(path).json()["last"]
    club.refresh_from_db()
    return path, last


def test_readers_wait_without_threads_and_are_answered_with_the_event(club):
    with serving(club) as (client, _stop), ThreadPoolExecutor(READERS) as pool:
        path, last = start(client, club)
        waiting = [pool.submit(client.get, f"{path}?after={last}&wait=25") for _ in range(READERS)]
        time.sleep(1.5)
        assert client.get("games/", timeout=20).status_code == 200
        assert not any(reader.done() for reader in waiting)
        make.players(club, ["Ada"])
        for reader in waiting:
            (event,) = reader.result(20).json()["results"]
            assert event["data"]["player"]["name"] == "Ada"


def test_reader_is_answered_when_the_time_is_over(club):
    with serving(club) as (client, _stop):
        path, last = start(client, club)
        answer = client.get(f"{path}?after={last}&wait=1")
        assert answer.status_code == 200
        assert (answer.json()["results"], answer.json()["next"]) == ([], None)
        assert answer.elapsed.total_seconds() >= 1


def test_connection_is_usable_after_waiting(club):
    with serving(club) as (client, _stop):
        path, last = start(client, club)
        assert client.get(f"{path}?after={last}&wait=1").status_code == 200
        make.players(club, ["Ada"])
        assert len(client.get(f"{path}?after={last}&wait=1").json()["results"]) == 1


def test_server_that_stops_answers_the_waiting(club):
    with serving(club) as (client, stop), ThreadPoolExecutor(1) as pool:
        path, last = start(client, club)
        reader = pool.submit(client.get, f"{path}?after={last}&wait=25")
        time.sleep(1)
        stop()
        answer = reader.result(9)
        assert (answer.status_code, answer.json()["results"]) == (200, [])


def test_reader_who_goes_away_is_forgotten(club):
    with serving(club) as (client, _stop):
        path, last = start(client, club)
        with pytest.raises(httpx.ReadTimeout):
            client.get(f"{path}?after={last}&wait=25", timeout=1)
        make.players(club, ["Ada"])
        assert client.get("games/").status_code == 200
        assert feed.newest_numbers([club.pk]) == {club.pk: last + 1}
