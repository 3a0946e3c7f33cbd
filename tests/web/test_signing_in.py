"""Signing in, guesses, and forms of somebody else."""

import pytest

from league.web import accounts
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


def test_signing_in_by_e_mail_whatever_its_case(client):
    make.user()
    form = {"username": "Alice@Example.ORG", "password": "a good pass phrase"}
    assert client.post("/en/login/", form).status_code == 302


def test_a_wrong_password_is_refused_in_plain_words(client):
    make.user()
    answer = client.post("/en/login/", {"username": "alice@example.org", "password": "guess"})
    assert answer.status_code == 200
    assert 'class="refusal"' in answer.content.decode()


def test_the_sixth_guess_has_to_wait(client, settings):
    settings.AXES_ENABLED = True
    make.user()
    form = {"username": "alice@example.org", "password": "guess"}
    statuses = [client.post("/en/login/", form).status_code for _ in range(6)]
    assert statuses[:4] == [200] * 4
    assert statuses[-1] == 429
    right = {**form, "password": "a good pass phrase"}
    assert client.post("/en/login/", right).status_code == 429


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "9.9.9.9", "9.9.9.9"),
        (1, "6.6.6.6, 9.9.9.9", "9.9.9.9"),
        (2, "6.6.6.6, 9.9.9.9, 10.0.0.1", "9.9.9.9"),
    ],
)
def test_guesses_count_for_the_visitor_and_not_for_our_proxy(
    rf, settings, proxies, forwarded, found
):
    settings.NUM_PROXIES = proxies
    request = rf.get("/", headers={"x-forwarded-for": forwarded})
    assert accounts.address(request) == found


def test_forms_need_their_own_token():
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    sign_in(client, make.user())
    answer = client.post("/en/desk/", {"name": "X"})
    assert answer.status_code == 403
    assert "too old" in answer.content.decode()
