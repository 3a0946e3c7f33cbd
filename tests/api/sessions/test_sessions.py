import pytest

from tests.api.caller import problem_codes


def test_times_are_shown_by_the_clock_of_the_club(world, alice):
    path = f"seasons/{world.season.pk}/sessions/"
    response = alice.post(path, {"starts_at": "2026-12-03T19:30:00Z", "place": "Cave"})
    assert response.status_code == 201
    assert response.json()["starts_at"] == "2026-12-03T20:30:00+01:00"
    assert response.json()["place"] == "Cave"
    assert response.json()["season"] == world.season.pk
    assert alice.get(response["Location"]).json() == response.json()


def test_a_change_touches_only_what_it_names(world, alice):
    path = f"sessions/{world.session.pk}/"
    before = alice.get(path).json()
    assert alice.patch(path, {"place": ""}).json() == before | {"place": ""}
    later = "2026-10-01T21:00:00+02:00"
    assert alice.patch(path, {"starts_at": later}).json()["starts_at"] == later


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
