"""The code of a table, as a program makes and shows it."""

from datetime import timedelta

from django.utils import timezone

from league.operations.people import tokens
from tests.api.caller import Caller


def test_a_code_is_made_shown_replaced_and_revoked(world, alice):
    path = f"matches/{world.match.pk}/code/"
    assert alice.get(path).status_code == 404
    made = alice.post(path, None)
    assert made.status_code == 201
    assert made.json() == alice.get(path).json()
    code = made.json()["code"]
    assert made.json()["address"] == f"http://testserver/t/{code}/"
    assert Caller().get(f"/en/t/{code}/").status_code == 200
    assert alice.post(path, None).json()["code"] != code
    assert Caller().get(f"/en/t/{code}/").status_code == 404
    assert alice.send("DELETE", path).status_code == 204
    assert alice.get(path).status_code == 404


def test_a_code_lives_no_longer_than_the_token_that_made_it(world):
    ends = timezone.now() + timedelta(hours=2)
    token, secret = tokens.issue(world.owner, expires_at=ends)
    made = Caller(secret).post(f"matches/{world.match.pk}/code/", None)
    assert made.status_code == 201
    assert world.match.codes.get().token.expires_at == token.expires_at
