"""The pages of the server's owner, and the page that ends mails of clubs."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from league.models import MailCategory, OutgoingState, SuppressedAddress, SuppressionReason
from league.operations.mail import outbox, sender, suppressions
from league.operations.mail.letters import Letter
from league.operations.people import invitations
from tests import make
from tests.outgoing import mails
from tests.smtp_server import smtp_server
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
MAIL = "/en/desk/server/mail/"


@pytest.fixture
def operator(client):
    user = make.user()
    user.is_operator = True
    user.save()
    return sign_in(client, user)


@pytest.fixture
def mailbox(settings):
    with smtp_server() as (mailbox, port):
        settings.EMAIL_URL = f"smtp://me:secret@127.0.0.1:{port}"
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.BASE_URL = "https://league.example"
        yield mailbox


def test_the_owner_sees_that_mail_works(client, operator, mailbox):
    client.post(f"{MAIL}test/")
    sender.send_due()
    page = client.get(MAIL).content.decode()
    assert [message["To"] for message in mailbox.messages] == [operator.email]
    assert re.search(r"alice@example.org <small>[^<]*sent", page)
    assert "secret" not in page


def test_a_refused_address_is_shown_and_tried_again(client, operator, mailbox):
    mailbox.recipients[operator.email] = "550 No such user"
    client.post(f"{MAIL}test/")
    sender.send_due()
    assert "550 No such user" in client.get(f"{MAIL}live/").content.decode()
    client.post(f"{MAIL}lift/", {"email": operator.email})
    assert not SuppressedAddress.objects.exists()


def test_without_mail_the_page_says_how_to_set_it_up(client, operator):
    page = client.get(MAIL).content.decode()
    assert "EMAIL_URL=smtp+tls://" in page
    assert client.post(f"{MAIL}test/").status_code == 302
    assert not mails().exists()


def test_the_owner_makes_a_link_for_a_new_password(client, operator):
    bob = make.user("bob@example.org")
    assert "bob@example.org" in client.get("/en/desk/server/accounts/?q=BOB").content.decode()
    address = f"/en/desk/server/accounts/{bob.pk}/password/"
    assert "/password/new/" not in client.get(address).content.decode()
    assert "only on this computer" in client.post(address, HTTP_HOST="127.0.0.1").content.decode()
    page = client.post(address).content.decode()
    (link,) = re.findall(r'value="http://testserver(/[^"]+)"', page)
    browser = Client()
    form_address = browser.get(link, follow=True).request["PATH_INFO"]
    browser.post(form_address, {"password1": "other words", "password2": "other words"})
    bob.refresh_from_db()
    assert bob.check_password("other words")


def test_the_owner_makes_a_link_that_confirms_a_new_address(client, operator):
    bob = make.user("bob@example.org")
    for email, verified in (("bob@example.org", True), ("bob+new@example.org", False)):
        EmailAddress.objects.create(user=bob, email=email, verified=verified, primary=verified)
    page = client.get("/en/desk/server/accounts/").content.decode()
    assert "Link to confirm bob+new@example.org" in page
    page = client.post(f"/en/desk/server/accounts/{bob.pk}/address/").content.decode()
    (link,) = re.findall(r'value="http://testserver(/[^"]+)"', page)
    Client().post(f"/en{link}")
    bob.refresh_from_db()
    assert bob.email == "bob+new@example.org"
    assert client.get(f"/en/desk/server/accounts/{bob.pk}/address/").status_code == 404


def test_an_invitation_is_mailed_and_proves_the_address(client, operator, mailbox):
    club = make.club()
    answer = client.post(
        f"/en/desk/clubs/{club.slug}/members/",
        {"role": "scorer", "player": "", "email": "bob@example.org"},
    )
    assert answer.status_code == 302
    sender.send_due()
    (message,) = mailbox.messages
    text = message.get_body(("plain",)).get_content()
    (link,) = re.findall(r"https://league.example(/join/\S+)", text)
    browser = Client()
    form = {"name": "Bob", "email": "bob@example.org", "password1": "quite other words"}
    browser.post(f"/en{link}", form)
    bob = make.user("bob@example.org")
    assert bob.memberships.get().club == club
    assert EmailAddress.objects.get(user=bob).verified


def test_the_link_that_the_inviter_sees_proves_no_address(client, operator, mailbox):
    club = make.club()
    row = invitations.create(club, by=operator, role="scorer", email="bob@example.org")
    form = {"name": "Bob", "email": "bob@example.org", "password1": "quite other words"}
    Client().post(f"/en/join/{invitations.token_of(row)}/", form)
    assert not EmailAddress.objects.get(email="bob@example.org").verified


def test_mail_of_clubs_stops_in_one_click(settings):
    settings.BASE_URL = "https://league.example"
    settings.EMAIL_URL = "smtp://localhost"
    mail = outbox.send(
        "ada@example.org",
        lambda: Letter("mail_test"),
        category=MailCategory.CLUB,
    )
    link = (
        mail.content["headers"]["List-Unsubscribe"]
        .strip("<>")
        .removeprefix("https://league.example")
    )
    strict = Client(enforce_csrf_checks=True)
    assert "ada@example.org" in strict.get(link).content.decode()
    assert not SuppressedAddress.objects.exists()
    answer = strict.post(link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert SuppressedAddress.objects.get().reason == SuppressionReason.UNSUBSCRIBED
    suppressions.lift("ada@example.org")
    assert SuppressedAddress.objects.exists(), "the wish stays"
    assert client_of_forged(link).status_code == 404


def client_of_forged(link):
    return Client().post(f"{link[:-3]}/")


def test_a_bounce_outweighs_the_wish(settings):
    settings.EMAIL_URL = "smtp://localhost"
    for reason in (
        SuppressionReason.UNSUBSCRIBED,
        SuppressionReason.BOUNCED,
        SuppressionReason.UNSUBSCRIBED,
    ):
        suppressions.suppress("ada@example.org", reason)
    assert SuppressedAddress.objects.get().reason == SuppressionReason.BOUNCED
    mail = outbox.send("ada@example.org", lambda: Letter("mail_test"))
    assert mail.state == OutgoingState.REFUSED
