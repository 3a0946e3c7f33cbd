"""Servers without mail promise none, and links of accounts are in the language of the account."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client

from league.models import Role, User
from league.operations.people import invitations
from tests import make
from tests.outgoing import mails
from tests.web.accounts.test_account import confirm, enter
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
FORGOTTEN = "/en/account/password/forgotten/"
NEW_PASSWORD = {"password1": "quite other words", "password2": "quite other words"}


def user_with_language(language, email="luc@example.org"):
    user = make.user(email)
    User.objects.filter(pk=user.pk).update(language=language)
    user.refresh_from_db()
    return user


def new_member(language):
    """Return the page after a stranger has made an account by an invitation."""
    club = make.club(make.user("olga@example.org"))
    owner = club.memberships.get().user
    invitation = invitations.create(club, by=owner, role=Role.SCORER)
    account = {"name": "Bo", "email": "bo@example.org", "password1": "quite other words"}
    path = f"/{language}/join/{invitations.token_of(invitation)}/"
    return Client().post(path, account, follow=True).content.decode()


@pytest.mark.parametrize(
    ("language", "promise", "truth"),
    [
        ("en", "We sent", "Your account is ready: sign in with bo@example.org."),
        ("fr", "envoyé un lien", "Votre compte est prêt"),
        ("de", "haben einen Link", "Ihr Konto ist bereit"),
    ],
)
def test_new_member_is_not_promised_a_mail(language, promise, truth):
    page = new_member(language)
    assert promise not in page
    assert truth in page


def test_changed_address_waits_for_the_owner_of_the_server(client):
    user = make.user()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    enter(client)
    confirm(client)
    change = {"email": "new@example.org", "action_add": ""}
    page = client.post("/en/account/email/", change, follow=True).content.decode()
    assert "We sent" not in page
    assert "ask its admin for a link" in page


def test_forgotten_password_names_the_command_for_the_owner(client):
    assert "manage.py password_link" in client.get(FORGOTTEN).content.decode()
    assert client.get(f"{FORGOTTEN}sent/").url == FORGOTTEN
    page = client.get("/en/account/email/sent/").content.decode()
    assert "This server does not send e-mail." in page
    assert "We sent" not in page


@pytest.mark.parametrize(
    ("language", "path"), [("fr", "/fr/account/"), ("de", "/de/account/"), ("", "/account/")]
)
def test_command_prints_a_link_in_the_language_of_the_account(client, capsys, language, path):
    user = user_with_language(language)
    call_command("password_link", "Luc@example.org", address="http://192.168.1.20:8000")
    link = capsys.readouterr().out.split()[-1]
    assert link.startswith(f"http://192.168.1.20:8000{path}password/new/")
    form = client.get(link, follow=True, headers={"Accept-Language": "de"})
    assert form.request["PATH_INFO"].startswith(f"/{language or 'de'}/")
    client.post(form.request["PATH_INFO"], NEW_PASSWORD)
    user.refresh_from_db()
    assert user.check_password(NEW_PASSWORD["password1"])


def test_command_refuses_an_unknown_address():
    with pytest.raises(CommandError, match=r"No account uses nina@example\.org"):
        call_command("password_link", "nina@example.org")


def test_links_of_the_owner_of_the_server_speak_the_language_of_the_account(client):
    owner = make.user()
    User.objects.filter(pk=owner.pk).update(is_operator=True)
    sign_in(client, owner)
    user = user_with_language("fr")
    EmailAddress.objects.create(user=user, email="luc2@example.org", verified=False)
    for kind in ("password", "address"):
        page = client.post(f"/en/desk/server/accounts/{user.pk}/{kind}/").content.decode()
        assert re.search(r"http://[^/]+/fr/account/", page), kind


def test_mail_about_a_password_has_one_language(client, settings):
    settings.EMAIL_URL = "smtp://localhost"
    settings.BASE_URL = "https://league.example"
    user_with_language("fr")
    client.post(FORGOTTEN, {"email": "luc@example.org"})
    assert "https://league.example/fr/account/password/new/" in mails().get().content["text"]
