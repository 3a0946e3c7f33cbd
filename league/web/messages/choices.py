"""A person's choices about messages, the devices that show them, and the page behind the link that
stops mails of one kind."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import get_script_prefix
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.errors import LeagueError, NotFound
from league.models import MailTime, MessageKind
from league.operations.mail import outbox
from league.operations.messages import choices, devices, unsubscribe_links
from league.web.accounts.access import desk, user_timezone
from league.web.people.club_settings_forms import TIMEZONES_ID, timezone_choices
from league.web.support.browsers import browser_name
from league.web.support.forms import run_operation
from league.web.support.request import Request

HOURS = [(str(hour), f"{hour:02}:00") for hour in range(24)]
CHANNELS = ("bell", "mail", "push")
HOUR_FIELDS = ("digest_hour", "silent_from", "silent_until", "timezone")
NO_HOUR = [("", pgettext_lazy("hour", "none")), *HOURS]


class ChoicesForm(forms.Form):
    """A row of channels per kind, and the hours."""

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("Daily e-mail at"), choices=HOURS, coerce=int
    )
    silent_from = forms.TypedChoiceField(
        label=gettext_lazy("Quiet from"),
        choices=NO_HOUR,
        coerce=int,
        empty_value=None,
        required=False,
    )
    silent_until = forms.TypedChoiceField(
        label=gettext_lazy("Quiet until"),
        choices=NO_HOUR,
        coerce=int,
        empty_value=None,
        required=False,
    )
    timezone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=64,
        required=False,
        widget=forms.TextInput(attrs={"list": TIMEZONES_ID, "autocomplete": "off"}),
        help_text=gettext_lazy("Leave empty to use the club’s time zone."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in choices.KINDS:
            self.fields[f"{kind}-bell"] = forms.BooleanField(
                label=gettext_lazy("On this site"), required=False
            )
            self.fields[f"{kind}-mail"] = forms.ChoiceField(
                label=gettext_lazy("By e-mail"), choices=MailTime.choices
            )
            self.fields[f"{kind}-push"] = forms.BooleanField(
                label=gettext_lazy("On your devices"), required=False
            )
            for channel in CHANNELS:  # the row names the kind
                attributes = self.fields[f"{kind}-{channel}"].widget.attrs
                attributes["aria-describedby"] = f"kind-{kind}"

    def rows(self) -> list[tuple[MessageKind, list[forms.BoundField]]]:
        """Return the kinds with the fields of their channels."""
        return [
            (kind, [self[f"{kind}-{channel}"] for channel in CHANNELS]) for kind in choices.KINDS
        ]

    def hours(self) -> list[forms.BoundField]:
        return [self[name] for name in HOUR_FIELDS]

    def changes(self) -> dict[str, Any]:
        """Return the values as the operation takes them."""
        values = self.cleaned_data
        of_kinds = {
            kind.value: {channel: values[f"{kind}-{channel}"] for channel in CHANNELS}
            for kind in choices.KINDS
        }
        return {"choices": of_kinds, **{name: values[name] for name in HOUR_FIELDS}}


@desk
def message_choices(request: Request) -> HttpResponse:
    """Show what a person chose, and store another choice."""
    data = request.POST if request.method == "POST" else None
    form = ChoicesForm(data, initial=_initial(request))
    if form.is_valid() and _save(request, form):
        messages.success(request, _("Saved."))
        return redirect("web:message_choices")
    context = {
        "form": form,
        "devices": request.user.push_subscriptions.all(),
        "push_key": devices.public_key(),
        "scope": get_script_prefix(),
        "sends_mail": outbox.is_configured(),
        "zone": user_timezone(request.user),
        "timezones": timezone_choices(),
        "timezones_id": TIMEZONES_ID,
    }
    status = 422 if form.errors else 200
    return render(request, "messages/choices.html", context, status=status)


@desk
@require_POST
def add_device(request: Request) -> HttpResponse:
    """Add the browser that sends this, which script on the page has subscribed."""
    names = ("endpoint", "p256dh", "auth")
    values = {name: request.POST.get(name, "") for name in names}
    label = browser_name(request.headers.get("User-Agent", ""))
    try:
        devices.add(request.user, label=label, **values)
    except LeagueError as error:
        messages.error(request, error.detail)
    else:
        messages.success(request, _("This device shows notifications now. Send it a test below."))
    return redirect("web:message_choices")


@desk
@require_POST
def remove_device(request: Request, pk: int) -> HttpResponse:
    devices.remove(devices.find(request.user, pk))
    messages.success(request, _("This device no longer shows notifications."))
    return redirect("web:message_choices")


@desk
@require_POST
def test_device(request: Request, pk: int) -> HttpResponse:
    devices.send_test(devices.find(request.user, pk))
    messages.success(request, _("A test has been sent to the device."))
    return redirect("web:message_choices")


@csrf_exempt  # mail programs send it in one click, without a page before (RFC 8058)
def stop_messages(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, and on POST send no more mails of the kind of the link."""
    try:
        link = unsubscribe_links.parse(token)
    except NotFound:
        raise Http404 from None
    is_done = request.method == "POST"
    if is_done:
        unsubscribe_links.stop(link)
    context = {
        "label": unsubscribe_links.label(link),
        "is_done": is_done,
        "has_account": bool(link.user),
    }
    return render(request, "messages/stop.html", context)


def _save(request: Request, form: ChoicesForm) -> bool:
    return run_operation(form, choices.update, request.user, **form.changes()) is not None


def _initial(request: Request) -> dict[str, Any]:
    settings = choices.settings_of(request.user)
    of_kinds = {
        f"{kind}-{channel}": value
        for kind, choice in choices.all_choices(settings).items()
        for channel, value in choice.to_json().items()
    }
    return {**of_kinds, **{name: getattr(settings, name) for name in HOUR_FIELDS}}
