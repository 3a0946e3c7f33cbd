"""The first page of a new server: who may begin, once, and what becomes of the demo."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from league.demo import demo_club, demo_tournament, first_run
from league.errors import NotFound
from league.models import Club, Job, User
from league.operations.support import jobs
from league.tasks import KINDS
from tests import make
from tests.apart import apart

pytestmark = pytest.mark.django_db
START = "/en/start/"
LOCAL: Any = {"HTTP_HOST": "127.0.0.1"}
OWNER = {"name": "Olga", "email": "Olga@Example.org", "password": "a good pass phrase"}


@pytest.fixture(autouse=True)
def new_server(monkeypatch):
    monkeypatch.setitem(first_run._state, "is_closed", False)
    cache.clear()


def begin(client, **more):
    return client.post(START, {**OWNER, "code": first_run.code(), **more}, **LOCAL)


def test_an_empty_server_leads_to_its_first_page(client):
    assert client.get("/en/")["Location"] == START


def test_the_owner_begins_with_the_code(client):
    answer = begin(client)
    assert answer["Location"] == "/en/desk/first/"
    olga = User.objects.get()
    assert (olga.email, olga.name, olga.is_operator) == ("olga@example.org", "Olga", True)
    club = {"name": "Les Ardoises", "timezone": "Europe/Paris", "language": "fr"}
    answer = client.post("/en/desk/first/", club, **LOCAL)
    assert client.get(answer["Location"], **LOCAL).status_code == 200


def test_the_page_is_gone_after_the_first_account(client):
    begin(client)
    stranger = Client()
    assert stranger.get(START, **LOCAL).status_code == 404
    assert begin(stranger, email="eve@example.org").status_code == 404
    assert stranger.post("/en/start/demo/", **LOCAL).status_code == 404
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_once_one_becomes_the_owner(monkeypatch):
    names = ("olga", "eve", "mallory")
    with ThreadPoolExecutor(3) as pool:
        tries = [
            pool.submit(
                apart,
                first_run.create_owner,
                name=name,
                email=f"{name}@example.org",
                password="a good pass phrase",
            )
            for name in names
        ]
    refused = [attempt.exception() for attempt in tries if attempt.exception() is not None]
    assert [type(error) for error in refused] == [NotFound, NotFound]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "visit",
    [
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1"},
        {"REMOTE_ADDR": "192.168.1.7", "HTTP_HOST": "127.0.0.1"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "testserver"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "9.9.9.9"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_VIA": "1.1 caddy"},
    ],
)
def test_every_computer_needs_the_code(client, visit):
    assert "Server code" in client.get(START, **visit).content.decode()
    for code in ({}, {"code": "0000-0000-0000-0000"}, {"code": ""}):
        assert client.post(START, {**OWNER, **code}, **visit).status_code == 422
    assert not User.objects.exists()
    typed = first_run.code().replace("-", " ")
    assert client.post(START, {**OWNER, "code": typed}, **visit).status_code == 302
    assert User.objects.get().is_operator


def test_wrong_codes_of_strangers_do_not_lock_out_the_owner(client):
    stranger = Client()
    for number in range(25):
        answer = begin(stranger, code=f"{number:016}")
        assert "This is not this server’s code" in answer.content.decode()
    assert begin(client)["Location"] == "/en/desk/first/"


def test_the_address_of_the_start_has_the_code(client):
    page = client.get(first_run.address(), follow=True, **LOCAL).content.decode()
    assert f'value="{first_run.code()}"' in page


def test_the_code_is_printed_until_the_first_account(capsys, client):
    call_command("first_run_code")
    assert capsys.readouterr().out.strip() == f"/start/?code={first_run.code()}"
    begin(client)
    with pytest.raises(CommandError):
        call_command("first_run_code")


@pytest.mark.parametrize(
    "wrong",
    [{"email": "olga"}, {"name": " "}, {"password": "123"}, {"email": demo_club.DEMO_EMAIL}],
)
def test_a_refused_form_creates_no_account(client, wrong):
    answer = begin(client, **wrong)
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.content.decode()
    assert not User.objects.exists()


def test_starting_one_s_own_club_removes_the_demo(client):
    demo_club.load(password="x", sessions=1)
    page = client.get("/en/", follow=True, **LOCAL).content.decode()
    assert "Start my own club" in page
    assert "is then removed" in client.get(START, **LOCAL).content.decode()
    begin(client)
    assert not Club.objects.exists()
    assert [user.email for user in User.objects.all()] == ["olga@example.org"]
    assert "Start my own club" not in client.get("/en/", **LOCAL).content.decode()


def test_a_refused_account_keeps_the_demo(client):
    demo_club.load(password="x", sessions=1)
    begin(client, password="123")
    assert demo_club.find() is not None


def test_the_demo_is_loaded_once_for_people_who_look_around(client, monkeypatch):
    monkeypatch.setattr(demo_club, "load", partial(demo_club.load, sessions=1))
    monkeypatch.setattr(demo_tournament, "load", lambda loaded, **_options: None)
    for _click in range(2):
        assert client.post("/en/start/demo/", **LOCAL)["Location"] == START
    (job,) = Job.objects.all()
    assert "<progress" in client.get(START, **LOCAL).content.decode()
    jobs.run(job.pk, KINDS)
    demo = demo_club.find()
    assert f"/en/clubs/{demo.slug}/" in client.get(START, **LOCAL).content.decode()
    client.post("/en/start/demo/", **LOCAL)
    assert Job.objects.count() == 1


def test_a_server_with_accounts_has_no_first_page(client):
    club = make.club()
    assert client.get(START, **LOCAL).status_code == 404
    assert client.get("/en/").url == f"/en/clubs/{club.slug}/"  # the only one
    make.club(name="Ailleurs")
    assert "Ailleurs" in client.get("/en/").content.decode()


def test_a_demo_that_comes_after_the_owner_is_not_loaded(client):
    client.post("/en/start/demo/", **LOCAL)
    begin(client)
    job = Job.objects.get()
    jobs.run(job.pk, KINDS)
    assert demo_club.find() is None
