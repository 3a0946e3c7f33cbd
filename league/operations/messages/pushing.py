"""Deliveries to devices. With `mailing` the only writer of MessageDelivery after `posting` has made
its rows.

A worker claims a delivery that is due (`support.queues`), calls the push service, and records the
outcome. A notification that arrives twice replaces itself: on the way by its topic, on the device
by its tag. Calls run side by side, so that a service that hangs delays no other device.
"""

import json
import time
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from league.models import (
    DeliveryChannel,
    DeliveryState,
    Message,
    MessageDelivery,
    MessageKind,
)
from league.models.messages import MOST_ENDPOINT
from league.operations.messages import devices, texts, web_push
from league.operations.messages.posting import SEND
from league.operations.support import queues
from league.operations.support.links import link_to
from league.operations.support.locks import lock_row
from league.operations.webhooks import outbound
from league.operations.webhooks.outbound import CallOutcome

PARALLEL = 8  # calls at a time
BACKOFF_SECONDS = (30, 120, 600, 3600, 3 * 3600, 6 * 3600)
MOST_ATTEMPTS = len(BACKOFF_SECONDS) + 1
LONGEST_RETRY_AFTER = timedelta(days=1)
LIFE = timedelta(days=1)  # of a notification; after that the bell is enough
URGENT_LIFE = timedelta(hours=2)
URGENT = {MessageKind.SEATED, MessageKind.PLACE_FREE, MessageKind.TEST}
MOST_BODY = 400  # characters of a notification
AGENT = f"Manche/{settings.VERSION}"
RELATED = tuple(f"message__{name}" for name in texts.RELATED)


def send_due(seconds: float = queues.RUN_SECONDS) -> int:
    """Send due deliveries for at most `seconds`; return the number tried. A device whose service
    fails is skipped until the next run."""
    end, tried = time.monotonic() + seconds, 0
    if not _due(timezone.now(), ()).exists():
        return 0
    key = devices.server_key()
    skipped: set[int] = set()
    running: dict[Future[CallOutcome], MessageDelivery] = {}
    with ThreadPoolExecutor(PARALLEL) as pool:
        while True:
            while len(running) < PARALLEL and time.monotonic() < end:
                delivery = claim(timezone.now(), skipped)
                if delivery is None:
                    break
                running[_start(pool, delivery, key)] = delivery
                tried += 1
            if not running:
                return tried
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                delivery = running.pop(done)
                outcome = done.result()
                record(delivery, outcome, timezone.now())
                if not outcome.ok and delivery.subscription_id is not None:
                    skipped.add(delivery.subscription_id)


def claim(now: datetime, without: Collection[int] = ()) -> MessageDelivery | None:
    """Claim one delivery that is due, first attempts first; return None when there is none. What
    does not hold any more is dropped, what failed too often given up."""

    def end_hopeless(delivery: MessageDelivery) -> bool:
        if texts.is_outdated(delivery.message, now):
            _end(delivery, DeliveryState.DROPPED, now)
        elif delivery.attempts >= MOST_ATTEMPTS or is_too_old(delivery.message, now):
            _end(delivery, DeliveryState.GIVEN_UP, now)
        else:
            return False
        return True

    due = _due(now, without).select_related("subscription", "message__user", *RELATED)
    return queues.claim(due, now, end_hopeless)


@transaction.atomic
def record(claimed: MessageDelivery, outcome: CallOutcome, now: datetime) -> None:
    """Record an attempt: it was sent, the device is gone, the message was too long, or it is tried
    again. Nothing is recorded if another worker has claimed the delivery since."""
    rows = MessageDelivery.objects.select_related("subscription")
    delivery = queues.still_claimed(rows, claimed).first()
    if delivery is None or delivery.subscription is None:
        return
    if outcome.status in (404, 410):
        devices.remove(delivery.subscription)
        return
    error = "" if outcome.ok else outcome.error or str(outcome.status)
    devices.record(delivery.subscription, error, now)
    if outcome.ok:
        _end(delivery, DeliveryState.SENT, now)
    elif outcome.status == 413 and not delivery.is_short:
        delivery.is_short, delivery.next_attempt_at = True, now
        delivery.save(update_fields=["is_short", "next_attempt_at"])
    elif _is_final(outcome):
        _end(delivery, DeliveryState.GIVEN_UP, now)
    else:
        delivery.next_attempt_at = now + _pause(delivery, outcome, now)
        delivery.save(update_fields=["next_attempt_at"])


@transaction.atomic
def send_again(pk: int) -> None:
    """Send a notification again that has failed; raise NotFound if there is none."""
    failed = MessageDelivery.objects.filter(
        channel=DeliveryChannel.PUSH, state=DeliveryState.GIVEN_UP
    )
    delivery = lock_row(failed, pk)
    delivery.state, delivery.attempts, delivery.ended_at = DeliveryState.PENDING, 0, None
    delivery.next_attempt_at = timezone.now()
    delivery.save(update_fields=["state", "attempts", "ended_at", "next_attempt_at"])
    queues.wake_after_commit(SEND)


def is_too_old(message: Message, now: datetime) -> bool:
    """Return whether a notification would come too late; quiet hours end within a day."""
    return now - message.created_at > 2 * LIFE


def request(
    delivery: MessageDelivery, key: ec.EllipticCurvePrivateKey, now: datetime
) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a call."""
    device, message = delivery.subscription, delivery.message
    assert device is not None, "a delivery by push has a device"
    body = web_push.seal(payload(delivery), device.p256dh, device.auth)
    urgent = message.kind in URGENT
    life = URGENT_LIFE if urgent else LIFE
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(life.total_seconds())),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic(delivery),
        "Authorization": web_push.authorization(device.endpoint, key, contact=contact(), now=now),
        "User-Agent": AGENT,
        "Connection": "close",
    }
    return body, headers


def payload(delivery: MessageDelivery) -> bytes:
    """Return what the service worker shows, in the language of the person."""
    message = delivery.message
    language = message.user.language or (message.club.language if message.club else "")
    with translation.override(language or settings.LANGUAGE_CODE):
        text = texts.describe(message, outside=True)
        assert text is not None, "what does not hold any more is dropped before"
        page = f"{translation.get_language()}/account/messages/{message.pk}/"
    content: dict[str, Any] = {
        "id": message.pk,
        "title": text.title,
        "url": link_to(page),
        "tag": topic(delivery),
        "lang": language,
    }
    if not delivery.is_short:
        content["body"] = text.body[:MOST_BODY]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def topic(delivery: MessageDelivery) -> str:
    """Return the push topic, at most 32 opaque characters; a message replaces an earlier one of its
    topic: a second copy the first, a new seat of an evening the previous one."""
    message = delivery.message
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


def _start(
    pool: ThreadPoolExecutor, delivery: MessageDelivery, key: ec.EllipticCurvePrivateKey
) -> Future[CallOutcome]:
    """Call the push service in a thread, which does not touch the database."""
    assert delivery.subscription is not None, "a delivery by push has a device"
    body, headers = request(delivery, key, timezone.now())
    return pool.submit(
        outbound.post,
        delivery.subscription.endpoint,
        body,
        headers,
        private=settings.WEBHOOKS_ALLOW_PRIVATE,
        longest=MOST_ENDPOINT,
    )


def _due(now: datetime, without: Collection[int]) -> "QuerySet[MessageDelivery]":
    return MessageDelivery.objects.filter(
        channel=DeliveryChannel.PUSH, state=DeliveryState.PENDING, next_attempt_at__lte=now
    ).exclude(subscription__in=without)


def _is_final(outcome: CallOutcome) -> bool:
    """Return whether the service will never take this message."""
    status = outcome.status
    return status is not None and 400 <= status < 500 and status not in (408, 425, 429)


def _pause(delivery: MessageDelivery, outcome: CallOutcome, now: datetime) -> timedelta:
    pause = retry_after(outcome.retry_after, now) if outcome.retry_after else None
    return pause or queues.backoff(BACKOFF_SECONDS, delivery.attempts)


def _end(delivery: MessageDelivery, state: str, now: datetime) -> None:
    MessageDelivery.objects.filter(pk=delivery.pk).update(state=state, ended_at=now)
