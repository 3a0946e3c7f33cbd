"""Webhooks at the desk of a club: their settings, their deliveries, what went wrong."""

from collections.abc import Collection
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
from league.models import Club, EventType, Outgoing, User, Webhook, WebhookFormat
from league.models.outbox import CALL_STATES
from league.operations.webhooks import chat_words, outbox, webhooks
from league.operations.webhooks.addresses import MOST_URL
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.standings.penalties import remember_count
from league.web.support.forms import run_operation
from league.web.support.request import Request

MOST_DELIVERIES = 30  # deliveries on a page


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("For example https://example.org/hook."),
        max_length=MOST_URL,
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Message format"),
        choices=WebhookFormat.choices,
        initial=WebhookFormat.EVENTS,
        help_text=gettext_lazy(
            "Telegram: https://api.telegram.org/bot123:ABC/sendMessage?chat_id=-100123, with the"
            " token of your bot and the number of the chat."
        ),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=webhooks.MOST_DESCRIPTION,
        required=False,
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Events to send"),
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
def webhooks_of_club(request: Request, slug: str) -> HttpResponse:
    """List the webhooks of a club, and create a new one."""
    club = permissions.find_club(request.user, slug, Action.OWN)
    form = NewWebhookForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        webhook = run_operation(form, webhooks.create, club, by=request.user, **form.cleaned_data)
        if webhook is not None:
            messages.success(
                request, _("The webhook has been created. Its secret is shown on this page.")
            )
            return redirect("web:webhook", slug, webhook.pk)
    rows = Webhook.objects.live().filter(club=club)
    remember_count(form, rows.count())
    is_refused = request.method == "POST"
    context = {"club": club, "webhooks": rows, "form": form, "samples": _samples(club)}
    return render(request, "webhooks/webhooks.html", context, status=422 if is_refused else 200)


@desk
def manage_webhook(request: Request, slug: str, pk: int) -> HttpResponse:
    """Show settings and deliveries of a webhook; a POST stores the settings."""
    webhook = _find(request, slug, pk)
    with timezone.override(webhook.club.timezone):
        data = request.POST if request.method == "POST" else None
        form = WebhookForm(data, initial=_initial(webhook))
        if request.method == "POST" and form.is_valid():
            values = form.cleaned_data
            saved = run_operation(form, webhooks.update, webhook, by=request.user, **values)
            if saved is not None:
                messages.success(request, _("Saved."))
                return redirect("web:webhook", slug, pk)
        return _webhook_page(request, webhook, form=form)


@desk
@require_POST
def act_on_webhook(request: Request, slug: str, pk: int) -> HttpResponse:
    """Run the action of a button of the page."""
    webhook = _find(request, slug, pk)
    action = request.POST.get("do", "")
    if action == "secret":
        return _webhook_page(request, webhook, secret=webhook.secret)
    if action == "replay":
        return _replay(request, webhook)
    if action not in BUTTONS:
        return _webhook_page(request, webhook, status=422)
    try:
        messages.success(request, BUTTONS[action](webhook, request.user))
    except Conflict as error:
        messages.error(request, error.detail)
    if action == "remove":
        return redirect("web:webhooks", slug)
    return redirect("web:webhook", slug, pk)


@desk
@require_POST
def replay_delivery(request: Request, slug: str, pk: int, delivery: int) -> HttpResponse:
    webhook = _find(request, slug, pk)
    delivery_row = webhook.deliveries.select_related("webhook").filter(pk=delivery).first()
    if delivery_row is None:
        raise Http404
    try:
        outbox.replay_one(delivery_row, by=request.user)
        messages.success(request, _("The message is being sent."))
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:webhook", slug, pk)


def _test(webhook: Webhook, by: User) -> str:
    outbox.send_test(webhook, by=by)
    return _("A test message is being sent. Reload the page to see the outcome.")


def _rotate(webhook: Webhook, by: User) -> str:
    webhooks.rotate(webhook, by=by)
    return _(
        "The new secret is active. For 24 hours, messages are also signed with the previous one."
    )


def _on(webhook: Webhook, by: User) -> str:
    webhooks.update(webhook, enabled=True, by=by)
    return _("The webhook is enabled.")


def _off(webhook: Webhook, by: User) -> str:
    webhooks.update(webhook, enabled=False, by=by)
    return _("The webhook is disabled.")


def _remove(webhook: Webhook, by: User) -> str:
    webhooks.remove(webhook, by=by)
    return _("The webhook has been removed.")


BUTTONS = {"test": _test, "rotate": _rotate, "on": _on, "off": _off, "remove": _remove}


def _replay(request: Request, webhook: Webhook) -> HttpResponse:
    with timezone.override(webhook.club.timezone):
        form = ReplayForm(request.POST)
        if form.is_valid():
            values = form.cleaned_data
            count = run_operation(form, outbox.replay, webhook, by=request.user, **values)
            if count is not None:
                words = ngettext(
                    "%(count)s message is being sent.",
                    "%(count)s messages are being sent.",
                    count,
                )
                messages.success(request, words % {"count": count})
                return redirect("web:webhook", webhook.club.slug, webhook.pk)
        return _webhook_page(request, webhook, replay=form)


def _find(request: Request, slug: str, pk: int) -> Webhook:
    club = permissions.find_club(request.user, slug, Action.OWN)
    webhook = Webhook.objects.live().select_related("club").filter(club=club, pk=pk).first()
    if webhook is None:
        raise Http404
    return webhook


def _initial(webhook: Webhook) -> dict[str, Any]:
    return {name: getattr(webhook, name) for name in WebhookForm.base_fields}


def _webhook_page(
    request: HttpRequest,
    webhook: Webhook,
    *,
    form: WebhookForm | None = None,
    replay: ReplayForm | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    club: Club = webhook.club
    rows = _deliveries(webhook, request.GET.get("state", ""), request.GET.get("before", ""))
    page = list(rows[: MOST_DELIVERIES + 1])
    is_refused = any(bound_form is not None and bound_form.errors for bound_form in (form, replay))
    context = {
        "club": club,
        "webhook": webhook,
        "form": form or WebhookForm(initial=_initial(webhook)),
        "replay": replay or ReplayForm(),
        "replay_days": outbox.replay_period().days,
        "secret": secret,
        "deliveries": [(row, _attempts(row)) for row in page[:MOST_DELIVERIES]],
        "older": page[MOST_DELIVERIES - 1].pk if len(page) > MOST_DELIVERIES else None,
        "states": [(state.value, state.label) for state in CALL_STATES],
        "state": request.GET.get("state", ""),
        "samples": _samples(club, webhook.events) if webhook.is_chat else [],
    }
    return render(request, "webhooks/webhook.html", context, status=422 if is_refused else status)


def _deliveries(webhook: Webhook, state: str, before: str) -> "QuerySet[Outgoing]":
    """Return the deliveries, the latest first; `state` and `before` narrow them if they are
    valid."""
    rows = webhook.deliveries.select_related("event").prefetch_related("log").order_by("-id")
    if state in CALL_STATES:
        rows = rows.filter(state=state)
    if before.isdecimal() and len(before) < 19:
        rows = rows.filter(pk__lt=int(before))
    return rows


def _samples(club: Club, events: Collection[str] = tuple(EventType.values)) -> list[dict[str, str]]:
    """Return an example of the message of each event, with its label."""
    words = chat_words.samples(club)
    return [
        {"label": str(EventType(event).label), "words": words[event]}
        for event in EventType.values
        if event in events
    ]


def _attempts(row: Outgoing) -> list[dict[str, Any]]:
    """Return the attempts of a delivery, with errors in words."""
    return [
        {
            "number": attempt.number,
            "at": attempt.at,
            "outcome": webhooks.outcome_words(attempt),
            "milliseconds": attempt.milliseconds,
            "response": attempt.response,
        }
        for attempt in row.log.all()
    ]
