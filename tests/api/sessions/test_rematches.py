"""Rematches by a program."""

import pytest

from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(world):
    return make.played(
        make.match(make.session(world.season, 9), world.players[:3], options={"target": 20}),
        [22, 9, 5],
    )


def test_rematch_is_created_once(ended, bob):
    first = bob.post(f"matches/{ended.pk}/rematch/", {"seats": "rotated"})
    assert first.status_code == 201
    new = first.json()
    assert (new["rematch_of"], new["rounds_played"], new["table"]) == (ended.pk, 0, 1)
    assert [player["name"] for player in new["players"]] == ["Bruno", "Chloé", "Ada"]
    assert first["Location"].endswith(f"/matches/{new['id']}/")
    second = bob.post(f"matches/{ended.pk}/rematch/", None)
    assert (second.status_code, second.json()["id"]) == (201, new["id"])


def test_running_match_has_no_rematch(world, bob):
    answer = bob.post(f"matches/{world.match.pk}/rematch/", None)
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (409, "match_not_ended")
