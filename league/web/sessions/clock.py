"""The clocks of an evening and of its tables at the desk."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid, NotFound, Stale
from league.models import Session
from league.operations.sessions import clocks, session_clock
from league.operations.sessions.clocks import Owner
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.request import Request

MOST_DIGITS = 9


@desk
@require_POST
def session_clock_action(request: Request, pk: int) -> HttpResponse:
    """Change the clock of the evening."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    return _act(request, session, session.pk)


@desk
@require_POST
def table_clock_action(request: Request, pk: int) -> HttpResponse:
    """Change the clock of one table."""
    match = permissions.find_match(request.user, pk, Action.ORGANISE)
    return _act(request, match, match.session_id)


def desk_context(session: Session) -> dict[str, Any]:
    """Return the clock of the evening for its desk; `clock` is None where there is none."""
    row = clocks.find(session)
    is_over = session.closed_at is not None or session.cancelled_at is not None
    tournament = session.season.tournament_or_none
    has_clock = not is_over and (tournament is None or tournament.is_arena)
    return {
        "clock": clocks.countdown(row) if has_clock else None,
        "clock_row": row,
        "usual_minutes": row.minutes or (clocks.usual_minutes(session) if has_clock else 0),
    }


def _act(request: Request, owner: Owner, session: int) -> HttpResponse:
    """Carry out one action. A refusal, such as of a second start, is shown above the desk."""
    try:
        _carry_out(request, owner)
    except (Conflict, Invalid, Stale) as error:
        messages.error(request, error.detail)
    return redirect("web:desk_session", session)


def _carry_out(request: Request, owner: Owner) -> None:
    action, by = request.POST.get("do", ""), request.user
    if action == "extra":
        session_clock.set_extra_minutes(owner, _minutes(request), by=by)
    elif action == "set":
        session_clock.set_minutes(owner, _minutes(request), **_setting(request, owner), by=by)
    elif action in session_clock.ACTIONS:
        values: dict[str, Any] = {"seen_version": _seen_version(request)}
        if action == "start" and request.POST.get("minutes"):
            values |= {"minutes": _minutes(request), **_setting(request, owner)}
        session_clock.ACTIONS[action](owner, by=by, **values)
    else:
        raise NotFound(_("There is nothing here."))


def _setting(request: Request, owner: Owner) -> dict[str, bool]:
    """Return whether new tables start clocks; only the form of an evening says so."""
    is_setting = isinstance(owner, Session)
    return {"starts_with_tables": "with_tables" in request.POST} if is_setting else {}


def _minutes(request: Request) -> int:
    """Return the number of the form; -1, which is refused, for anything else."""
    text = request.POST.get("minutes", "").strip()
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else -1


def _seen_version(request: Request) -> int | None:
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
