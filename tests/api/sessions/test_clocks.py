"""The clock of a session and of its tables through the API."""

from datetime import datetime, timedelta

import pytest

from league.models import AuditEntry, Clock
from league.operations.sessions import session_clock
from tests import make
from tests.api.caller import problem_codes


@pytest.fixture
def session(world):
    return make.session(world.season, 20)


@pytest.fixture
def match(world, session):
    return make.match(session, world.players[:3])


def ok(response):
    assert response.status_code == 200, response.content
    return response.json()


def minutes_long(clock):
    times = (datetime.fromisoformat(clock[name]) for name in ("started_at", "ends_at"))
    start, end = times
    return (end - start) / timedelta(minutes=1)


def test_a_clock_is_started_stopped_resumed_and_reset(alice, session, match):
    path = f"sessions/{session.pk}/clock/"
    assert ok(alice.get(path))["minutes"] == 0
    started = ok(alice.post(path, {"clock": "start", "minutes": 40}))
    assert minutes_long(started) == 40
    assert started["started_at"][-6:] in {"+01:00", "+02:00"}
    assert minutes_long(ok(alice.post(path, {"extra_minutes": 5}))) == 45
    assert minutes_long(ok(alice.post(path, {"minutes": 30}))) == 35
    paused = ok(alice.post(path, {"clock": "pause"}))
    assert (paused["ends_at"], bool(paused["paused_at"])) == (None, True)
    table = ok(alice.get(f"matches/{match.pk}/clock/"))
    assert (table["own"], table["paused_at"]) == (False, paused["paused_at"])
    assert ok(alice.post(path, {"clock": "go_on"}))["ends_at"]
    reset = ok(alice.post(path, {"clock": "reset"}))
    assert (reset["started_at"], reset["extra_minutes"], reset["minutes"]) == (None, 0, 30)


def test_a_table_starts_a_clock_of_its_own(alice, session, match):
    alice.post(f"sessions/{session.pk}/clock/", {"clock": "start", "minutes": 40})
    path = f"matches/{match.pk}/clock/"
    assert minutes_long(ok(alice.post(path, {"extra_minutes": 5}))) == 45
    own = ok(alice.post(path, {"clock": "start", "minutes": 20}))
    assert (own["own"], minutes_long(own)) == (True, 25)
    assert not ok(alice.post(path, {"clock": "reset"}))["own"]


def test_new_matches_start_their_clocks(alice, world, session):
    setting = {"minutes": 50, "starts_with_tables": True}
    assert ok(alice.post(f"sessions/{session.pk}/clock/", setting))["starts_with_tables"]
    body = {"game": "neurotrio", "players": [player.pk for player in world.players[:3]]}
    match = alice.post(f"sessions/{session.pk}/matches/", body).json()
    assert minutes_long(ok(alice.get(f"matches/{match['id']}/clock/"))) == 50


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "missing_key"),
        ({"clock": "start", "extra_minutes": 5}, 422, "missing_key"),
        ({"clock": "pause", "minutes": 5}, 422, "missing_key"),
        ({"clock": "pause", "minutes": 0}, 422, "missing_key"),
        ({"minutes": 5, "extra_minutes": 5}, 422, "missing_key"),
        ({"clock": "start", "starts_with_tables": True}, 422, "missing_key"),
        ({"clock": "stop"}, 422, "not_a_choice"),
        ({"minutes": 0}, 422, "out_of_range"),
        ({"minutes": 1441}, 422, "out_of_range"),
        ({"extra_minutes": -1}, 422, "out_of_range"),
        ({"clock": "start", "minutes": 5}, 409, "clock_runs"),
        ({"clock": "go_on"}, 409, "clock_runs"),
    ],
)
def test_a_refused_change_leaves_the_clock_alone(alice, session, body, status, code):
    path = f"sessions/{session.pk}/clock/"
    before = ok(alice.post(path, {"clock": "start", "minutes": 40}))
    entries = AuditEntry.objects.count()
    answer = alice.post(path, body)
    assert (answer.status_code, problem_codes(answer)[0][0]) == (status, code)
    assert ok(alice.get(path)) == before
    assert AuditEntry.objects.count() == entries


@pytest.mark.parametrize("body", [{"clock": "pause"}, {"clock": "go_on"}, {"extra_minutes": 5}])
def test_a_clock_that_never_ran_cannot_be_stopped(alice, session, body):
    answer = alice.post(f"sessions/{session.pk}/clock/", body)
    assert answer.status_code == 409
    assert problem_codes(answer)[0][0] in {"clock_not_started", "no_clock"}
    assert not Clock.objects.exists()


def test_a_client_that_has_seen_an_older_clock_is_refused(alice, session):
    path = f"sessions/{session.pk}/clock/"
    tag = alice.post(path, {"clock": "start", "minutes": 40})["ETag"]
    session_clock.reset(session, by=None)
    session_clock.start(session, by=None)
    answer = alice.send("POST", path, {"clock": "reset"}, If_Match=tag)
    assert answer.status_code == 412
    assert Clock.objects.get(session=session).started_at is not None
    fresh = alice.get(path)["ETag"]
    assert alice.send("POST", path, {"clock": "reset"}, If_Match=fresh).status_code == 200


def test_a_session_of_a_tournament_names_the_clock_of_its_sitting(alice, world):
    sitting = make.published(make.tournament(world.club, minutes=40))
    answer = alice.post(f"sessions/{sitting.session_id}/clock/", {"clock": "start", "minutes": 5})
    assert (answer.status_code, problem_codes(answer)[0][0]) == (409, "clock_of_tournament")
