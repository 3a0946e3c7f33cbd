"""Members of a club: who reads and changes what, and the last owner."""

import pytest

from league.models import Role
from tests import make
from tests.api.caller import caller, problem_codes


def address(world, user):
    return f"clubs/{world.club.slug}/members/{user.memberships.get(club=world.club).pk}/"


def role_of(user):
    return user.memberships.get().role


def test_only_owners_read_e_mails_of_others(world, alice):
    path = f"clubs/{world.club.slug}/members/"
    assert None not in {row["email"] for row in alice.get(path).json()["results"]}
    rows = caller(world.scorer).get(path).json()["results"]
    seen = {row["name"]: row["email"] for row in rows}
    assert seen == {"Alice": None, "Olga": None, "Bob": "bob@example.org", "Petra": None}
    assert caller(world.scorer).get(address(world, world.owner)).json()["email"] is None


def test_a_new_role_takes_effect_immediately(world, alice, bob):
    changed = alice.patch(address(world, world.scorer), {"role": "organiser"})
    assert (changed.status_code, changed.json()["role"]) == (200, "organiser")
    assert bob.post(f"clubs/{world.club.slug}/players/", {"name": "Zoé"}).status_code == 201
    alice.patch(address(world, world.scorer), {"role": "player"})
    assert bob.post(f"clubs/{world.club.slug}/players/", {"name": "Yan"}).status_code == 403


def test_a_removed_member_no_longer_sees_the_club(world, alice, bob):
    path = address(world, world.scorer)
    assert alice.send("DELETE", path).status_code == 204
    assert bob.get(f"clubs/{world.club.slug}/").status_code == 404
    assert alice.send("DELETE", path).status_code == 404


def test_any_member_may_leave_but_not_remove_others(world, bob):
    assert bob.send("DELETE", address(world, world.player)).status_code == 403
    assert bob.send("DELETE", address(world, world.scorer)).status_code == 204
    assert not world.scorer.memberships.exists()


def test_the_last_owner_stays(world, alice):
    path = address(world, world.owner)
    for answer in (alice.patch(path, {"role": "player"}), alice.send("DELETE", path)):
        assert answer.status_code == 409
        assert problem_codes(answer) == [("last_owner", "role")]
    assert role_of(world.owner) == Role.OWNER
    assert alice.patch(path, {"role": "owner"}).status_code == 200


def test_an_owner_who_cannot_sign_in_does_not_count(world, alice):
    asleep = make.member(world.club, Role.OWNER, "zzz@example.org")
    asleep.is_active = False
    asleep.save()
    assert alice.send("DELETE", address(world, world.owner)).status_code == 409


def test_an_owner_may_go_once_there_is_another(world, alice):
    assert alice.patch(address(world, world.organiser), {"role": "owner"}).status_code == 200
    assert alice.send("DELETE", address(world, world.owner)).status_code == 204


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_a_member_who_changed_since_is_412_with_how_he_is_now(world, alice, method):
    path = address(world, world.scorer)
    seen = alice.get(path)["ETag"]
    now = alice.patch(path, {"role": "player"}).json()
    answer = alice.send(method, path, {"role": "owner"}, If_Match=seen)
    assert answer.status_code == 412
    assert answer.json()["current"] == now
    assert role_of(world.scorer) == Role.PLAYER


def test_a_member_of_another_club_is_unknown_in_this_one(world, alice):
    """Though she owns both."""
    other = make.club(world.owner, "Ailleurs")
    make.member(other, Role.OWNER, "zoe@example.org")
    for membership in other.memberships.all():
        path = f"clubs/{world.club.slug}/members/{membership.pk}/"
        for method in ("GET", "PATCH", "DELETE"):
            assert alice.send(method, path, {"role": "player"}).status_code == 404
