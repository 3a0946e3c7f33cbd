"""The page that moves a session, cancels it, or lets it take place after all."""

import zoneinfo
from collections.abc import Callable
from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid
from league.models import Session
from league.models.seasons import LONGEST_REASON
from league.operations.seasons import notices
from league.operations.sessions import nights
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support import forms as desk_forms
from league.web.support.notices import show as show_notices
from league.web.support.request import Request


class CancelForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everyone can read it, also in calendars and messages."),
        max_length=LONGEST_REASON,
        required=False,
    )


@desk
def session_settings(request: Request, pk: int) -> HttpResponse:
    """Show time, place and delay of a session; a POST changes what this person has changed."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    club = session.season.club
    with timezone.override(zoneinfo.ZoneInfo(club.timezone)):
        form = desk_forms.edit_form(desk_forms.SessionSettingsForm, session, request.POST)
        if request.method == "POST" and form.is_valid():
            changes = desk_forms.changed_values(form)
            saved = desk_forms.run_operation(
                form, nights.update_together, session, by=request.user, **changes
            )
            if saved is not None:
                messages.success(request, _("Saved."))
                show_notices(request, notices.of_session(session))
                return redirect("web:desk_session", pk)
        context = {
            "club": club,
            "season": session.season,
            "session": session,
            "form": form,
            "night": nights.sessions_of(session) if session.night_id else [],
            "cancel_form": CancelForm(),
            "has_tables": session.matches.exists() or session.sittings.exists(),
        }
        status = 422 if form.errors else 200
        return render(request, "sessions/session_settings.html", context, status=status)


@desk
@require_POST
def cancel_session(request: Request, pk: int) -> HttpResponse:
    cancel = partial(nights.cancel_together, reason=request.POST.get("reason", ""))
    return _set_whether_it_takes_place(request, pk, cancel)


@desk
@require_POST
def reinstate_session(request: Request, pk: int) -> HttpResponse:
    return _set_whether_it_takes_place(request, pk, nights.reinstate_together)


def _set_whether_it_takes_place(
    request: Request, pk: int, operation: Callable[..., Session]
) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    try:
        operation(session, by=request.user)
    except (Conflict, Invalid) as error:
        messages.error(request, error.detail)
    return redirect("web:desk_session", pk)
