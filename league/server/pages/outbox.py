"""Page of all mails, webhook deliveries and notifications; failed ones can be sent again."""

import re

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict
from league.operations.outbox import sent
from league.web.accounts.access import desk, user_timezone
from league.web.support.request import Request

KEY = re.compile(r"([a-z]+)-([0-9]{1,18})")


@desk
def outbox(request: Request) -> HttpResponse:
    """List the messages of all channels, or those that the filters select."""
    permissions.require_operator(request.user)
    channel, state = request.GET.get("channel", ""), request.GET.get("state", "")
    page = sent.page(channel, state, _parse(request.GET.get("before", "")))
    older = request.GET.copy()
    if page.next is not None:
        older["before"] = ".".join(f"{name}-{pk}" for name, pk in page.next.items())
    context = {
        "items": page.items,
        "older": older.urlencode() if page.next is not None else "",
        "channels": sent.Channel.choices,
        "states": sent.State.choices,
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
        sent.send_again(channel, pk, by=request.user)
        messages.success(request, _("The message is being sent."))
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:server_outbox")


def _parse(before: str) -> dict[str, int]:
    """Return the keys of a link to older messages, such as "mail-12.webhook-7"."""
    return {name: int(pk) for name, pk in KEY.findall(before)}
