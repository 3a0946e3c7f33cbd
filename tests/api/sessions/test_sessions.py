import pytest

from tests import make
from tests.api.caller import problem_codes


def test_times_are_shown_by_the_clock_of_the_club(world, alice):
    path = f"seasons/{world.season.pk}/sessions/"
    response = alice.post(path, {"starts_at": "2026-12-03T19:30:00Z", "place": "Cave"})
    assert response.status_code == 201
    assert response.json()["starts_at"] == "2026-12-03T20:30:00+01:00"
    assert response.json()["place"] == "Cave"
    assert response.json()["season"] == world.season.pk
    assert {**alice.get(response["Location"]).json(), "notices": []} == response.json()


def test_a_change_touches_only_what_it_names(world, alice):
    path = f"sessions/{world.session.pk}/"
    before = alice.get(path).json()
    assert alice.patch(path, {"place": ""}).json() == before | {"place": "", "notices": []}
    later = "2026-10-01T21:00:00+02:00"
    assert alice.patch(path, {"starts_at": later}).json()["starts_at"] == later


def test_session_at_a_doubtful_time_is_stored_with_a_notice(world, alice):
    path = f"seasons/{world.season.pk}/sessions/"
    same = alice.post(path, {"starts_at": world.session.starts_at.isoformat()})
    assert same.status_code == 201
    assert [(notice["code"], notice["path"]) for notice in same.json()["notices"]] == [
        ("same_time", "starts_at")
    ]
    moved = alice.patch(f"sessions/{same.json()['id']}/", {"starts_at": "2020-01-01T20:00:00Z"})
    assert [notice["code"] for notice in moved.json()["notices"]] == ["before_season"]
    ids = [player.pk for player in world.players[:3]]
    table = {"game": "neurotrio", "players": ids}
    first = alice.post(f"sessions/{world.session.pk}/matches/", table).json()
    again = alice.post(f"sessions/{world.session.pk}/matches/", table).json()
    last = {notice["message"] for notice in again["notices"]}
    assert f"{world.players[0].name} also sits at table {first['table']}." in last


def test_session_of_a_mistake_is_deleted_and_one_in_use_says_why_not(world, alice):
    refused = alice.send("DELETE", f"sessions/{world.session.pk}/", None)
    assert refused.status_code == 409
    assert [(problem["code"], problem["path"]) for problem in refused.json()["problems"]] == [
        ("in_use", "matches")
    ]
    path = f"seasons/{world.season.pk}/sessions/"
    response = alice.post(path, {"starts_at": "2026-12-03T19:30:00Z"})
    address = f"sessions/{response.json()['id']}/"
    alice.patch(address, {"place": "Cave"})
    assert alice.send("DELETE", address, None, If_Match=response["ETag"]).status_code == 412
    assert alice.send("DELETE", address, None).status_code == 204
    assert alice.get(address).status_code == 404


def test_reason_of_a_cancellation_is_shown(world, alice):
    session = make.session(world.season, 20)
    body = {"reason": "Snow"}
    cancelled = alice.post(f"sessions/{session.pk}/cancel/", body).json()
    assert (cancelled["cancelled"], cancelled["cancel_reason"]) == (True, "Snow")
    back = alice.post(f"sessions/{session.pk}/reinstate/", None).json()
    assert (back["cancelled"], back["cancel_reason"]) == (False, "")
    assert alice.post(f"sessions/{session.pk}/cancel/", None).json()["cancel_reason"] == ""


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, ("missing_key", "starts_at")),
        ({"starts_at": "2026-10-01T20:30:00"}, ("not_a_time", "starts_at")),
        ({"starts_at": "2026-10-01"}, ("not_a_time", "starts_at")),
        ({"starts_at": "2026-02-30T20:30:00Z"}, ("not_a_time", "starts_at")),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, ("not_a_time", "starts_at")),
        ({"starts_at": "9999-12-31T23:59:59-12:00"}, ("not_a_time", "starts_at")),
        ({"starts_at": "2026-10-01T20:30:00+99:00"}, ("not_a_time", "starts_at")),
        ({"starts_at": 1790000000}, ("not_a_time", "starts_at")),
        ({"starts_at": "2026-10-01T20:30:00Z", "place": "x" * 101}, ("too_long", "place")),
        ({"starts_at": "2026-10-01T20:30:00Z", "place": 3}, ("not_text", "place")),
        ({"starts_at": "2026-10-01T20:30:00Z", "season": 3}, ("unknown_key", "season")),
    ],
)
def test_bodies_that_make_no_evening(world, alice, body, problem):
    response = alice.post(f"seasons/{world.season.pk}/sessions/", body)
    assert response.status_code == 422
    assert problem_codes(response) == [problem]
