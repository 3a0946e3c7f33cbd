"""Webhooks on the desk of a club: who is told what, and what became of it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict
from league.models import Club, Delivery, EventType, Webhook
from league.operations.webhooks import outbox, webhooks
from league.operations.webhooks.addresses import MOST_URL
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.standings.penalties import look_at
from league.web.support.forms import run
from league.web.support.request import Request

SHOWN = 30  # deliveries on a page
ERRORS = {
    **webhooks.REFUSALS,
    "no_such_host": gettext_lazy("The name of the address is not known."),
    "no_connection": gettext_lazy("Nobody answers at this address."),
    "bad_certificate": gettext_lazy("The certificate is not that of this address."),
    "timeout": gettext_lazy("No answer in time."),
    "bad_answer": gettext_lazy("What came back is not HTTP."),
}


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("Such as https://example.org/hook."),
        max_length=MOST_URL,
    )
    description = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=webhooks.MOST_DESCRIPTION,
        required=False,
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Tell it when"),
        choices=EventType.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=EventType.values,
    )


class NewWebhookForm(WebhookForm):
    known = forms.IntegerField(widget=forms.HiddenInput, required=False)


class ReplayForm(forms.Form):
    since = forms.DateTimeField(
        label=gettext_lazy("Since"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


@desk
def every(request: Request, slug: str) -> HttpResponse:
    """Those of a club, and a new one."""
    club = permissions.club(request.user, slug, Action.OWN)
    form = NewWebhookForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        made = run(form, webhooks.create, club, by=request.user, **form.cleaned_data)
        if made is not None:
            messages.success(request, _("The webhook is there. Its secret is shown on this page."))
            return redirect("web:webhook", slug, made.pk)
    rows = Webhook.objects.live().filter(club=club)
    look_at(form, rows.count())
    refused = request.method == "POST"
    context = {"club": club, "webhooks": rows, "form": form}
    return render(request, "webhooks/webhooks.html", context, status=422 if refused else 200)


@desk
def one(request: Request, slug: str, pk: int) -> HttpResponse:
    """Its settings and its log."""
    webhook = _find(request, slug, pk)
    with timezone.override(webhook.club.timezone):
        sent = request.POST if request.method == "POST" else None
        form = WebhookForm(sent, initial=_initial(webhook))
        if request.method == "POST" and form.is_valid():
            saved = run(form, webhooks.update, webhook, **form.cleaned_data)
            if saved is not None:
                messages.success(request, _("Saved."))
                return redirect("web:webhook", slug, pk)
        return _page(request, webhook, form=form)


@desk
@require_POST
def act(request: Request, slug: str, pk: int) -> HttpResponse:
    """A button of the page of a webhook."""
    webhook = _find(request, slug, pk)
    wanted = request.POST.get("do", "")
    if wanted == "secret":
        return _page(request, webhook, secret=webhook.secret)
    if wanted == "replay":
        return _replay(request, webhook)
    if wanted not in BUTTONS:
        return _page(request, webhook, status=422)
    try:
        messages.success(request, BUTTONS[wanted](webhook))
    except Conflict as error:
        messages.error(request, error.detail)
    if wanted == "remove":
        return redirect("web:webhooks", slug)
    return redirect("web:webhook", slug, pk)


@desk
@require_POST
def send_again(request: Request, slug: str, pk: int, delivery: int) -> HttpResponse:
    webhook = _find(request, slug, pk)
    found = webhook.deliveries.select_related("webhook").filter(pk=delivery).first()
    if found is None:
        raise Http404
    try:
        outbox.replay_one(found)
        messages.success(request, _("It is on its way."))
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:webhook", slug, pk)


def _test(webhook: Webhook) -> str:
    outbox.send_test(webhook)
    return _("A test message is on its way; reload the page to see what came of it.")


def _rotate(webhook: Webhook) -> str:
    webhooks.rotate(webhook)
    return _("A new secret signs from now on; the one before it signs too for 24 hours.")


def _on(webhook: Webhook) -> str:
    webhooks.update(webhook, enabled=True)
    return _("The webhook is on.")


def _off(webhook: Webhook) -> str:
    webhooks.update(webhook, enabled=False)
    return _("The webhook is off.")


def _remove(webhook: Webhook) -> str:
    webhooks.remove(webhook)
    return _("The webhook is removed.")


BUTTONS = {"test": _test, "rotate": _rotate, "on": _on, "off": _off, "remove": _remove}


def _replay(request: Request, webhook: Webhook) -> HttpResponse:
    with timezone.override(webhook.club.timezone):
        form = ReplayForm(request.POST)
        if form.is_valid():
            count = run(form, outbox.replay, webhook, **form.cleaned_data)
            if count is not None:
                words = ngettext(
                    "%(count)s message is on its way.",
                    "%(count)s messages are on their way.",
                    count,
                )
                messages.success(request, words % {"count": count})
                return redirect("web:webhook", webhook.club.slug, webhook.pk)
        return _page(request, webhook, replay=form)


def _find(request: Request, slug: str, pk: int) -> Webhook:
    club = permissions.club(request.user, slug, Action.OWN)
    found = Webhook.objects.live().select_related("club").filter(club=club, pk=pk).first()
    if found is None:
        raise Http404
    return found


def _initial(webhook: Webhook) -> dict[str, Any]:
    return {name: getattr(webhook, name) for name in WebhookForm.base_fields}


def _page(
    request: HttpRequest,
    webhook: Webhook,
    *,
    form: WebhookForm | None = None,
    replay: ReplayForm | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    club: Club = webhook.club
    rows = _log(webhook, request.GET.get("state", ""), request.GET.get("before", ""))
    page = list(rows[: SHOWN + 1])
    refused = any(each is not None and each.errors for each in (form, replay))
    context = {
        "club": club,
        "webhook": webhook,
        "form": form or WebhookForm(initial=_initial(webhook)),
        "replay": replay or ReplayForm(),
        "secret": secret,
        "deliveries": [(row, _told(row)) for row in page[:SHOWN]],
        "older": page[SHOWN - 1].pk if len(page) > SHOWN else None,
        "states": Delivery.State.choices,
        "state": request.GET.get("state", ""),
    }
    return render(request, "webhooks/webhook.html", context, status=422 if refused else status)


def _log(webhook: Webhook, state: str, before: str) -> "QuerySet[Delivery]":
    """The latest first; what the address asks for beyond that is heeded if it makes sense."""
    rows = webhook.deliveries.select_related("event").prefetch_related("log").order_by("-id")
    if state in Delivery.State.values:
        rows = rows.filter(state=state)
    if before.isdecimal() and len(before) < 19:
        rows = rows.filter(pk__lt=int(before))
    return rows


def _told(row: Delivery) -> list[dict[str, Any]]:
    """The attempts; what went wrong in words."""
    return [
        {
            "number": each.number,
            "at": each.at,
            "said": each.status or ERRORS.get(each.error, each.error),
            "milliseconds": each.milliseconds,
            "response": each.response,
        }
        for each in row.log.all()
    ]
