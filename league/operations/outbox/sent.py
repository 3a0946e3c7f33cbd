"""List of all mails, webhook deliveries and notifications; failed ones can be sent again."""

from collections.abc import Callable, Mapping
from datetime import datetime
from heapq import merge
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import QuerySet, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.errors import NotFound
from league.models import (
    Delivery,
    DeliveryChannel,
    DeliveryState,
    Mail,
    MailState,
    MessageDelivery,
    User,
)
from league.operations.mail import outbox as mail_outbox
from league.operations.messages import pushing
from league.operations.support.locks import lock_row
from league.operations.webhooks import outbox as webhook_outbox
from league.operations.webhooks import webhooks


class Channel(TextChoices):
    MAIL = "mail", _("Mail")
    WEBHOOK = "webhook", _("Webhooks and chats")
    PUSH = "push", _("Notifications")


class State(TextChoices):
    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    DROPPED = "dropped", _("no longer needed")


STATES: Mapping[str, State] = {  # by the state in the table of the channel
    MailState.WAITING: State.WAITING,
    MailState.SENT: State.SENT,
    MailState.REFUSED: State.FAILED,
    MailState.GIVEN_UP: State.FAILED,
    Delivery.State.PENDING: State.WAITING,
    Delivery.State.DELIVERED: State.SENT,
    Delivery.State.FAILED: State.FAILED,
    DeliveryState.DROPPED: State.DROPPED,
}
PAGE_SIZE = 50


class SentItem(NamedTuple):
    """A message to one address, webhook or device."""

    channel: Channel
    pk: int
    at: datetime
    to: str
    about: str
    state: State
    answer: str = ""  # of the receiver, the last one
    next_attempt_at: datetime | None = None
    can_send_again: bool = False


class SentPage(NamedTuple):
    items: list[SentItem]
    next: dict[str, int] | None  # by channel the last key of this page; None on the last page


def page(channel: str = "", state: str = "", before: Mapping[str, int] | None = None) -> SentPage:
    """Return a page of the list, the latest first; `before` is the `next` of the page before it.
    Unknown channels and states are ignored."""
    before = before or {}
    channels = [channel] if channel in Channel.values else Channel.values
    lists = [_items(each, state, before.get(each)) for each in channels]
    # merged, not sorted: each list stays in the order of its keys, which `next` counts on
    newest = list(islice(merge(*lists, key=attrgetter("at"), reverse=True), PAGE_SIZE + 1))
    items = newest[:PAGE_SIZE]
    last = {**before, **{item.channel.value: item.pk for item in items}}
    return SentPage(items, last if len(newest) > PAGE_SIZE else None)


def send_again(channel: str, pk: int, *, by: User) -> None:
    """Send one failed message again. Raise NotFound if it is gone or cannot be sent again, and
    Conflict if its receiver wants nothing or it is being sent."""
    if channel == Channel.WEBHOOK:
        delivery = lock_row(Delivery.objects.select_related("webhook"), pk)
        webhook_outbox.replay_one(delivery, by=by)
    elif channel == Channel.MAIL:
        mail_outbox.send_again(pk)
    elif channel == Channel.PUSH:
        pushing.send_again(pk)
    else:
        raise NotFound("")


def _items(channel: str, state: str, before: int | None) -> list[SentItem]:
    """Return the latest items of a channel, one more than a page has."""
    rows = _rows(channel).order_by("-pk")
    if state in State.values:
        rows = rows.filter(state__in=[own for own, shown in STATES.items() if shown == state])
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return [ITEM_OF[channel](row) for row in rows[: PAGE_SIZE + 1]]


def _rows(channel: str) -> "QuerySet[Any]":
    if channel == Channel.MAIL:
        return Mail.objects.all()
    if channel == Channel.WEBHOOK:
        return Delivery.objects.select_related("webhook__club", "event").prefetch_related("log")
    pushed = MessageDelivery.objects.filter(channel=DeliveryChannel.PUSH)
    return pushed.select_related("message__user", "message__club", "subscription")


def _of_mail(mail: Mail) -> SentItem:
    return SentItem(
        Channel.MAIL,
        mail.pk,
        mail.created_at,
        to=mail.to,
        about=mail.get_category_display(),
        state=STATES[mail.state],
        answer=mail.answer,
        next_attempt_at=mail.next_attempt_at if mail.state == MailState.WAITING else None,
        can_send_again=mail.state in mail_outbox.FAILED and mail.text != "",
    )


def _of_webhook(delivery: Delivery) -> SentItem:
    webhook, attempts = delivery.webhook, list(delivery.log.all())
    return SentItem(
        Channel.WEBHOOK,
        delivery.pk,
        delivery.created_at,
        to=f"{webhook} · {webhook.club}",
        about=delivery.event.type,
        state=STATES[delivery.state],
        answer=webhooks.outcome_words(attempts[-1]) if attempts else "",
        next_attempt_at=delivery.next_attempt_at,
        can_send_again=delivery.state == Delivery.State.FAILED and webhook.enabled,
    )


def _of_push(delivery: MessageDelivery) -> SentItem:
    message, device = delivery.message, delivery.subscription
    is_waiting = delivery.state == DeliveryState.PENDING
    is_failed = delivery.state == DeliveryState.GIVEN_UP
    return SentItem(
        Channel.PUSH,
        delivery.pk,
        message.created_at,
        to=f"{message.user} · {device}",
        about=message.get_kind_display(),
        state=STATES[delivery.state],
        answer=webhooks.error_words(device.last_error) if device and is_failed else "",
        next_attempt_at=delivery.next_attempt_at if is_waiting else None,
        can_send_again=is_failed and not pushing.is_too_old(message, timezone.now()),
    )


ITEM_OF: Mapping[str, Callable[[Any], SentItem]] = {
    Channel.MAIL: _of_mail,
    Channel.WEBHOOK: _of_webhook,
    Channel.PUSH: _of_push,
}
