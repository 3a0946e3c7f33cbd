"""Seating wishes and needs by the API."""

import pytest

from league.models import SeatingWish
from league.operations.people import clubs, seating_needs
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(world):
    return world.club


def test_wish_is_created_replaced_listed_and_removed(alice, world, club):
    ada, bruno, *_others = (player.pk for player in world.players)
    path = f"clubs/{club.slug}/seating_wishes/"
    created = alice.post(path, {"one": bruno, "other": ada, "kind": "apart", "note": "family"})
    assert created.status_code == 201
    replaced = alice.post(path, {"one": ada, "other": bruno, "kind": "together"})
    assert replaced.json()["id"] == created.json()["id"]
    (listed,) = alice.get(path).json()["results"]
    assert listed == {
        "id": created.json()["id"],
        "one": {"id": ada, "name": world.players[0].name},
        "other": {"id": bruno, "name": world.players[1].name},
        "kind": "together",
        "note": "",
    }
    assert alice.get(f"{path}?kind=apart").json()["results"] == []
    assert alice.send("DELETE", f"{path}{listed['id']}/").status_code == 204
    assert alice.send("DELETE", f"{path}{listed['id']}/").status_code == 404
    assert not SeatingWish.objects.exists()


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"other": "SAME"}, "player_twice", "other"),
        ({"other": "STRANGER"}, "unknown_player", "other"),
        ({"other": 0}, "too_small", "other"),
        ({"kind": "never"}, "not_a_choice", "kind"),
        ({"note": "x" * 81}, "too_long", "note"),
        ({"note": None}, "null", "note"),
    ],
)
def test_impossible_wish_is_refused(alice, world, club, change, code, field):
    one, other, *_others = (player.pk for player in world.players)
    stranger = clubs.add_player(make.club(make.user("x@example.org"), "X"), name="Zoé").pk
    ids = {"SAME": one, "STRANGER": stranger}
    body = {"one": one, "other": other, "kind": "apart", **change}
    body = {key: ids.get(value, value) for key, value in body.items()}
    answer = alice.post(f"clubs/{club.slug}/seating_wishes/", body)
    assert answer.status_code == 422
    assert [(each["code"], each["path"]) for each in answer.json()["problems"]] == [(code, field)]
    assert not SeatingWish.objects.exists()


def test_needs_are_changed_one_by_one_and_listed(alice, world, club):
    ada = world.players[0]
    path = f"players/{ada.pk}/seating_needs/"
    assert alice.patch(path, {"level": 2, "step_free": True}).status_code == 200
    changed = alice.patch(path, {"level": None, "fixed_table": 3})
    needs = {
        "player": {"id": ada.pk, "name": ada.name},
        "level": None,
        "step_free": True,
        "fixed_table": 3,
    }
    assert changed.json() == alice.get(path).json() == needs
    assert alice.get(f"clubs/{club.slug}/seating_needs/").json()["results"] == [needs]


def test_change_from_an_older_version_is_refused(alice, world):
    path = f"players/{world.players[0].pk}/seating_needs/"
    tag = alice.get(path)["ETag"]
    assert alice.patch(path, {"level": 2}, If_Match=tag).status_code == 200
    assert alice.patch(path, {"level": 3}, If_Match=tag).status_code == 412
    assert alice.get(path).json()["level"] == 2


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"fixed_table": 0}, "out_of_range", "fixed_table"),
        ({"level": 1001}, "out_of_range", "level"),
        ({"level": 10**30}, "out_of_range", "level"),
        ({"step_free": None}, "null", "step_free"),
        ({"table": 1}, "unknown_key", "table"),
    ],
)
def test_impossible_need_is_refused(alice, world, body, code, field):
    answer = alice.patch(f"players/{world.players[0].pk}/seating_needs/", body)
    assert answer.status_code == 422
    assert [(each["code"], each["path"]) for each in answer.json()["problems"]] == [(code, field)]


def test_step_free_tables_are_replaced(alice, club):
    path = f"clubs/{club.slug}/step_free_tables/"
    chosen = {"results": [1, 3], "next": None, "tables": [1, 3]}
    assert alice.put(path, {"tables": [3, 1, 3]}).json() == chosen
    refused = alice.put(path, {"tables": [1, 0]})
    assert [each["path"] for each in refused.json()["problems"]] == ["tables.1"]
    assert alice.get(path).json() == chosen


def test_player_as_members_read_it_has_no_needs(alice, bob, world):
    ada = world.players[0]
    before = alice.get(f"players/{ada.pk}/").json()
    seating_needs.set_need(ada, level=7, step_free=True, fixed_table=2, by=None)
    assert alice.get(f"players/{ada.pk}/").json() == before
    assert bob.get(f"players/{ada.pk}/seating_needs/").status_code == 403
    assert alice.patch(f"players/{ada.pk}/", {"name": "Ada Lovelace"}).status_code == 200
    assert alice.get(f"players/{ada.pk}/seating_needs/").json()["level"] == 7
