"""manage.py adduser: who can sign in, and what is no account."""

import pytest
from django.core.management import CommandError, call_command

from league.models import User

pytestmark = pytest.mark.django_db
GOOD = {"email": "alice@example.org", "name": "Alice", "password": "a-good-pass-phrase"}


def add(**changes):
    options = {**GOOD, **changes}
    call_command("adduser", options["email"], name=options["name"], password=options["password"])


def test_an_added_user_can_sign_in(capsys):
    add(email="Alice@Example.org")
    assert User.objects.get().check_password(GOOD["password"])
    assert capsys.readouterr().out == "alice@example.org can sign in now.\n"


def test_a_further_owner_of_the_server_is_added():
    call_command("adduser", GOOD["email"], password=GOOD["password"], operator=True)
    assert User.objects.get().is_operator
    add(email="bob@example.org")
    assert not User.objects.get(email="bob@example.org").is_operator


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"email": "alice"}, "not an e-mail"),
        ({"password": "short"}, "too short"),
        ({"name": "x" * 101}, "at most 100"),
    ],
)
def test_an_invalid_account_is_refused_and_not_created(changes, why):
    """A name that is too long would stand in SQLite, and be refused wherever it is moved to."""
    with pytest.raises(CommandError, match=why):
        add(**changes)
    assert not User.objects.exists()


def test_an_e_mail_signs_in_one_person():
    add()
    with pytest.raises(CommandError, match="already"):
        add(email="ALICE@example.org")


def test_a_weak_password_is_asked_for_again(monkeypatch, capsys):
    typed = iter(["short", "password", GOOD["password"]])
    monkeypatch.setattr("getpass.getpass", lambda words: next(typed))
    add(password=None)
    assert User.objects.get().check_password(GOOD["password"])
    errors = capsys.readouterr().err
    assert "too short" in errors
    assert "too common" in errors
    with pytest.raises(CommandError, match="already"):
        add(password=None)  # before anything is asked
