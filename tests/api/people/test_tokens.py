from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.models import Token
from league.operations.people import tokens
from tests import make
from tests.api.caller import Caller, caller


def test_only_the_digest_of_a_token_is_stored(db):
    token, secret = tokens.issue(make.user())
    assert secret.startswith("manche_")
    assert len(secret) == len("manche_") + 43
    stored = " ".join(str(value) for value in Token.objects.values_list()[0])
    assert secret not in stored
    assert token.prefix == secret[:13]


def test_the_command_prints_only_the_token(db):
    make.user()
    out = StringIO()
    call_command("apitoken", "Alice@Example.org", stdout=out)
    secret = out.getvalue()
    assert secret.endswith("\n")
    assert secret.count("\n") == 1
    assert Token.objects.get().scope == "admin"
    assert make.token_of(secret.strip()) == Token.objects.get()


def test_the_command_makes_a_token_of_the_scope_that_was_asked_for(db):
    make.user()
    out = StringIO()
    call_command("apitoken", "alice@example.org", "--scope", "read", stdout=out)
    assert Token.objects.get().scope == "read"


def test_the_command_says_whom_it_does_not_know(db):
    with pytest.raises(CommandError, match=r"nobody@example\.org"):
        call_command("apitoken", "nobody@example.org")


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer manche_unknown", "Basic YTpi", "Bearer \xe9\xff", "x" * 5000],
)
def test_without_a_known_token_it_is_401(db, header):
    response = Caller().get("clubs/", Authorization=header)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "change",
    [
        {"revoked_at": timezone.now()},
        {"expires_at": timezone.now() - timedelta(seconds=1)},
    ],
    ids=["revoked", "expired"],
)
def test_a_dead_token_is_401_at_once(db, change):
    alice = caller(make.user())
    assert alice.get("clubs/").status_code == 200
    Token.objects.update(**change)
    assert alice.get("clubs/").status_code == 401


def test_a_token_lives_until_it_expires(db):
    token, _secret = tokens.issue(make.user(), expires_at=timezone.now() + timedelta(hours=1))
    assert token.is_live


def test_revoking_twice_keeps_the_first_moment(db):
    token, secret = tokens.issue(make.user())
    tokens.revoke(token)
    first = Token.objects.get().revoked_at
    tokens.revoke(token)
    assert Token.objects.get().revoked_at == first
    assert make.token_of(secret) is None


def test_a_token_of_an_inactive_user_is_401(db):
    user = make.user()
    alice = caller(user)
    user.is_active = False
    user.save()
    assert alice.get("clubs/").status_code == 401


def test_use_is_noted_at_most_once_a_minute(db):
    alice = caller(make.user())
    alice.get("clubs/")
    first = used_at()
    alice.get("clubs/")
    assert used_at() == first
    Token.objects.update(last_used_at=first - timedelta(minutes=2))
    alice.get("clubs/")
    assert used_at() > first


def used_at() -> datetime:
    moment = Token.objects.get().last_used_at
    assert moment is not None
    return moment


def test_the_browser_session_does_not_authenticate_api_calls(world):
    browser = Caller()
    browser.client.force_login(world.owner)
    assert browser.get("clubs/").status_code == 401


def command(*arguments):
    out = StringIO()
    call_command("apitoken", "alice@example.org", *arguments, stdout=out)
    return Token.objects.get(digest=tokens.digest(out.getvalue().strip()))


def test_the_command_bounds_a_token(db):
    club = make.club()
    token = command("--club", club.slug, "--days", "2", "--name", " The \n screen ")
    assert (token.club, token.name, token.scope) == (club, "The screen", "admin")
    assert token.expires_at is not None
    assert token.expires_at <= timezone.now() + timedelta(days=2)


@pytest.mark.parametrize(
    ("language", "refusal"),
    [
        ("fr", "Indiquez un nombre de jours entre 1 et 36500."),
        ("de", "Geben Sie 1 bis 36500 Tage an."),
    ],
)
def test_the_command_speaks_the_language_of_the_server(db, settings, language, refusal):
    settings.COMMAND_LANGUAGE = language
    make.user()
    with pytest.raises(CommandError, match=refusal):
        command("--days", "0")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--club", "ailleurs"], "not a member of a club"),
        (["--days", "0"], "days from 1 to"),
        (["--days", "99999999999"], "days from 1 to"),
        (["--name", "x" * 101], "at most 100"),
    ],
)
def test_the_command_refuses_odd_bounds(db, arguments, words):
    make.club()
    make.club(make.user("charlie@example.org"), "Ailleurs")
    with pytest.raises(CommandError, match=words):
        command(*arguments)
    assert not Token.objects.exists()
