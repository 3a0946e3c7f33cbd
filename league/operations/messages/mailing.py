"""Messages by mail, immediate or in the daily mail. When a row of the outbox is due, its words are
written and a mail takes its place in one transaction: each is sent once, even after a crash."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.models import (
    Channel,
    MailCategory,
    Message,
    MessageKind,
    Outgoing,
    OutgoingState,
    User,
)
from league.operations.mail import outbox
from league.operations.mail.letters import Letter
from league.operations.messages import texts, unsubscribe_links
from league.operations.support import queues
from league.operations.support.links import link_to
from league.operations.support.locks import lock_row

RUN_SECONDS = 20.0
RELATED = ("message__user", *(f"message__{name}" for name in texts.RELATED))


def send_due(seconds: float = RUN_SECONDS) -> None:
    """Write the mails that are due."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and _send_one(timezone.now()):
        pass
    while time.monotonic() < end and _send_digest(timezone.now()):
        pass


@transaction.atomic
def _send_one(now: datetime) -> bool:
    """Send one message by mail; return False when there is none."""
    row = queues.lock_free(_due(now, Channel.MESSAGE)).first()
    if row is None:
        return False
    if not texts.is_outdated(_message(row), now):
        _mail(_message(row))
    row.delete()
    return True


@transaction.atomic
def _send_digest(now: datetime) -> bool:
    """Send all that one person gets in the mail of the day; return False when there is none."""
    first = _due(now, Channel.DIGEST).first()
    if first is None:
        return False
    # first the person, so that two workers do not send half of the mail each
    user = lock_row(User.objects.all(), _message(first).user_id)
    due = _due(now, Channel.DIGEST).filter(message__user=user)
    rows = list(queues.lock_free(due).order_by("pk"))
    messages = [_message(row) for row in rows]
    if current := [message for message in messages if not texts.is_outdated(message, now)]:
        _mail_digest(user, current)
    Outgoing.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return True


def _mail(message: Message) -> None:
    """Send a message by mail if it has anything to say."""
    user, language = message.user, _language(message)
    link = unsubscribe_links.for_user(user.pk, message.kind, language)

    def write() -> Letter:
        text = texts.describe(message, outside=True)
        assert text is not None, "what does not hold any more is dropped before"
        context = {"title": text.title, "body": text.body}
        stops = [(_("Stop these e-mails"), link), *_settings_link()]
        return Letter("message", context, link_to(text.path), stops)

    with translation.override(language):
        if texts.describe(message, outside=True) is None:
            return
    _send(user, language, write, link)


def _mail_digest(user: User, messages: Sequence[Message]) -> None:
    language = _language(messages[-1])
    link = unsubscribe_links.for_user(user.pk, unsubscribe_links.DAILY, language)

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
        (
            words % {"kind": MessageKind(kind).label},
            unsubscribe_links.for_user(user.pk, kind, language),
        )
        for kind in kinds
    ]


def _settings_link() -> list[tuple[str, str]]:
    page = f"{translation.get_language()}/account/messages/settings/"
    return [(_("Choose which messages you get"), link_to(page))]


def _send(user: User, language: str, write: Callable[[], Letter], link: str) -> None:
    category = MailCategory.CLUB
    outbox.send(user.email, write, language=language, category=category, unsubscribe=link)


def _language(message: Message) -> str:
    of_club = message.club.language if message.club else ""
    return message.user.language or of_club or settings.LANGUAGE_CODE


def _due(now: datetime, channel: Channel) -> "QuerySet[Outgoing]":
    due = Outgoing.objects.filter(
        channel=channel, state=OutgoingState.PENDING, next_attempt_at__lte=now
    )
    return due.select_related(*RELATED).order_by("next_attempt_at", "pk")


def _message(row: Outgoing) -> Message:
    assert row.message is not None, "a constraint"
    return row.message
