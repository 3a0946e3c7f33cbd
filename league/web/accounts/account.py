"""The page of one's own account: name, language, calendar, and ways to sign in."""

from typing import Any

from allauth.account import views as allauth
from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.operations.calendars import addresses
from league.operations.mail import outbox
from league.operations.people import accounts
from league.web.accounts.access import desk
from league.web.support.forms import run_operation
from league.web.support.request import Request


class AccountForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Your name"), max_length=100)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        help_text=gettext_lazy("For your e-mails, and for pages after you sign in."),
        choices=[("", gettext_lazy("as in the browser")), *settings.LANGUAGES],
        required=False,
    )


@desk
def account_page(request: Request) -> HttpResponse:
    account = {"name": request.user.name, "language": request.user.language}
    form = AccountForm(request.POST or None, initial=account)
    if request.method == "POST" and form.is_valid():
        changes: dict[str, Any] = form.cleaned_data
        if run_operation(form, accounts.update, request.user, **changes) is not None:
            with translation.override(changes["language"] or translation.get_language()):
                messages.success(request, _("Saved."))
                return redirect("account")
    context = {
        "form": form,
        "has_keys": is_mfa_enabled(request.user),
        "calendar_url": _calendar_url(request),
    }
    return render(request, "accounts/account.html", context, status=422 if form.errors else 200)


def _calendar_url(request: Request) -> str:
    """Return the secret address of the person's calendar; an empty text if there is none."""
    address = addresses.find(request.user)
    if address is None:
        return ""
    path = reverse("web:own_calendar", args=[addresses.secret_of(address)])
    return request.build_absolute_uri(path)


def forgotten_password(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password; a server without mail says how to get one."""
    if not outbox.is_configured():
        return render(request, "account/password_reset.html", {"command": settings.COMMAND_NAME})
    response: HttpResponse = allauth.password_reset(request)
    return response


def password_link_sent(request: HttpRequest) -> HttpResponse:
    """Say that a link was sent; on a server without mail none was."""
    if not outbox.is_configured():
        return redirect("account_reset_password")
    response: HttpResponse = allauth.password_reset_done(request)
    return response
