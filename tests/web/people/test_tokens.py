"""The page of one's own API tokens."""

import re

import pytest

from league.models import Token
from league.operations.people import tokens
from tests import make

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/tokens/"
FORM = {"name": "Screen", "scope": "read", "club": "", "days": "30"}


def test_the_secret_of_a_new_token_is_shown_once(client, alice):
    answer = client.post(PAGE, FORM)
    assert "no-store" in answer["Cache-Control"]
    secret = re.search(r"manche_[\w-]{43}", answer.content.decode())[0]
    assert make.token_of(secret).name == "Screen"
    assert secret not in client.get(PAGE).content.decode()


def test_a_token_is_bound_as_it_was_asked(client, alice):
    club = make.club()
    client.post(PAGE, FORM | {"club": club.slug, "days": "", "scope": "submit"})
    token = Token.objects.get()
    assert (token.club, token.expires_at, token.scope) == (club, None, "submit")


@pytest.mark.parametrize(
    "change", [{"name": " "}, {"scope": "root"}, {"club": "ailleurs"}, {"days": "7"}]
)
def test_odd_forms_make_no_token(client, alice, change):
    make.club(make.user("charlie@example.org"), "Ailleurs")
    assert client.post(PAGE, FORM | change).status_code == 422
    assert not Token.objects.exists()


def test_a_token_is_revoked(client, alice):
    token, secret = tokens.issue(alice, name="<b>Screen</b>")
    assert "&lt;b&gt;Screen" in client.get(PAGE).content.decode()
    assert client.post(f"{PAGE}{token.pk}/revoke/").status_code == 302
    assert make.token_of(secret) is None
    assert "revoked" in client.get(PAGE).content.decode()


def test_tokens_of_others_are_neither_shown_nor_revoked(client, alice):
    token, secret = tokens.issue(make.user("charlie@example.org"), name="His screen")
    assert "His screen" not in client.get(PAGE).content.decode()
    assert client.post(f"{PAGE}{token.pk}/revoke/").status_code == 404
    assert make.token_of(secret) is not None


def test_a_table_among_the_tokens_is_named(client, alice):
    match = make.match()
    tokens.make_for_table(match, by=alice)
    assert f"table of match {match.pk}" in client.get(PAGE).content.decode()
