"""Deliveries by mail, immediate or in the daily mail. A mail is added to the mail outbox in the
transaction that ends the delivery: each is sent once, even after a crash."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.models import (
    DeliveryChannel,
    DeliveryState,
    MailCategory,
    Message,
    MessageDelivery,
    MessageKind,
    User,
)
from league.operations.mail import outbox
from league.operations.mail.letters import Letter
from league.operations.messages import stop_links, texts
from league.operations.support import queues
from league.operations.support.links import link_to
from league.operations.support.locks import lock_row

RUN_SECONDS = 20.0
RELATED = ("message__user", *(f"message__{name}" for name in texts.RELATED))


def send_due(seconds: float = RUN_SECONDS) -> None:
    """Hand all mails that are due to the outbox of mails."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and _send_one(timezone.now()):
        pass
    while time.monotonic() < end and _send_digest(timezone.now()):
        pass


@transaction.atomic
def _send_one(now: datetime) -> bool:
    """Send one message by mail; return False when there is none."""
    delivery = _locked(now, DeliveryChannel.MAIL).first()
    if delivery is None:
        return False
    message = delivery.message
    is_sent = False
    if not texts.is_outdated(message, now):
        is_sent = _mail(message)
    _end([delivery], DeliveryState.SENT if is_sent else DeliveryState.DROPPED, now)
    return True


@transaction.atomic
def _send_digest(now: datetime) -> bool:
    """Send all that one person gets in the mail of the day; return False when there is none."""
    first = _due(now, DeliveryChannel.DIGEST).first()
    if first is None:
        return False
    # first the person, so that two workers do not send half of the mail each
    user = lock_row(User.objects.all(), first.message.user_id)
    rows = _locked(now, DeliveryChannel.DIGEST).filter(message__user=user).order_by("pk")
    deliveries = list(rows)
    current = [each for each in deliveries if not texts.is_outdated(each.message, now)]
    if current:
        _mail_digest(user, [each.message for each in current])
    _end(deliveries, DeliveryState.SENT if current else DeliveryState.DROPPED, now)
    return True


def _mail(message: Message) -> bool:
    """Send a message by mail; return whether it has anything to say."""
    user, language = message.user, _language(message)
    link = stop_links.for_user(user.pk, message.kind, language)

    def write() -> Letter:
        text = texts.describe(message, outside=True)
        assert text is not None, "what does not hold any more is dropped before"
        context = {"title": text.title, "body": text.body}
        stops = [(_("Stop these e-mails"), link), *_settings_link()]
        return Letter("message", context, link_to(text.path), stops)

    with translation.override(language):
        if texts.describe(message, outside=True) is None:
            return False
    return _send(user, language, write, link)


def _mail_digest(user: User, messages: Sequence[Message]) -> None:
    language = _language(messages[-1])
    link = stop_links.for_user(user.pk, stop_links.DAILY, language)

    def write() -> Letter:
        message_texts = [texts.describe(message, outside=True) for message in messages]
        kinds = dict.fromkeys(message.kind for message in messages)
        return Letter(
            "digest",
            {"texts": [text for text in message_texts if text is not None]},
            link_to(f"{translation.get_language()}/account/messages/"),
            [*_stops(user, list(kinds), language), *_settings_link()],
        )

    _send(user, language, write, link)


def _stops(user: User, kinds: Sequence[str], language: str) -> list[tuple[str, str]]:
    """Return a link for each kind of this mail."""
    words = _("Stop e-mails: “%(kind)s”")
    return [
        (words % {"kind": MessageKind(kind).label}, stop_links.for_user(user.pk, kind, language))
        for kind in kinds
    ]


def _settings_link() -> list[tuple[str, str]]:
    page = f"{translation.get_language()}/account/messages/settings/"
    return [(_("Choose which messages you get"), link_to(page))]


def _send(user: User, language: str, write: Callable[[], Letter], link: str) -> bool:
    """Hand a mail to the outbox; return False where this server sends none."""
    category = MailCategory.CLUB
    mail = outbox.send(user.email, write, language=language, category=category, unsubscribe=link)
    return mail is not None


def _language(message: Message) -> str:
    of_club = message.club.language if message.club else ""
    return message.user.language or of_club or settings.LANGUAGE_CODE


def _due(now: datetime, channel: str) -> "QuerySet[MessageDelivery]":
    due = MessageDelivery.objects.filter(
        channel=channel, state=DeliveryState.PENDING, next_attempt_at__lte=now
    )
    return due.select_related(*RELATED).order_by("next_attempt_at", "pk")


def _locked(now: datetime, channel: str) -> "QuerySet[MessageDelivery]":
    return queues.lock_free(_due(now, channel))


def _end(deliveries: Sequence[MessageDelivery], state: str, now: datetime) -> None:
    rows = MessageDelivery.objects.filter(pk__in=[each.pk for each in deliveries])
    rows.update(state=state, ended_at=now)
