"""Page of all mails, webhook deliveries and notifications; failed ones can be sent again."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, NotFound
from league.models import Channel, Outgoing, OutgoingState, User
from league.operations.mail import outbox as mail_outbox
from league.operations.messages import pushing
from league.operations.support.locks import lock_row
from league.operations.webhooks import outbox as webhook_outbox
from league.operations.webhooks import webhooks
from league.web.accounts.access import desk, user_timezone
from league.web.support.request import Request

CHANNELS = (Channel.MAIL, Channel.WEBHOOK, Channel.PUSH)  # others become mails when they are due
FAILED = (OutgoingState.FAILED, OutgoingState.REFUSED)
PAGE_SIZE = 50


class Words(NamedTuple):
    """Texts about a row in the list."""

    to: str
    about: str
    answer: str  # of the receiver, the last one
    can_send_again: bool


@desk
def outbox(request: Request) -> HttpResponse:
    """List what leaves the server, the latest first, or what the filters select."""
    permissions.require_operator(request.user)
    channel, state = request.GET.get("channel", ""), request.GET.get("state", "")
    rows = list(_rows(channel, state, request.GET.get("before", ""))[: PAGE_SIZE + 1])
    older = request.GET.copy()
    if len(rows) > PAGE_SIZE:
        older["before"] = str(rows[PAGE_SIZE - 1].pk)
    context = {
        "items": [(row, _words(row)) for row in rows[:PAGE_SIZE]],
        "older": older.urlencode() if len(rows) > PAGE_SIZE else "",
        "channels": [(channel.value, channel.label) for channel in CHANNELS],
        "states": OutgoingState.choices,
        "channel": channel,
        "state": state,
        "zone": user_timezone(request.user),
    }
    return render(request, "server/outbox.html", context)


@desk
@require_POST
def send_again(request: Request, channel: str, pk: int) -> HttpResponse:
    permissions.require_operator(request.user)
    try:
        if channel not in SEND_AGAIN:
            raise NotFound("")
        SEND_AGAIN[channel](pk, request.user)
        messages.success(request, _("The message is being sent."))
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:server_outbox")


def _replay(pk: int, by: User) -> None:
    rows = Outgoing.objects.select_related("webhook").filter(channel=Channel.WEBHOOK)
    webhook_outbox.replay_one(lock_row(rows, pk), by=by)


SEND_AGAIN: Mapping[str, Callable[[int, User], None]] = {
    Channel.MAIL: lambda pk, by: mail_outbox.send_again(pk),
    Channel.WEBHOOK: _replay,
    Channel.PUSH: lambda pk, by: pushing.send_again(pk),
}


def _rows(channel: str, state: str, before: str) -> "QuerySet[Outgoing]":
    """Return the rows, the latest first. Unknown channels, states and keys are ignored."""
    rows = Outgoing.objects.filter(channel__in=[channel] if channel in CHANNELS else CHANNELS)
    if state in OutgoingState.values:
        rows = rows.filter(state=state)
    last = (
        Outgoing.objects.filter(pk=before).first()
        if before.isdecimal() and len(before) < 19
        else None
    )
    if last is not None:
        at = last.created_at
        rows = rows.filter(Q(created_at__lt=at) | Q(created_at=at, pk__lt=last.pk))
    rows = rows.select_related(
        *("webhook__club", "event", "message__user", "message__club", "subscription")
    )
    return rows.order_by("-created_at", "-pk")


def _words(row: Outgoing) -> Words:
    can_send_again = row.state in FAILED
    if row.webhook is not None and row.event is not None:
        to, about = f"{row.webhook} · {row.webhook.club}", row.event.type
        can_send_again &= row.webhook.enabled
    elif row.message is not None:
        to, about = f"{row.message.user} · {row.subscription}", row.message.get_kind_display()
        can_send_again &= not pushing.is_too_old(row.message, timezone.now())
    else:
        to, about = row.to, row.get_category_display()
        can_send_again &= row.content != {}
    return Words(to, about, webhooks.error_words(row.answer), can_send_again)
