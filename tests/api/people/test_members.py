"""Members of a club: who reads and changes what, and the last owner."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Role, Scope
from league.operations.people import tokens
from tests import make
from tests.api.caller import Caller, caller, problem_codes


def address(world, user):
    return f"clubs/{world.club.slug}/members/{user.memberships.get(club=world.club).pk}/"


def role_of(user):
    return user.memberships.get().role


def test_a_member_is_added_by_e_mail(world, alice):
    make.acquaintance(world.owner)
    made = alice.post(
        f"clubs/{world.club.slug}/members/", {"email": " Dora@Example.org", "role": "scorer"}
    )
    assert made.status_code == 201
    assert made.json()["role"] == "scorer"
    assert alice.get(made["Location"]).json() == made.json()


def test_a_stranger_is_neither_enrolled_nor_told_from_nobody(world, alice):
    """Nor is a member of another club of hers by a token that reaches this one only."""
    path = f"clubs/{world.club.slug}/members/"
    make.acquaintance(world.owner)
    _token, bound = tokens.issue(world.owner, Scope.ADMIN, club=world.club)
    alice.get(path)  # notes that the token is in use
    answers, queries = [], []
    for who, email in [
        (alice, "nobody@example.org"),
        (alice, world.stranger.email),
        (Caller(bound), "dora@example.org"),
    ]:
        with CaptureQueriesContext(connection) as statements:
            answers.append(who.post(path, {"email": email, "role": "owner"}))
        queries.append(len(statements))
    assert {answer.status_code for answer in answers} == {422}
    assert len({answer.content for answer in answers}) == 1
    assert problem_codes(answers[0]) == [("unknown_user", "email")]
    assert queries[0] == queries[1]
    assert world.club.memberships.count() == 4


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({"email": "nobody@example.org", "role": "scorer"}, 422, ("unknown_user", "email")),
        ({"email": "bob@example.org", "role": "owner"}, 409, ("conflict", "")),
        ({"email": "bob@example.org", "role": "boss"}, 422, ("not_a_choice", "role")),
        ({"email": "bob@example.org"}, 422, ("missing_key", "role")),
        ({"email": 3, "role": "owner"}, 422, ("not_text", "email")),
    ],
)
def test_bodies_that_make_no_member(world, alice, body, status, problem):
    answer = alice.post(f"clubs/{world.club.slug}/members/", body)
    assert (answer.status_code, problem_codes(answer)) == (status, [problem])
    assert world.club.memberships.count() == 4


def test_only_owners_read_e_mails_of_others(world, alice):
    path = f"clubs/{world.club.slug}/members/"
    assert None not in {row["email"] for row in alice.get(path).json()["results"]}
    rows = caller(world.scorer).get(path).json()["results"]
    seen = {row["name"]: row["email"] for row in rows}
    assert seen == {"Alice": None, "Olga": None, "Bob": "bob@example.org", "Petra": None}
    assert caller(world.scorer).get(address(world, world.owner)).json()["email"] is None


def test_a_role_changes_what_somebody_may_do_at_once(world, alice, bob):
    changed = alice.patch(address(world, world.scorer), {"role": "organiser"})
    assert (changed.status_code, changed.json()["role"]) == (200, "organiser")
    assert bob.post(f"clubs/{world.club.slug}/players/", {"name": "Zoé"}).status_code == 201
    alice.patch(address(world, world.scorer), {"role": "player"})
    assert bob.post(f"clubs/{world.club.slug}/players/", {"name": "Yan"}).status_code == 403


def test_who_is_removed_sees_the_club_no_more(world, alice, bob):
    path = address(world, world.scorer)
    assert alice.send("DELETE", path).status_code == 204
    assert bob.get(f"clubs/{world.club.slug}/").status_code == 404
    assert alice.send("DELETE", path).status_code == 404


def test_everybody_may_leave_but_not_remove_others(world, bob):
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
    for each in other.memberships.all():
        path = f"clubs/{world.club.slug}/members/{each.pk}/"
        for method in ("GET", "PATCH", "DELETE"):
            assert alice.send(method, path, {"role": "player"}).status_code == 404
