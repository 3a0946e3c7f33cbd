"""Signing in, guessed passwords, and forms of other sites."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth import base_user, hashers
from django.core.cache import cache
from django.db import connection
from django.test import Client

from league.config import settings as product
from league.web.support.request import client_address
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


def test_signing_in_by_e_mail_whatever_its_case(client):
    make.user()
    form = {"login": "Alice@Example.ORG", "password": "a good pass phrase"}
    assert client.post("/en/login/", form).status_code == 302


def test_a_wrong_password_is_refused_in_plain_words(client):
    make.user()
    answer = client.post("/en/login/", {"login": "alice@example.org", "password": "guess"})
    assert answer.status_code == 200
    assert 'class="refusal"' in answer.content.decode()


RIGHT = "a good pass phrase"
LIMITS = {"login": "1000/m/ip", "login_failed": "50/5m/ip,10/5m/key"}


@pytest.fixture
def guarded(settings, db):
    """Count wrong passwords as the product does, in a cache of its own."""
    settings.ACCOUNT_RATE_LIMITS = LIMITS
    settings.NUM_PROXIES = 1
    cache.clear()
    make.user()
    make.user("bob@example.org")
    yield settings
    cache.clear()


def attempt(client, address, email="alice@example.org", password="guess"):
    """Return "in", "wrong" or "wait", as the sign-in page answers from this address."""
    form = {"login": email, "password": password}
    headers = {"X-Forwarded-For": f"6.6.6.6, {address}"}
    answer = client.post("/en/login/", form, headers=headers)
    if answer.status_code == 302:
        return "in"
    assert answer.status_code == 200
    return "wait" if "Too many wrong passwords" in answer.content.decode() else "wrong"


def test_the_settings_limit_wrong_passwords():
    assert product.ACCOUNT_RATE_LIMITS["login_failed"] == LIMITS["login_failed"]


def test_the_eleventh_guess_at_an_account_has_to_wait(client, guarded):
    """The spelling of the e-mail does not matter, nor the address that a guess comes from."""
    spellings = ["alice@example.org", " Alice@example.org", "ALICE@EXAMPLE.ORG "]
    for number in range(10):
        assert attempt(client, f"10.0.0.{number}", spellings[number % 3]) == "wrong"
    assert attempt(client, "10.0.1.1", password=RIGHT) == "wait"
    assert attempt(client, "10.0.1.1", "bob@example.org") == "wrong"


def test_the_wait_ends_after_five_minutes_despite_further_guesses(client, guarded, monkeypatch):
    now = time.time()
    for number in range(12):
        attempt(client, f"10.0.0.{number}")
    monkeypatch.setattr(time, "time", lambda: now + 240)
    assert attempt(client, "10.0.1.1", password=RIGHT) == "wait"
    monkeypatch.setattr(time, "time", lambda: now + 310)
    assert attempt(client, "10.0.1.1", password=RIGHT) == "in"


def test_strangers_do_not_lock_out_the_owner_in_the_own_browser(client, guarded):
    assert attempt(client, "10.0.0.1", password=RIGHT) == "in"
    client.cookies.pop("sessionid")
    stranger = Client()
    for number in range(11):
        attempt(stranger, f"10.0.0.{number}")
    assert attempt(stranger, "10.0.0.1", password=RIGHT) == "wait"
    assert [attempt(client, "10.0.0.1") for _ in range(10)] == ["wrong"] * 10
    assert attempt(client, "10.0.0.1", password=RIGHT) == "wait"


def test_a_network_guesses_few_accounts_and_a_hall_signs_in(guarded):
    """A right password is not counted, and gives the network no guesses back; an IPv6 visitor
    counts as a network."""
    guarded.ACCOUNT_RATE_LIMITS = LIMITS | {"login_failed": "8/5m/ip,5/5m/key"}
    hall = [f"2001:db8::{number}" for number in range(20)]
    assert [attempt(Client(), hall[n], f"{n}@example.org") for n in range(7)] == ["wrong"] * 7
    assert [attempt(Client(), hall[n], password=RIGHT) for n in range(10)] == ["in"] * 10
    assert attempt(Client(), hall[1], "7@example.org") == "wrong"
    assert attempt(Client(), hall[2], password=RIGHT) == "wait"
    assert attempt(Client(), "2001:db8:0:1::7", password=RIGHT) == "in"


def test_an_account_and_a_stranger_are_refused_alike(client, guarded, monkeypatch):
    """Both cost one hash, and the same words."""
    hashed = []
    for name in ("make_password", "check_password"):
        function = getattr(hashers, name)
        monkeypatch.setattr(base_user, name, _counted(function, hashed))
    pages = []
    for email in ("alice@example.org", "nobody@example.org"):
        page = client.post("/en/login/", {"login": email, "password": "guess"}).content.decode()
        pages.append(re.sub(r'(value|name="csrfmiddlewaretoken" value)="[^"]*"', "", page))
    assert pages[0] == pages[1]
    assert hashed == ["check_password", "make_password"]


def _counted(function, names):
    """Return the function, which notes its name with each call."""

    def counted(*args, **more):
        names.append(function.__name__)
        return function(*args, **more)

    return counted


@pytest.mark.django_db(transaction=True)
def test_guesses_at_the_same_moment_are_no_more(guarded):
    """Each attempt is counted before the password is checked."""

    def guess(_number):
        try:
            return attempt(Client(), "9.9.9.9")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(guess, range(24)))
    assert answers.count("wrong") <= 10
    assert set(answers) == {"wrong", "wait"}


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


def test_an_invalid_forwarded_address_does_not_prevent_signing_in(client, guarded):
    assert attempt(client, "unknown", password=RIGHT) == "in"
    assert UserSession.objects.get().ip == "0.0.0.0"


def test_forms_need_their_own_token():
    client = Client(enforce_csrf_checks=True)
    sign_in(client, make.user())
    answer = client.post("/en/desk/", {"name": "X"})
    assert answer.status_code == 403
    assert "too old" in answer.content.decode()
