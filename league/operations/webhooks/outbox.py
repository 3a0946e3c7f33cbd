"""The outbox of events. The only writer of Event, Delivery and Attempt.

An event is stored in the transaction of the change, with one delivery per subscribed webhook. A
worker claims a delivery that is due (`support.queues`), calls, and records the outcome; a message
arrives at least once, and under the same `webhook-id` each time.
"""

import json
import secrets
import time
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from league.errors import Conflict
from league.models import (
    Attempt,
    AuditKind,
    Delivery,
    Event,
    Player,
    User,
    Webhook,
)
from league.models.webhooks import TEST
from league.operations.support import queues
from league.operations.webhooks import chat, chat_words, outbound, signatures, webhooks
from league.operations.webhooks.outbound import CallOutcome

SEND = "league.webhooks_send"  # the task, by name: it stands above this module
MINUTE, HOUR = 60, 3600
BACKOFF_SECONDS = (5, 5 * MINUTE, 30 * MINUTE, *(hours * HOUR for hours in (2, 5, 10, 14, 20, 24)))
MOST_ATTEMPTS = len(BACKOFF_SECONDS) + 1
GRACE = timedelta(days=1)  # for deliveries in progress when events can no longer be sent again
AGENT = f"Manche/{settings.VERSION}"


def publish(
    club_id: int, type: str, data: Mapping[str, Any], *, to: Webhook | None = None
) -> Event:
    """Store an event and its deliveries, to one webhook or to all that subscribe to it. Call it in
    the transaction of the change."""
    with transaction.atomic():
        event = Event.objects.create(
            club_id=club_id, code=f"evt_{secrets.token_hex(12)}", type=type, data=data
        )
        subscribed = Webhook.objects.live().filter(club=club_id, enabled=True)
        receivers = [to] if to else [webhook for webhook in subscribed if type in webhook.events]
        Delivery.objects.bulk_create(
            Delivery(webhook=webhook, event=event) for webhook in receivers
        )
        queues.wake_after_commit(SEND)
    return event


def forget_players(club_id: int, player_ids: Collection[int], ghosts: Mapping[int, Player]) -> None:
    """Delete the events about players who were erased, and put the ghost of the season in their
    place in those about matches, sent or not."""
    events = Event.objects.filter(club=club_id)
    for name in ("player__id", "sign_up__player__id", "sign_up__guest_of"):
        events.filter(**{f"data__{name}__in": list(player_ids)}).delete()
    for event in events.filter(data__has_key="match").iterator():
        match = event.data["match"]
        ghost = ghosts.get(match["season"])
        if ghost is not None and any(seat["id"] in player_ids for seat in match["players"]):
            match["players"] = [
                {"id": ghost.pk, "name": ghost.name} if seat["id"] in player_ids else seat
                for seat in match["players"]
            ]
            dispute = event.data.get("dispute", {})
            if dispute.get("player") in player_ids:
                dispute["player"] = ghost.pk
            event.save(update_fields=["data"])


@transaction.atomic
def send_test(webhook: Webhook, *, by: User | None = None) -> Delivery:
    """Send an empty message in the same way as all others."""
    _require_enabled(webhook)
    event = publish(webhook.club_id, TEST, {"webhook": webhook.pk}, to=webhook)
    webhooks.log(webhook, AuditKind.WEBHOOK_TESTED, by)
    return event.deliveries.get()


@transaction.atomic
def replay(webhook: Webhook, since: datetime, *, by: User | None = None) -> int:
    """Send again all subscribed events since then; return their number. Pending deliveries are
    skipped."""
    _require_enabled(webhook)
    earliest = max(since, timezone.now() - replay_period())
    subscribed = Event.objects.filter(club=webhook.club_id, type__in=webhook.events)
    count = len(_redeliver(webhook, subscribed.filter(created_at__gte=earliest)))
    after = {"since": since, "messages": count}
    webhooks.log(webhook, AuditKind.WEBHOOK_REPLAYED, by, after=after)
    return count


@transaction.atomic
def replay_one(delivery: Delivery, *, by: User | None = None) -> Delivery:
    """Send the same message once more. Raise Conflict while it is pending."""
    _require_enabled(delivery.webhook)
    deliveries = _redeliver(delivery.webhook, Event.objects.filter(pk=delivery.event_id))
    if not deliveries:
        raise Conflict(_("This message is already being sent."))
    webhooks.log(delivery.webhook, AuditKind.WEBHOOK_REPLAYED, by, after={"messages": 1})
    return deliveries[0]


def claim(now: datetime, without: Collection[int] = ()) -> Delivery | None:
    """Claim one delivery that is due, first attempts first; return None when there is none.
    Deliveries that cannot succeed (webhook off, attempts used up) fail here."""
    due = Delivery.objects.filter(state=Delivery.State.PENDING, next_attempt_at__lte=now).exclude(
        webhook__in=without
    )

    def end_hopeless(delivery: Delivery) -> bool:
        if is_hopeless := not _can_succeed(delivery):
            _finish(delivery, Delivery.State.FAILED, now)
        return is_hopeless

    return queues.claim(due.select_related("webhook__club", "event"), now, end_hopeless)


def send(delivery: Delivery, now: datetime) -> CallOutcome:
    """Call the receiver; never inside a transaction."""
    webhook, event = delivery.webhook, delivery.event
    headers = {"Content-Type": "application/json", "User-Agent": AGENT, "Connection": "close"}
    private = settings.WEBHOOKS_ALLOW_PRIVATE
    if webhook.is_chat:
        text = chat_words.text_of(webhook.club, event.type, event.data)
        call = chat.request(webhook.format, webhook.url, text)
        return outbound.post(call.url, call.body, headers, private=private)
    body = serialize(event)
    headers |= signatures.headers(event.code, now, body, webhook.keys(now))
    return outbound.post(webhook.url, body, headers, private=private)


@transaction.atomic
def record(delivery: Delivery, answer: CallOutcome, now: datetime) -> None:
    """Record an attempt. A failure counts only if no other process has claimed the delivery
    since."""
    webhooks.record_outcome(delivery.webhook_id, answer, now)
    Attempt.objects.create(
        delivery=delivery,
        number=delivery.attempts,
        status=answer.status,
        error=answer.error,
        milliseconds=answer.milliseconds,
        response=answer.body.decode(errors="replace").replace("\0", "\N{REPLACEMENT CHARACTER}"),
    )
    if answer.ok:
        _finish(delivery, Delivery.State.DELIVERED, now)
    elif queues.still_claimed(Delivery.objects.all(), delivery).first() is None:
        return
    elif delivery.attempts >= MOST_ATTEMPTS or webhooks.is_gone(delivery.webhook, answer):
        _finish(delivery, Delivery.State.FAILED, now)
    else:
        delivery.next_attempt_at = now + queues.backoff(BACKOFF_SECONDS, delivery.attempts)
        delivery.save(update_fields=["next_attempt_at"])


def send_due(seconds: float = queues.RUN_SECONDS) -> int:
    """Send due deliveries for at most `seconds`; return the number tried. A receiver that fails or
    is slow is skipped until the next run; one with recent problems comes after all others, so that
    it does not delay them."""
    skipped: set[int] = set()
    has_problems = Q(failing_since__isnull=False) | Q(slow_since__isnull=False)
    last_webhooks = set(
        Webhook.objects.live().filter(has_problems, enabled=True).values_list("pk", flat=True)
    )
    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end and (
        delivery := claim(timezone.now(), skipped | last_webhooks) or claim(timezone.now(), skipped)
    ):
        answer = send(delivery, timezone.now())
        record(delivery, answer, timezone.now())
        tried += 1
        if not answer.ok or webhooks.is_slow(answer):
            skipped.add(delivery.webhook_id)
    return tried


def serialize(event: Event) -> bytes:
    """Return the body, the same to the byte at every attempt."""
    timestamp = event.created_at.isoformat(timespec="milliseconds")
    content = {"type": event.type, "timestamp": timestamp, "data": event.data}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def replay_period() -> timedelta:
    """Return for how long events may be sent again."""
    return timedelta(days=settings.RETENTION_DAYS["webhooks"])


def purge(before: datetime) -> None:
    """Delete events that are older than a time by more than a day, with their deliveries. One that
    is still on its way stays."""
    ended = Event.objects.exclude(deliveries__state=Delivery.State.PENDING)
    delete_in_batches(ended.filter(created_at__lt=before - GRACE))


def _require_enabled(webhook: Webhook) -> None:
    if not webhook.enabled:
        raise Conflict(_("This webhook is disabled: enable it first."))


def _can_succeed(delivery: Delivery) -> bool:
    webhook = delivery.webhook
    on = webhook.enabled and webhook.removed_at is None
    return on and delivery.attempts < MOST_ATTEMPTS


@transaction.atomic
def _redeliver(webhook: Webhook, events: "QuerySet[Event]") -> list[Delivery]:
    """Create new deliveries of these events except pending ones. Calls for one webhook run one
    after the other."""
    Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)
    pending = Delivery.objects.filter(webhook=webhook, state=Delivery.State.PENDING)
    events_to_send = events.exclude(pk__in=pending.values("event")).order_by("id")
    queues.wake_after_commit(SEND)
    return Delivery.objects.bulk_create(
        [Delivery(webhook=webhook, event=event) for event in events_to_send], batch_size=500
    )


def _finish(delivery: Delivery, state: str, now: datetime) -> None:
    rows = Delivery.objects.filter(pk=delivery.pk)
    rows.update(state=state, next_attempt_at=None, finished_at=now)
