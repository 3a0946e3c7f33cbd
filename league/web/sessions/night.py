"""The page that joins evenings as a league night, and takes them apart again."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError
from league.models import Session
from league.operations.sessions import nights
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.request import Request


@desk
@once
def night(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    if request.method != "POST":
        return _page(request, session)
    try:
        if request.POST.get("do") == "separate":
            messages.success(request, _separate(request, session))
        else:
            chosen = [_number(sent) for sent in request.POST.getlist("sessions")]
            nights.join(session, chosen, by=request.user)
            messages.success(request, _("The evenings are one league night now."))
    except (Invalid, Conflict) as error:
        return _page(request, session, error)
    return redirect("web:night", pk)


def _separate(request: Request, session: Session) -> str:
    """Take the posted evening out of the night of a session; return what to say about it."""
    pk = _number(request.POST.get("session", ""))
    leaving = next((row for row in nights.sessions_of(session) if row.pk == pk), None)
    if leaving is None:
        raise Http404
    nights.separate(leaving, by=request.user)
    return _("%(name)s is an evening of its own again.") % {"name": leaving.season.name}


def _page(request: Request, session: Session, error: LeagueError | None = None) -> HttpResponse:
    context = {
        "club": session.season.club,
        "season": session.season,
        "session": session,
        "sessions": nights.sessions_of(session) if session.night_id else [],
        "candidates": nights.candidates(session),
        "why_not": nights.why_not(session),
        "chosen": [_number(sent) for sent in request.POST.getlist("sessions")],
        "refused": error.detail if error else "",
        "member": True,
    }
    status = 200 if error is None else 409 if isinstance(error, Conflict) else 422
    return render(request, "sessions/night.html", context, status=status)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
