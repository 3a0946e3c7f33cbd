"""SQLite on a full disk: 503 until there is room, and one line in the log."""

import logging

import pytest
from django.db import connection
from django.test import Client

from database import outage
from league.models import Player
from league.operations.people import tokens
from league.server.watching.logs import OutageOnce
from tests import make

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about a file"),
]


@pytest.fixture
def logged(monkeypatch):
    """Collect the lines that the console would show."""
    monkeypatch.setattr(outage, "_state", {"away": False, "back_at": -9.0, "rests_until": 0.0})
    lines = list[str]()

    class Console(logging.Handler):
        def emit(self, record):
            lines.append(record.getMessage())

    console = Console()
    console.addFilter(OutageOnce())
    logging.getLogger().addHandler(console)
    yield lines
    logging.getLogger().removeHandler(console)


def room_for_pages(more):
    """Let the file grow by so many pages, as on a disk that is nearly full."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages + more}")


def test_a_full_disk_is_answered_with_503_and_logged_once(logged):
    club = make.club()
    token = tokens.issue(club.memberships.get().user)[1]
    client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {token}"})

    def add(number):
        body = {"name": f"Person {number} {'x' * 50}"}
        path = f"/api/v1/clubs/{club.slug}/players/"
        key = {"Idempotency-Key": f"key-{number}"}
        return client.post(path, body, content_type="application/json", headers=key)

    room_for_pages(2)
    answers = [add(number) for number in range(60)]
    statuses = [answer.status_code for answer in answers]
    refused = statuses.count(503)
    assert set(statuses) == {201, 503}
    assert {answer["Retry-After"] for answer in answers if answer.status_code == 503} == {"5"}
    assert Player.objects.count() == 60 - refused
    assert client.post("/en/account/login/", {"login": "a@example.org"}).status_code < 500
    assert [line.partition(",")[0] for line in logged] == ["the database is away"]
    logging.getLogger("league.tasks").error("failed", exc_info=outage_error())
    assert len(logged) == 1
    room_for_pages(10_000)
    assert [add(number).status_code for number in range(60)] == [201] * 60
    assert Player.objects.count() == 60
    assert logged[1:] == ["the database is back"]


def outage_error():
    """Return the error of a task that finds no room."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE too_much (content blob)")
            cursor.execute("INSERT INTO too_much VALUES (zeroblob(100000000))")
    except Exception as error:
        return error
    raise AssertionError("it fits")
