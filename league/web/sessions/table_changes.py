"""The page that merges two tables of an evening, or splits one, before their first round."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError
from league.models import Match, Session
from league.operations.matches import matches, table_numbers
from league.operations.sessions import table_changes
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.request import Request


@desk
@once
def change_tables(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    if session.cancelled_at is not None:
        return redirect("web:desk_session", pk)
    if request.method != "POST":
        return _page(request, session)
    act = ACTIONS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        messages.success(request, act(request, session))
    except (Invalid, Conflict) as error:
        return _page(request, session, error)
    return redirect("web:desk_session", pk)


def _merge(request: Request, session: Session) -> str:
    source, into = (
        _posted_match(request, session, "source"),
        _posted_match(request, session, "into"),
    )
    from_table = source.table
    merged = table_changes.merge(source, into, by=request.user)
    words = _("Table %(from_table)s is now part of table %(table)s.")
    return words % {"from_table": from_table, "table": merged.table}


def _split(request: Request, session: Session) -> str:
    match = _posted_match(request, session, "match")
    leaving = [_number(pk) for pk in request.POST.getlist("players")]
    table = _number(request.POST.get("table", "")) or matches.LOWEST_FREE
    changed = table_changes.split(match, leaving, table=table, by=request.user)
    words = _("Table %(table)s is now tables %(table)s and %(new)s.")
    return words % {"table": changed.match.table, "new": changed.new.table}


ACTIONS: Mapping[str, Callable[[Request, Session], str]] = {"merge": _merge, "split": _split}


def _page(request: Request, session: Session, error: LeagueError | None = None) -> HttpResponse:
    numbered = sorted(table_numbers.numbered_matches(session), key=lambda row: row.number)
    listed = {match.pk for match in table_changes.unplayed_matches([row.match for row in numbered])}
    sent: Any = request.POST
    context = {
        "club": session.season.club,
        "season": session.season,
        "session": session,
        "tables": [row for row in numbered if row.match.pk in listed],
        "next_number": next(table_numbers.free_numbers(session)),
        "most_number": table_numbers.MOST_NUMBER,
        "sent": sent,
        "leaving": [_number(pk) for pk in sent.getlist("players")],
        "refused": error.detail if error else "",
        "member": True,
    }
    status = 200 if error is None else 409 if isinstance(error, Conflict) else 422
    return render(request, "sessions/change_tables.html", context, status=status)


def _posted_match(request: Request, session: Session, name: str) -> Match:
    """Return the match that a field names. Raise Conflict if it was cancelled since the page was
    opened."""
    pk = _number(request.POST.get(name, ""))
    rows = Match.objects.select_related("session__season__club", "sitting_table")
    match = rows.filter(session=session, pk=pk).first()
    if match is None:
        raise Conflict(_("This table has just been cancelled."))
    return match


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
