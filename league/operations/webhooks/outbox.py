"""Events: publishing them into the outbox, and sending them again. Only this and `feed` write
Event.

An event is stored in the transaction of the change, with one delivery per subscribed webhook. All
its messages have the same `webhook-id`.
"""

import json
import secrets
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from league.errors import Conflict
from league.models import (
    AuditKind,
    Channel,
    Event,
    Outgoing,
    OutgoingState,
    Player,
    User,
    Webhook,
)
from league.models.webhooks import TEST
from league.operations.outbox import queue
from league.operations.support.locks import lock_row
from league.operations.webhooks import feed, webhooks

GRACE = timedelta(days=1)  # for deliveries in progress when events can no longer be sent again


def publish(
    club_id: int, event_type: str, data: Mapping[str, Any], *, to: Webhook | None = None
) -> Event:
    """Store an event and its deliveries, to one webhook or to all that subscribe to it. Call it in
    the transaction of the change."""
    with transaction.atomic():
        event = Event.objects.create(
            club_id=club_id, code=f"evt_{secrets.token_hex(12)}", type=event_type, data=data
        )
        subscribed = Webhook.objects.live().filter(club=club_id, enabled=True)
        receivers = (
            [to] if to else [webhook for webhook in subscribed if event_type in webhook.events]
        )
        queue.put([_delivery(webhook, event) for webhook in receivers])
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
def send_test(webhook: Webhook, *, by: User | None = None) -> Outgoing:
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
def replay_one(delivery: Outgoing, *, by: User | None = None) -> Outgoing:
    """Send the same message once more. Raise Conflict while it is pending."""
    webhook = delivery.webhook
    assert webhook is not None, "a constraint"
    _require_enabled(webhook)
    deliveries = _redeliver(webhook, Event.objects.filter(deliveries=delivery))
    if not deliveries:
        raise Conflict(
            _("This message is already being sent. Wait until it has arrived or failed.")
        )
    webhooks.log(webhook, AuditKind.WEBHOOK_REPLAYED, by, after={"messages": 1})
    return deliveries[0]


def serialize(event: Event) -> bytes:
    """Return the body, the same to the byte at every attempt."""
    return json.dumps(message_of(event), ensure_ascii=False, separators=(",", ":")).encode()


def message_of(event: Event) -> dict[str, Any]:
    """Return what webhooks and the feed tell about an event."""
    timestamp = event.created_at.isoformat(timespec="milliseconds")
    return {"type": event.type, "timestamp": timestamp, "data": event.data}


def replay_period() -> timedelta:
    """Return for how long events may be sent again."""
    return timedelta(days=settings.RETENTION_DAYS["webhooks"])


def purge(before: datetime) -> None:
    """Delete events that are older than a time by more than a day, with their deliveries. One that
    is still on its way stays."""
    ended = Event.objects.exclude(deliveries__state=OutgoingState.PENDING)
    expired = ended.filter(created_at__lt=before - GRACE)
    feed.note_losses(expired)
    delete_in_batches(expired)


def _require_enabled(webhook: Webhook) -> None:
    if not webhook.enabled:
        raise Conflict(_("This webhook is disabled: enable it first."))


@transaction.atomic
def _redeliver(webhook: Webhook, events: "QuerySet[Event]") -> list[Outgoing]:
    """Create new deliveries of these events except pending ones. Calls for one webhook run one
    after the other."""
    lock_row(Webhook.objects.all(), webhook.pk)
    pending = Outgoing.objects.filter(webhook=webhook, state=OutgoingState.PENDING)
    events_to_send = events.exclude(pk__in=pending.values("event")).order_by("id")
    return queue.put([_delivery(webhook, event) for event in events_to_send])


def _delivery(webhook: Webhook, event: Event) -> Outgoing:
    return Outgoing(channel=Channel.WEBHOOK, webhook=webhook, event=event)
