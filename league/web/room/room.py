"""Announcements to the room and calls from tables: at the desk, and what other pages show of
them."""

import zoneinfo
from datetime import date, datetime, time, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid, invalid
from league.models import Club, Match, Session, Tournament
from league.operations.room import announcements, table_calls
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.room import clocks
from league.web.support.double_submissions import once
from league.web.support.request import Request

Occasion = Session | Tournament
DESKS = {"session": "web:desk_session", "tournament": "web:desk_tournament"}


@desk
@require_POST
@once
def announce(request: Request, kind: str, pk: int) -> HttpResponse:
    """Show an announcement; a refusal keeps the typed text in its message."""
    occasion = _occasion(request, kind, pk)
    text = request.POST.get("text", "")
    try:
        until = _until(request.POST.get("until", ""), occasion.season.club)
        announcements.announce(occasion, text, until=until, by=request.user)
    except (Invalid, Conflict) as error:
        messages.error(request, f"{error.detail} {text[:200]}".strip())
    return redirect(DESKS[kind], pk)


@desk
@require_POST
def remove_announcement(request: Request, kind: str, pk: int, number: int) -> HttpResponse:
    announcements.remove(_occasion(request, kind, pk), number, by=request.user)
    return redirect(DESKS[kind], pk)


@desk
@require_POST
def finish_call(request: Request, kind: str, pk: int, match: int) -> HttpResponse:
    """Mark the call of a table as done."""
    occasion = _occasion(request, kind, pk)
    table_calls.finish(table_calls.find_match(occasion, match), by=request.user)
    return redirect(DESKS[kind], pk)


def desk_context(occasion: Occasion) -> dict[str, Any]:
    """Return what a desk shows: open calls, and announcements."""
    return {
        "calls": table_calls.open_calls(occasion),
        "announcements": list(announcements.visible(occasion)),
    }


def table_context(match: Match) -> dict[str, Any]:
    """Return what the phone at a table shows."""
    return {
        "announcements": list(announcements.visible_at_table(match)),
        "table_clock": clocks.of_match(match),
        "call": table_calls.find_open(match),
        "may_call": not match.ended,
    }


def public_context(occasion: Occasion) -> dict[str, Any]:
    """Return what screens and public pages show."""
    shown = (
        announcements.visible_at_session(occasion)
        if isinstance(occasion, Session)
        else announcements.visible(occasion)
    )
    clock = clocks.of_session(occasion) if isinstance(occasion, Session) else None
    return {"announcements": list(shown), "evening_clock": clock}


def _occasion(request: Request, kind: str, pk: int) -> Occasion:
    if kind == "session":
        return permissions.find_session(request.user, pk, Action.ORGANISE)
    return permissions.find_tournament(request.user, pk, Action.ORGANISE)


def _until(text: str, club: Club) -> datetime | None:
    """Return the next moment at which the clock of the club shows this time; None without one."""
    if not text:
        return None
    try:
        chosen = time.fromisoformat(text)
    except ValueError:
        raise invalid("not_a_time", "until", _("Enter a time such as 20:30.")) from None
    zone = zoneinfo.ZoneInfo(club.timezone)
    today: date = timezone.localdate(timezone=zone)
    moment = datetime.combine(today, chosen.replace(tzinfo=None), zone)
    return moment if moment > timezone.now() else moment + timedelta(days=1)
