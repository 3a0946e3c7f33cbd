"""Notifications on devices. One that arrives twice replaces itself: on the way by its topic, on the
device by its tag."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils import translation
from django.utils.crypto import salted_hmac

from league.models import (
    Channel,
    Message,
    MessageKind,
    Outgoing,
    OutgoingState,
    PushSubscription,
)
from league.models.messages import MOST_ENDPOINT
from league.operations.messages import devices, texts, web_push
from league.operations.outbox import queue
from league.operations.outbox.queue import Answer, Rows, Sender
from league.operations.support.links import link_to
from league.operations.webhooks import outbound
from league.operations.webhooks.outbound import CallOutcome

GONE = (404, 410)
TOO_LONG = 413
LONGEST_RETRY_AFTER = timedelta(days=1)
LIFE = timedelta(days=1)  # of a notification; after that the bell is enough
URGENT_LIFE = timedelta(hours=2)
URGENT = {MessageKind.SEATED, MessageKind.PLACE_FREE, MessageKind.TEST}
MOST_BODY = 400  # characters of a notification
AGENT = f"Manche/{settings.VERSION}"
RELATED = tuple(f"message__{name}" for name in texts.RELATED)


class PushSender(Sender[CallOutcome]):
    """Calls push services side by side, so that one that hangs delays no other device. A device
    whose service fails is skipped until the next run."""

    channel = Channel.PUSH
    pauses = (30, 120, 600, 3600, 3 * 3600, 6 * 3600)
    parallel = 8

    @cached_property
    def key(self) -> ec.EllipticCurvePrivateKey:
        return devices.server_key()

    def due(self, rows: Rows) -> Iterator[Rows]:
        rows = rows.select_related("subscription", "message__user", *RELATED)
        yield rows.exclude(subscription__in=self.skipped)

    def end_early(self, row: Outgoing, now: datetime) -> OutgoingState | None:
        message, _device = carried(row)
        if texts.is_outdated(message, now):
            return OutgoingState.DROPPED
        return OutgoingState.FAILED if is_too_old(message, now) else None

    def call(self, row: Outgoing, now: datetime) -> Callable[[], CallOutcome]:
        _message, device = carried(row)
        return partial(
            outbound.post,
            device.endpoint,
            *request(row, self.key, now),
            private=settings.WEBHOOKS_ALLOW_PRIVATE,
            longest=MOST_ENDPOINT,
        )

    def answer(self, row: Outgoing, outcome: CallOutcome, now: datetime) -> Answer:
        _message, device = carried(row)
        error = "" if outcome.ok else outcome.error or str(outcome.status)
        if outcome.status in GONE:
            devices.remove(device)  # and its rows
            return Answer(OutgoingState.FAILED, error)
        devices.record(device, error, now)
        if outcome.ok:
            return Answer(OutgoingState.DELIVERED)
        self.skipped.add(device.pk)
        if outcome.status == TOO_LONG and "is_short" not in row.content:
            Outgoing.objects.filter(pk=row.pk).update(content={"is_short": True})
            return Answer(OutgoingState.PENDING, error, pause=timedelta(0))
        if _is_final(outcome):
            return Answer(OutgoingState.FAILED, error)
        pause = retry_after(outcome.retry_after, now) if outcome.retry_after else None
        return Answer(OutgoingState.PENDING, error, pause)


def send_due(seconds: float = queue.RUN_SECONDS) -> int:
    """Send due notifications for at most `seconds`; return the number tried."""
    return queue.send_due(PushSender(), seconds)


def send_again(pk: int) -> None:
    """Send a notification again that has failed; raise NotFound if there is none."""
    queue.send_again(Outgoing.objects.filter(channel=Channel.PUSH), pk)


def carried(row: Outgoing) -> tuple[Message, PushSubscription]:
    """Return the message and the device of a notification."""
    message, device = row.message, row.subscription
    assert message is not None, "a constraint"
    assert device is not None, "a constraint"
    return message, device


def is_too_old(message: Message, now: datetime) -> bool:
    """Return whether a notification would come too late; quiet hours end within a day."""
    return now - message.created_at > 2 * LIFE


def request(
    row: Outgoing, key: ec.EllipticCurvePrivateKey, now: datetime
) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a call."""
    message, device = carried(row)
    body = web_push.seal(payload(row), device.p256dh, device.auth)
    urgent = message.kind in URGENT
    life = URGENT_LIFE if urgent else LIFE
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(life.total_seconds())),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic(message),
        "Authorization": web_push.authorization(device.endpoint, key, contact=contact(), now=now),
        "User-Agent": AGENT,
        "Connection": "close",
    }
    return body, headers


def payload(row: Outgoing) -> bytes:
    """Return what the service worker shows, in the language of the person."""
    message, _device = carried(row)
    language = message.user.language or (message.club.language if message.club else "")
    with translation.override(language or settings.LANGUAGE_CODE):
        text = texts.describe(message, outside=True)
        assert text is not None, "what does not hold any more is dropped before"
        page = f"{translation.get_language()}/account/messages/{message.pk}/"
    content: dict[str, Any] = {
        "id": message.pk,
        "title": text.title,
        "url": link_to(page),
        "tag": topic(message),
        "lang": language,
    }
    if "is_short" not in row.content:
        content["body"] = text.body[:MOST_BODY]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def topic(message: Message) -> str:
    """Return the push topic, at most 32 opaque characters; a message replaces an earlier one of its
    topic: a second copy the first, a new seat of an evening the previous one."""
    subject = message.key
    if message.kind == MessageKind.SEATED:
        subject = f"{message.kind}:{message.session_id}:{message.player_id}"
    return salted_hmac("messages.topic", f"{message.user_id}:{subject}").hexdigest()[:32]


def contact() -> str:
    """Return the address at which a push service reaches who runs this server."""
    parts = urlsplit(settings.BASE_URL)
    if parts.scheme == "https":
        return f"https://{parts.netloc}"
    address = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].strip("> ")
    return f"mailto:{address}"


def retry_after(text: str, now: datetime) -> timedelta | None:
    """Return the pause that a service requests in the header Retry-After; None if unreadable."""
    if text.strip().isdecimal():
        pause = timedelta(seconds=min(int(text), LONGEST_RETRY_AFTER.total_seconds()))
    else:
        try:
            pause = parsedate_to_datetime(text) - now
        except (ValueError, TypeError):
            return None
    return min(max(pause, timedelta(seconds=1)), LONGEST_RETRY_AFTER)


def _is_final(outcome: CallOutcome) -> bool:
    """Return whether the service will never take this message."""
    status = outcome.status
    return status is not None and 400 <= status < 500 and status not in (408, 425, 429)
