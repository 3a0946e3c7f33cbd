"""The owner that the settings name: created once, on a server without accounts."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.demo import demo_club, first_run
from league.models import Club, User
from tests.config.docker_files import ROOT, bare_environment
from tests.services import fresh_database

PASSWORD = "a good pass phrase"


@pytest.fixture(autouse=True)
def new_server(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setitem(first_run._state, "is_closed", False)
    settings.OWNER_EMAIL, settings.OWNER_PASSWORD = "Olga@Example.org", ""


def prepare(capsys: pytest.CaptureFixture[str]) -> str:
    first_run._state["is_closed"] = False  # each start is a process of its own
    call_command("prepare", "--no-static")
    return capsys.readouterr().out


@pytest.mark.django_db
def test_the_owner_chooses_a_password_by_a_link_that_is_shown_once(
    capsys: pytest.CaptureFixture[str], client: Client
) -> None:
    words = prepare(capsys)
    olga = User.objects.get()
    assert (olga.email, olga.is_operator, olga.has_usable_password()) == (
        "olga@example.org", True, False
    )  # fmt: skip
    (link,) = re.findall(r"^  (/\S+)$", words, re.MULTILINE)
    form = client.get(link, follow=True).request["PATH_INFO"]
    assert client.post(form, {"password1": PASSWORD, "password2": PASSWORD}).status_code == 302
    olga.refresh_from_db()
    assert olga.check_password(PASSWORD)
    used = client.get(link, follow=True)
    assert used.request["PATH_INFO"] != form, "it cannot be used again"
    assert prepare(capsys) == ""


@pytest.mark.django_db
def test_links_begin_with_the_address_of_the_server(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    settings.BASE_URL = "https://league.example"
    assert re.search(r"^  https://league\.example/\S+/$", prepare(capsys), re.MULTILINE)


@pytest.mark.django_db
def test_a_password_of_the_settings_is_the_first_one_and_no_later_one(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    settings.OWNER_PASSWORD = PASSWORD
    assert prepare(capsys) == "olga@example.org is the admin of this server.\n"
    settings.OWNER_PASSWORD = "another pass phrase"
    assert prepare(capsys) == ""
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.django_db
def test_a_server_with_people_gets_no_other_owner(
    capsys: pytest.CaptureFixture[str],
) -> None:
    alice = User.objects.create_user("alice@example.org", PASSWORD)
    assert prepare(capsys) == ""
    assert User.objects.get() == alice


@pytest.mark.django_db
def test_the_demo_gives_way(capsys: pytest.CaptureFixture[str]) -> None:
    demo_club.load(password="x", sessions=1)
    prepare(capsys)
    assert not Club.objects.exists()
    assert [user.email for user in User.objects.all()] == ["olga@example.org"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("email", "password", "words"),
    [
        ("", PASSWORD, "without MANCHE_OWNER_EMAIL"),
        ("olga", "", "MANCHE_OWNER_EMAIL: "),
        (demo_club.DEMO_EMAIL, "", "address of the demo"),
        ("olga@example.org", "12345678", "MANCHE_OWNER_PASSWORD is too weak: "),
    ],
)
def test_wrong_settings_are_refused_in_words(
    email: str, password: str, words: str, settings: Any
) -> None:
    settings.OWNER_EMAIL, settings.OWNER_PASSWORD = email, password
    with pytest.raises(CommandError, match=words):
        call_command("prepare", "--no-static")
    assert not User.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "database", ["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.services)]
)
def test_of_two_processes_at_once_one_creates_it(database: str, tmp_path: Path) -> None:
    with ExitStack() as keep:
        url = keep.enter_context(fresh_database()) if database == "PostgreSQL" else ""
        environment = bare_environment() | {
            "MANCHE_DATA": str(tmp_path),
            "MANCHE_OWNER_EMAIL": "olga@example.org",
            "DATABASE_URL": url,
        }
        command = [sys.executable, "manage.py", "prepare", "--no-static"]

        def start(_number: int) -> "subprocess.CompletedProcess[str]":
            options: Any = {"capture_output": True, "text": True, "timeout": 120}
            return subprocess.run(command, cwd=ROOT, env=environment, **options)

        with ThreadPoolExecutor(2) as pool:
            done = list(pool.map(start, range(2)))
    assert [process.returncode for process in done] == [0, 0], done
    assert sorted("admin of this server" in process.stdout for process in done) == [False, True]
