"""Tables merged and split by a program."""

import pytest

from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(world):
    return make.session(world.season, 9)


def test_tables_are_merged_and_split_again(world, session, alice):
    one, two = (make.match(session, pair) for pair in (world.players[:2], world.players[2:]))
    merged = alice.post(f"matches/{one.pk}/merge/", {"into": two.pk})
    assert merged.status_code == 200
    names = [player["name"] for player in merged.json()["players"]]
    assert (merged.json()["id"], names) == (two.pk, ["Chloé", "Dov", "Ada", "Bruno"])
    going = [world.players[0].pk, world.players[2].pk]
    answer = alice.post(f"matches/{two.pk}/split/", {"players": going, "table": 9})
    assert answer.status_code == 201
    body = answer.json()
    assert [player["name"] for player in body["match"]["players"]] == ["Dov", "Bruno"]
    assert [player["name"] for player in body["new"]["players"]] == ["Chloé", "Ada"]
    assert body["new"]["table"] == 9


def test_table_of_another_session_is_unknown(world, session, alice):
    match = make.match(session, world.players[:2])
    answer = alice.post(f"matches/{match.pk}/merge/", {"into": world.match.pk})
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["code"] == "unknown_match"
