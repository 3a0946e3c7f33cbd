"""Seasons closed by a program, and corrections in them."""

import pytest

from tests import make

pytestmark = pytest.mark.django_db


def codes(answer):
    return [problem["code"] for problem in answer.json()["problems"]]


def test_season_is_closed_over_open_matters_by_its_name(world, alice):
    path = f"seasons/{world.season.pk}/"
    listed = alice.get(f"{path}close/").json()["open"]
    assert listed == [
        {"kind": "running_match", "session": world.session.pk, "match": world.match.pk}
    ]
    refused = alice.post(f"{path}close/", {})
    assert (refused.status_code, codes(refused)) == (409, ["still_open"])
    wrong = alice.post(f"{path}close/", {"force": "Another"})
    assert (wrong.status_code, codes(wrong)) == (422, ["wrong_name"])
    assert alice.post(f"{path}close/", {"force": world.season.name}).status_code == 204
    assert alice.get(path).json()["closed_at"] is not None
    new = alice.post(f"{path}sessions/", {"starts_at": "2026-10-08T20:30:00+02:00"})
    assert (new.status_code, codes(new)) == (409, ["season_closed"])
    assert alice.post(f"{path}reopen/", None).status_code == 204
    assert alice.get(path).json()["closed_at"] is None


def test_correction_in_a_closed_session_needs_a_confirmation(world, alice):
    session = make.session(world.season, 9)
    match = make.played(make.match(session, world.players[:3], options={"target": 20}), [22, 9, 5])
    assert alice.post(f"sessions/{session.pk}/close/", {}).status_code == 204
    path = f"matches/{match.pk}/rounds/1/"
    refused = alice.send("PUT", path, make.sheet(22, 9, 4))
    assert (refused.status_code, codes(refused)) == (422, ["session_closed"])
    corrected = alice.send("PUT", path, {**make.sheet(22, 9, 4), "confirmed": True})
    assert corrected.status_code == 200
