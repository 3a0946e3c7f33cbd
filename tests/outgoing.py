"""Shorthands for rows of the outbox."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from league.models import Channel, Outgoing
from league.operations.mail.sender import MailSender
from league.operations.mail.smtp import MailServer
from league.operations.messages.pushing import PushSender
from league.operations.outbox import queue
from league.operations.webhooks.outbound import CallOutcome
from league.operations.webhooks.sender import WebhookSender


def mails() -> Any:
    return Outgoing.objects.filter(channel=Channel.MAIL)


def deliveries() -> Any:
    """Return the deliveries of events to webhooks."""
    return Outgoing.objects.filter(channel=Channel.WEBHOOK)


def add_mail(to: str = "a@example.org", **values: Any) -> Outgoing:
    """Store a mail as it is, without limits and suppression."""
    if values.get("state", "pending") != "pending":
        values = {"next_attempt_at": None, **values}
    content = {"text": "words", "html": "<p>words", "headers": {}}
    defaults = {"category": "account", "content": content}
    return Outgoing.objects.create(channel=Channel.MAIL, to=to, **{**defaults, **values})


def claim_mail(now: datetime) -> Outgoing | None:
    return queue.claim(MailSender(MailServer()), now)


def claim_call(now: datetime | None = None) -> Outgoing | None:
    return queue.claim(WebhookSender(), now or timezone.now())


def claim_push() -> Outgoing | None:
    return queue.claim(PushSender(), timezone.now())


def answer_call(row: Outgoing, outcome: CallOutcome, now: datetime | None = None) -> None:
    """Record the outcome of a call of a webhook."""
    queue.record(WebhookSender(), row, outcome, now or timezone.now())
