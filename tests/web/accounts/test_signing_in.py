"""Signing in, guessed passwords, and forms of other sites."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from axes.models import AccessFailureLog
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client

from league.web.accounts import sign_in_limits
from league.web.support.request import client_address
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


@pytest.fixture
def guarded(settings, db):
    settings.AXES_ENABLED = True
    settings.NUM_PROXIES = 1
    make.user()
    make.user("bob@example.org")


def attempt(client, address, email="alice@example.org", password="guess"):
    form = {"username": email, "password": password}
    headers = {"X-Forwarded-For": f"6.6.6.6, {address}"}
    return client.post("/en/login/", form, headers=headers).status_code


def wait(minutes=5):
    AccessFailureLog.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=minutes))


RIGHT = "a good pass phrase"


def test_the_sixth_guess_has_to_wait(client, guarded):
    """The spelling of the e-mail does not matter; an IPv6 visitor counts as a network."""
    spellings = ["alice@example.org", " Alice@example.org", "ALICE@EXAMPLE.ORG "]
    for number in range(5):
        assert attempt(client, f"2001:db8::{number}", spellings[number % 3]) == 200
    assert attempt(client, "2001:db8::7", password=RIGHT) == 429
    assert attempt(client, "2001:db8:0:1::7", password=RIGHT) == 302
    assert attempt(Client(), "2001:db8::7") == 200, "who signed in begins anew"


def test_many_addresses_guess_no_account(client, guarded):
    statuses = [attempt(client, f"10.0.0.{number}") for number in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    assert attempt(client, "10.0.1.1", "bob@example.org") == 200
    wait()
    assert attempt(client, "10.0.1.1", password=RIGHT) == 302


def test_guessing_on_does_not_make_the_wait_longer(client, guarded):
    for number in range(10):
        attempt(client, f"10.0.0.{number}")
    wait(minutes=4)
    assert attempt(client, "10.0.1.1") == 429
    wait(minutes=1)
    assert attempt(client, "10.0.1.1", password=RIGHT) == 302


def test_whoever_runs_the_server_ends_the_wait(client, guarded):
    for _ in range(6):
        attempt(client, "9.9.9.9")
    call_command("axes_reset", verbosity=0)
    assert attempt(client, "9.9.9.9", password=RIGHT) == 302


def test_strangers_do_not_lock_out_whose_browser_is_known(client, guarded, monkeypatch):
    monkeypatch.setattr(sign_in_limits, "FROM_A_NETWORK", 5)
    assert attempt(client, "10.0.0.1", password=RIGHT) == 302
    client.cookies.pop("sessionid")
    stranger = Client()
    for number in range(24):
        attempt(stranger, f"10.0.0.{number % 3}", f"{['alice', number][number % 2]}@example.org")
    assert attempt(stranger, "10.0.0.1", password=RIGHT) == 429
    assert attempt(client, "10.0.0.1", "bob@example.org", RIGHT) == 429, "known for Alice only"
    assert [attempt(client, f"10.0.1.{number}") for number in range(5)] == [200] * 5
    assert attempt(client, "10.0.0.1", password=RIGHT) == 429
    wait()
    assert attempt(client, "10.0.0.1", password=RIGHT) == 302


def test_one_address_guesses_few_accounts_and_a_hall_signs_in(guarded, monkeypatch):
    """A right password is not counted, and gives the address no guesses back."""
    monkeypatch.setattr(sign_in_limits, "FROM_A_NETWORK", 8)
    hall = "9.9.9.9"
    assert [attempt(Client(), hall, f"{number}@example.org") for number in range(7)] == [200] * 7
    assert [attempt(Client(), hall, password=RIGHT) for _ in range(10)] == [302] * 10
    assert attempt(Client(), hall, "7@example.org") == 200
    assert attempt(Client(), hall, password=RIGHT) == 429
    assert attempt(Client(), "9.9.9.8", password=RIGHT) == 302


def test_an_e_mail_of_any_length_and_any_account_are_refused_alike(client, guarded):
    for email in ("nobody@example.org", "x" * 60 + "@" + ".".join(["y" * 60] * 4) + ".org"):
        assert [attempt(client, "9.9.9.9", email) for _ in range(6)] == [200] * 5 + [429]


@pytest.mark.django_db(transaction=True)
def test_guesses_at_the_same_moment_are_no_more(guarded):
    """Each process counts before it checks the password."""

    def guess(_number):
        try:
            return attempt(Client(), "9.9.9.9")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(guess, range(16)))
    assert statuses.count(200) <= 5
    assert set(statuses) == {200, 429}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "9.9.9.9", "9.9.9.9"),
        (1, "6.6.6.6, 9.9.9.9", "9.9.9.9"),
        (2, "6.6.6.6, 9.9.9.9, 10.0.0.1", "9.9.9.9"),
    ],
)
def test_guesses_count_for_the_visitor_and_not_for_our_proxy(
    rf, settings, proxies, forwarded, expected
):
    settings.NUM_PROXIES = proxies
    request = rf.get("/", headers={"x-forwarded-for": forwarded})
    assert client_address(request) == expected


def test_forms_need_their_own_token():
    client = Client(enforce_csrf_checks=True)
    sign_in(client, make.user())
    answer = client.post("/en/desk/", {"name": "X"})
    assert answer.status_code == 403
    assert "too old" in answer.content.decode()
