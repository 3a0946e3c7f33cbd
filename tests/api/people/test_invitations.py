"""Invitations and one's own account by the API."""

import re

import pytest

from league.models import Invitation, InvitationState, Role
from league.operations.people import invitations, tokens
from tests import make
from tests.api.caller import Caller, caller, problem_codes


@pytest.fixture
def path(world):
    return f"clubs/{world.club.slug}/invitations/"


def token_of(answer):
    """Return the token of the link that an answer holds."""
    (token,) = re.findall(r"/join/([^/]+)/$", answer.json()["secret"])
    return token


def test_an_invitation_is_made_accepted_and_listed(world, alice, path):
    ada = world.players[0]
    made = alice.post(path, {"role": "player", "player": ada.pk})
    assert made.status_code == 201
    dora = make.user("dora@example.org")
    answer = caller(dora).post("invitations/accept/", {"token": token_of(made)})
    assert answer.json() == {
        "club": world.club.slug,
        "role": "player",
        "player": ada.pk,
        "state": "accepted",
    }
    assert dora.players.get() == ada
    assert alice.get(made["Location"]).json()["state"] == "accepted"
    rows = alice.get(f"{path}?state=accepted").json()["results"]
    assert [row["player"] for row in rows] == [ada.pk]


def test_a_replay_does_not_show_the_link_again(world, alice, path):
    first, again = (alice.post(path, {"role": "scorer"}, Idempotency_Key="one") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == {**first.json(), "secret": None}
    assert Invitation.objects.count() == 1


def test_an_address_with_an_account_gets_the_same_answer(world, alice, path):
    """The inviter does not learn who has an account."""
    answers = [
        alice.post(path, {"role": "scorer", "email": email}).json()
        for email in (world.stranger.email, "nobody@example.org")
    ]
    differing = {"id", "email", "secret", "created_at", "expires_at"}
    first, second = ({key: row[key] for key in row.keys() - differing} for row in answers)
    assert first == second
    assert world.club.memberships.count() == 4, "nobody is enrolled unasked"


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({"role": "boss"}, 422, ("not_a_choice", "role")),
        ({}, 422, ("missing_key", "role")),
        ({"role": "player", "player": 10**9}, 422, ("unknown_player", "player")),
        ({"role": "player", "email": "bob"}, 422, ("bad_email", "email")),
    ],
)
def test_invalid_invitations_are_refused(world, alice, path, body, status, problem):
    answer = alice.post(path, body)
    assert (answer.status_code, problem_codes(answer)) == (status, [problem])
    assert not Invitation.objects.exists()


def test_a_link_that_no_longer_works_is_409_with_its_reason(world, alice, path):
    made = alice.post(path, {"role": "scorer"})
    assert alice.send("DELETE", made["Location"].partition("/api/v1/")[2]).status_code == 204
    for end in ("accept", "decline"):
        answer = caller(world.stranger).post(f"invitations/{end}/", {"token": token_of(made)})
        assert answer.status_code == 409
        assert problem_codes(answer) == [("invitation_revoked", "token")]


def test_a_forged_link_is_422(world):
    row = invitations.create(world.club, by=world.owner, role=Role.PLAYER)
    token = invitations.token_of(row)
    for forged in (token[:-2], "x", token.replace(":", ".")):
        answer = caller(world.stranger).post("invitations/accept/", {"token": forged})
        assert answer.status_code == 422
        assert problem_codes(answer) == [("unknown_invitation", "token")]
    row.refresh_from_db()
    assert row.state == InvitationState.OPEN


def test_a_token_of_one_club_joins_no_other(world):
    row = invitations.create(world.club, by=world.owner, role=Role.PLAYER)
    own = world.stranger.memberships.get().club
    _token, secret = tokens.make(world.stranger, name="Screen", scope="admin", club=own.slug)
    answer = Caller(secret).post("invitations/accept/", {"token": invitations.token_of(row)})
    assert answer.status_code == 403


def test_one_s_own_account_is_read_and_changed(world, alice):
    seen = alice.get("account/")
    assert seen.json() == {"email": "alice@example.org", "name": "Alice", "language": ""}
    changed = alice.patch("account/", {"name": " Alice  B. ", "language": "fr"})
    assert changed.json()["name"] == "Alice B."
    stale = alice.send("PATCH", "account/", {"name": "X"}, If_Match=seen["ETag"])
    assert stale.status_code == 412
    assert alice.get("account/").json()["language"] == "fr"


@pytest.mark.parametrize("body", [{"language": "xx"}, {"name": ""}, {"email": "a@example.org"}])
def test_a_wrong_change_of_the_account_is_refused(alice, body):
    assert alice.patch("account/", body).status_code == 422
