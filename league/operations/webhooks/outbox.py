"""Events go out from here; the only writer of Event, Delivery and Attempt.

An event is stored in the transaction of what it tells, with one delivery per webhook that asks for
it. A worker takes what is due, calls outside of any transaction, and notes what came back. Taking
puts the next attempt off by `LEASE`: a worker that dies in between is followed by another, so a
message arrives at least once, and under the same `webhook-id` each time.
"""

import json
import logging
import random
import secrets
import time
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import Attempt, Delivery, Event, Webhook
from league.models.webhooks import TEST
from league.operations.webhooks import outbound, signatures, webhooks
from league.operations.webhooks.outbound import Answer
from scoring.tasks import UNREACHABLE

log = logging.getLogger(__name__)
SEND = "league.webhooks_send"  # the task, by name: it stands above this module
HINTED = "webhooks.hinted"
HINT_SECONDS = 5
LEASE = timedelta(seconds=150)  # above the time limit of a task
RUN_SECONDS = 45.0  # of one task; the next sweep goes on
MINUTE, HOUR = 60, 3600
WAITS = (5, 5 * MINUTE, 30 * MINUTE, *(hours * HOUR for hours in (2, 5, 10, 14, 20, 24)))
JITTER = 0.2  # at most so much longer, so that receivers that come back are not met by all at once
MOST_ATTEMPTS = len(WAITS) + 1
KEPT = timedelta(days=30)  # events may be sent again
PURGED = KEPT + timedelta(days=1)
AGENT = f"Manche/{settings.VERSION}"


def publish(
    club_id: int, type: str, data: Mapping[str, Any], *, to: Webhook | None = None
) -> Event:
    """Call in the transaction of the change; `to` one webhook, or to all that ask for it."""
    with transaction.atomic():
        event = Event.objects.create(
            club_id=club_id, code=f"evt_{secrets.token_hex(12)}", type=type, data=data
        )
        asking = Webhook.objects.live().filter(club=club_id, enabled=True)
        told = [to] if to else [webhook for webhook in asking if type in webhook.events]
        Delivery.objects.bulk_create(Delivery(webhook=webhook, event=event) for webhook in told)
        transaction.on_commit(hint, robust=True)
    return event


def test(webhook: Webhook) -> Delivery:
    """A message that says nothing, on the way of all others."""
    _must_be_on(webhook)
    event = publish(webhook.club_id, TEST, {"webhook": webhook.pk}, to=webhook)
    return event.deliveries.get()


def replay(webhook: Webhook, since: datetime) -> int:
    """Send again all that it asks for and that happened since then; how many. What is still on its
    way anyway is left alone."""
    _must_be_on(webhook)
    kept = max(since, timezone.now() - KEPT)
    asked = Event.objects.filter(club=webhook.club_id, type__in=webhook.events)
    return len(_again(webhook, asked.filter(created_at__gte=kept)))


def replay_one(delivery: Delivery) -> Delivery:
    """The same message once more. Conflict while it is on its way."""
    _must_be_on(delivery.webhook)
    made = _again(delivery.webhook, Event.objects.filter(pk=delivery.event_id))
    if not made:
        raise Conflict(_("This message is on its way already."))
    return made[0]


def claim(now: datetime, without: Collection[int] = ()) -> Delivery | None:
    """Take one delivery that is due, first attempts first; None when nothing is. Those that have no
    chance (webhook off, attempts used up) end here."""
    due = Delivery.objects.filter(state=Delivery.State.PENDING, next_attempt_at__lte=now).exclude(
        webhook__in=without
    )
    while due.exists():
        with transaction.atomic():
            held = due.select_for_update(of=("self",), skip_locked=True)
            taken = held.select_related("webhook", "event").order_by("attempts", "next_attempt_at")
            delivery = taken.first()
            if delivery is None:
                return None  # others hold what is left
            if _has_a_chance(delivery):
                delivery.attempts += 1
                delivery.next_attempt_at = now + LEASE
                delivery.save(update_fields=["attempts", "next_attempt_at"])
                return delivery
            _finish(delivery.pk, Delivery.State.FAILED, now)
    return None


def send(delivery: Delivery, now: datetime) -> Answer:
    """The call itself; never inside a transaction."""
    webhook, body = delivery.webhook, written(delivery.event)
    signed = signatures.headers(delivery.event.code, now, body, webhook.keys(now))
    headers = {"Content-Type": "application/json", "User-Agent": AGENT, "Connection": "close"}
    private = settings.WEBHOOKS_ALLOW_PRIVATE
    return outbound.post(webhook.url, body, {**headers, **signed}, private=private)


@transaction.atomic
def record(delivery: Delivery, answer: Answer, now: datetime) -> None:
    """Note an attempt. A failure counts only while nobody else has taken the delivery since."""
    webhooks.note(delivery.webhook_id, answer, now)
    Attempt.objects.create(
        delivery=delivery,
        number=delivery.attempts,
        status=answer.status,
        error=answer.error,
        milliseconds=answer.milliseconds,
        response=answer.body.decode(errors="replace").replace("\0", "\N{REPLACEMENT CHARACTER}"),
    )
    if answer.ok:
        _finish(delivery.pk, Delivery.State.DELIVERED, now)
        return
    held = Delivery.objects.filter(
        pk=delivery.pk, state=Delivery.State.PENDING, attempts=delivery.attempts
    )
    if delivery.attempts >= MOST_ATTEMPTS or answer.status == 410:
        if held.exists():
            _finish(delivery.pk, Delivery.State.FAILED, now)
    else:
        held.update(next_attempt_at=now + wait(delivery.attempts, random.random()))


def wait(attempts: int, chance: float) -> timedelta:
    """From the end of so many attempts to the next; `chance` from 0 to 1 makes it longer."""
    return timedelta(seconds=WAITS[attempts - 1] * (1 + JITTER * chance))


def send_due(seconds: float = RUN_SECONDS) -> int:
    """Send what is due, for so long at most; how many were tried. A receiver that fails or is
    slow is left alone until the next run, and one that was so of late comes after all others, so
    that it does not hold them up."""
    left: set[int] = set()
    ill = Q(failing_since__isnull=False) | Q(slow_since__isnull=False)
    last = set(Webhook.objects.live().filter(ill, enabled=True).values_list("pk", flat=True))
    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end and (
        delivery := claim(timezone.now(), left | last) or claim(timezone.now(), left)
    ):
        answer = send(delivery, timezone.now())
        record(delivery, answer, timezone.now())
        tried += 1
        if not answer.ok or webhooks.is_slow(answer):
            left.add(delivery.webhook_id)
    return tried


def written(event: Event) -> bytes:
    """The body, the same to the byte at every attempt."""
    at = event.created_at.isoformat(timespec="milliseconds")
    content = {"type": event.type, "timestamp": at, "data": event.data}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def purge(now: datetime) -> None:
    """Events that nobody can have sent again, with their deliveries."""
    Event.objects.filter(created_at__lt=now - PURGED).delete()


def hint() -> None:
    """Ask a worker to look. At most one hint waits; a broker or cache that is down leaves it to the
    sweep."""
    try:
        if cache.add(HINTED, 1, timeout=HINT_SECONDS):
            current_app.send_task(SEND, retry=False)
    except UNREACHABLE as error:
        log.warning("webhooks left to the sweep: %s", error)


def heed() -> None:
    """The hint has come: what is stored from now on sends another."""
    try:
        cache.delete(HINTED)
    except UNREACHABLE as error:
        log.warning("the next hint may come late: %s", error)


def _must_be_on(webhook: Webhook) -> None:
    if not webhook.enabled:
        raise Conflict(_("This webhook is off: switch it on first."))


def _has_a_chance(delivery: Delivery) -> bool:
    webhook = delivery.webhook
    on = webhook.enabled and webhook.removed_at is None
    return on and delivery.attempts < MOST_ATTEMPTS


@transaction.atomic
def _again(webhook: Webhook, events: "QuerySet[Event]") -> list[Delivery]:
    """New deliveries, but of what is on its way already. Those who ask at once take turns."""
    Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)
    pending = Delivery.objects.filter(webhook=webhook, state=Delivery.State.PENDING)
    wanted = events.exclude(pk__in=pending.values("event")).order_by("id")
    transaction.on_commit(hint, robust=True)
    return Delivery.objects.bulk_create(
        [Delivery(webhook=webhook, event=event) for event in wanted], batch_size=500
    )


def _finish(pk: int, state: str, now: datetime) -> None:
    Delivery.objects.filter(pk=pk).update(state=state, next_attempt_at=None, finished_at=now)
