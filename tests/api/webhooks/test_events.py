"""The feed of events by the API: pages, server-sent events, odd numbers."""

import json

import pytest
from django.test import Client

from league.models import Club, ClubVisibility
from tests import make
from tests.api.caller import BASE, Caller, caller, problem_codes


@pytest.fixture
def path(world):
    return f"clubs/{world.club.slug}/events/"


@pytest.fixture
def started(world, alice, path):
    """The number of the newest event, after which the club stores events."""
    last = alice.get(path).json()["last"]
    world.club.refresh_from_db()
    return last


def test_a_program_reads_on_after_what_it_has_seen(world, alice, path, started):
    make.players(world.club, ["Zoé 🎲", "<b>Yves</b>", "Xavier"])
    page = alice.get(f"{path}?after={started}&limit=2").json()
    assert [event["number"] for event in page["results"]] == [started + 1, started + 2]
    assert page["results"][0]["type"] == "player.created"
    assert page["results"][0]["data"]["player"]["name"] == "Zoé 🎲"
    following = alice.get(page["next"].removeprefix(f"http://testserver{BASE}")).json()
    assert [event["number"] for event in following["results"]] == [started + 3]
    assert (following["next"], following["last"]) == (None, started + 3)
    again = alice.get(f"{path}?after={started + 3}").json()
    assert again == {"results": [], "next": None, "last": started + 3}


def test_server_sent_events_resume_by_their_header(world, alice, path, started):
    make.players(world.club, ["Zoé\nsecond line", "Yves"])
    stream = {"Accept": "text/event-stream"}
    answer = alice.get(f"{path}?after={started}", **stream)
    assert answer["Content-Type"] == "text/event-stream; charset=utf-8"
    blocks = answer.content.decode().strip().split("\n\n")
    assert blocks[0] == "retry: 500"
    fields = dict(line.split(": ", 1) for line in blocks[1].split("\n"))
    assert (fields["id"], fields["event"]) == (str(started + 1), "player.created")
    assert json.loads(fields["data"])["data"]["player"]["name"] == "Zoé second line"
    resumed = alice.get(f"{path}?after={started}", **stream, Last_Event_ID=str(started + 1))
    assert resumed.content.decode().count("event: ") == 1


def test_first_answer_of_a_stream_tells_where_it_begins(alice, path, started):
    answer = alice.get(path, Accept="text/event-stream")
    assert answer.content.decode() == f"retry: 500\nid: {started}\n\n"


def test_an_odd_number_is_422_also_beside_the_header(alice, path, started):
    refused = alice.get(f"{path}?after=x", Last_Event_ID=str(started))
    assert problem_codes(refused) == [("out_of_range", "after")]
    refused = alice.get(path, Last_Event_ID="x")
    assert problem_codes(refused) == [("out_of_range", "Last-Event-ID")]


@pytest.mark.parametrize("number", ["x", "-1", "1.5", "²", "9" * 30, ""])
@pytest.mark.parametrize("name", ["after", "wait"])
def test_an_odd_number_is_422(alice, path, name, number):
    refused = alice.get(f"{path}?{name}={number}")
    assert (refused.status_code, problem_codes(refused)) == (422, [("out_of_range", name)])


def test_the_longest_wait_is_25_seconds(alice, path):
    assert alice.get(f"{path}?after=0&wait=25").status_code == 200
    assert problem_codes(alice.get(f"{path}?wait=26")) == [("out_of_range", "wait")]


def test_a_number_of_another_server_is_410(alice, path, started):
    refused = alice.get(f"{path}?after={started + 7}")
    assert (refused.status_code, problem_codes(refused)) == (410, [("gone", "")])
    assert refused.json()["current"] == {"last": started}
    assert refused.json()["detail"].endswith(f"go on after {started}.")
    assert alice.get(f"{path}?after={started + 7}", Accept="text/event-stream").status_code == 410


def test_members_read_events_and_strangers_do_not(world, path):
    Club.objects.update(visibility=ClubVisibility.PUBLIC)
    assert caller(world.stranger).get(path).status_code == 404
    assert Caller().get(path).status_code == 401
    assert caller(world.owner, "read").get(path).status_code == 200


def test_pages_of_other_sites_read_events_with_a_token(path):
    preflight = Client().options(BASE + path, headers={"Origin": "https://elsewhere.example"})
    assert preflight.status_code == 204
    assert "Last-Event-ID" in preflight["Access-Control-Allow-Headers"]
    refused = Client().get(BASE + path, headers={"Origin": "https://elsewhere.example"})
    assert refused["Access-Control-Allow-Origin"] == "*"
