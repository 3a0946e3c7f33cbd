"""Outgoing messages: one list of mails, webhooks and notifications, and sending again."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Outgoing, OutgoingState, SuppressionReason
from league.operations.mail import outbox as mail_outbox
from league.operations.mail import suppressions
from league.operations.mail.letters import Letter
from league.operations.messages import devices, posting
from league.operations.webhooks import outbox
from league.server.pages import outbox as page_of_outbox
from tests import make
from tests.api.playing import BROWSER
from tests.outgoing import deliveries, mails
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/server/outbox/"


@pytest.fixture
def operator(client):
    user = make.user()
    user.is_operator = True
    user.save()
    return sign_in(client, user)


@pytest.fixture
def mail(settings):
    settings.EMAIL_URL = "smtp://localhost"
    row = mail_outbox.send("ada@example.org", lambda: Letter("mail_test"))
    return end(row, OutgoingState.FAILED, answer="450 Try later")


@pytest.fixture
def delivery():
    row = outbox.send_test(make.webhook(make.club()))
    return end(row, OutgoingState.FAILED)


@pytest.fixture
def push(operator):
    device = devices.add(operator, endpoint="https://push.example/1", **BROWSER)
    return end(posting.post_test(device).deliveries.get(), OutgoingState.FAILED)


def end(row, state, **values):
    """Store this state of a row."""
    values |= {"state": state, "next_attempt_at": None}
    type(row).objects.filter(pk=row.pk).update(**values)
    row.refresh_from_db()
    return row


def shown(client, query=""):
    """Return the lines of the page without their tags."""
    page = client.get(PAGE + query).content.decode()
    (items,) = re.findall(r'<ul class="members">(.*?)</ul>', page, re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", items, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


def test_all_channels_are_listed_with_state_and_answer(client, operator, mail, delivery, push):
    of_push, of_webhook, of_mail = shown(client)
    assert "Notifications · Test message · failed Send again" in of_push
    assert "Webhooks and chats · webhook.test · failed Send again" in of_webhook
    assert of_mail.startswith("ada@example.org")
    assert "failed · 450 Try later Send again" in of_mail


def test_filters_select_channel_and_state(client, operator, mail, delivery, push):
    end(delivery, OutgoingState.DELIVERED)
    (of_mail,) = shown(client, "?channel=mail")
    assert "ada@example.org" in of_mail
    assert [line.split(" · ")[0] for line in shown(client, "?state=failed&channel=push")]
    (of_webhook,) = shown(client, "?state=delivered")
    assert of_webhook.endswith("webhook.test · sent"), "what arrived is not sent again"
    assert shown(client, "?state=dropped") == ["No messages."]
    assert len(shown(client, "?channel=pigeon&state=x&before=mail-x.-.9")) == 3


def test_older_messages_follow_without_a_gap(client, operator, mail, monkeypatch):
    monkeypatch.setattr(page_of_outbox, "PAGE_SIZE", 3)
    for number in range(4):
        mail_outbox.send(f"player{number}@example.org", lambda: Letter("mail_test"))
        outbox.send_test(make.webhook(make.club(name=f"Club {number}")))
    seen: list[str] = []
    query: str | None = "?state="
    while query is not None:
        seen += shown(client, query)
        page = client.get(PAGE + query).content.decode()
        link = re.search(r'href="([?][^"]*before=[^"]*)"', page)
        query = link[1].replace("&amp;", "&") if link else None
    assert len(seen) == len(set(seen)) == 9


def test_failed_messages_are_sent_again(client, operator, mail, delivery, push):
    for channel, row in (("mail", mail), ("webhook", delivery), ("push", push)):
        assert client.post(f"{PAGE}{channel}/{row.pk}/again/")["Location"] == PAGE
    mail.refresh_from_db()
    assert (mail.state, mail.attempts, mail.answer) == (OutgoingState.PENDING, 0, "")
    assert mail.ended_at is None
    assert mail.content["text"]
    assert deliveries().get(state=OutgoingState.PENDING).event == delivery.event
    assert Outgoing.objects.get(channel="push").state == "pending"
    assert not any("Send again" in line for line in shown(client, "?state=pending"))


def test_an_address_that_refused_mail_is_tried_again(client, operator, mail):
    suppressions.suppress(mail.to, SuppressionReason.BOUNCED)
    client.post(f"{PAGE}mail/{mail.pk}/again/")
    assert mails().get().state == OutgoingState.PENDING
    assert suppressions.reason_against(mail.to, mail.category) == ""


def test_the_wish_to_get_no_mail_is_kept(client, operator, mail):
    mails().update(category="club")
    suppressions.suppress(mail.to, SuppressionReason.UNSUBSCRIBED)
    page = client.post(f"{PAGE}mail/{mail.pk}/again/", follow=True).content.decode()
    assert "the recipient stopped e-mail from clubs" in page
    assert mails().get().state == OutgoingState.FAILED


def test_a_disabled_webhook_cannot_send_again(client, operator, delivery):
    type(delivery.webhook).objects.update(enabled=False, disabled_because="person")
    assert "Send again" not in shown(client)[0]
    page = client.post(f"{PAGE}webhook/{delivery.pk}/again/", follow=True).content.decode()
    assert "This webhook is disabled" in page
    assert deliveries().count() == 1


def test_sent_and_outdated_messages_cannot_be_sent_again(client, operator, mail, push):
    end(mail, OutgoingState.DELIVERED, content={})
    type(push.message).objects.update(created_at=timezone.now() - timedelta(days=3))
    assert not any("Send again" in line for line in shown(client))
    assert client.post(f"{PAGE}mail/{mail.pk}/again/").status_code == 404
    assert client.post(f"{PAGE}pigeon/{mail.pk}/again/").status_code == 404
    assert mails().get().state == OutgoingState.DELIVERED
