"""The page that closes an evening: each open table with what happens to it, and who is still
here."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import permissions
from league.errors import Conflict, Invalid, LeagueError
from league.models import Session
from league.operations.results import closing
from league.operations.results.closing import Ending, OpenTable
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.request import Request

LABELS = {
    Ending.STOP: gettext_lazy("End with the result so far"),
    Ending.ABANDON: gettext_lazy("End without a result"),
    Ending.CANCEL: gettext_lazy("Cancel the table"),
    Ending.LEAVE: gettext_lazy("Leave the match open"),
}


class ListedTable(NamedTuple):
    """An open table with its choices: value, label, and whether it is chosen."""

    table: OpenTable
    choices: Sequence[tuple[str, Any, bool]]


@desk
@once
def close_session(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    if session.cancelled_at is not None:
        return redirect("web:desk_session", pk)
    if request.method != "POST":
        return _page(request, session)
    try:
        closing.close(
            session,
            _posted_endings(request.POST),
            force=request.POST.get("force", ""),
            by=request.user,
        )
    except (Invalid, Conflict) as error:
        return _page(request, session, error)
    messages.success(request, _("The evening is closed."))
    return redirect("web:desk_session", pk)


def _posted_endings(post: QueryDict) -> dict[int, Ending]:
    """Return the endings by match; values that no form sends are left out."""
    posted = {name.removeprefix("match-"): value for name, value in post.items()}
    endings = set(Ending)
    return {
        int(match): Ending(value)
        for match, value in posted.items()
        if match.isdecimal() and len(match) < 19 and value in endings
    }


def _page(request: Request, session: Session, error: LeagueError | None = None) -> HttpResponse:
    planned = closing.plan(session)
    chosen = _posted_endings(request.POST)
    context = {
        "club": session.season.club,
        "season": session.season,
        "session": session,
        "plan": planned,
        "tables": [_listed(table, chosen.get(table.match.pk)) for table in planned.tables],
        "matters": planned.matters,
        "name": closing.names(session)[0],
        "asks_for_name": _needs_force(error),
        "sent": request.POST,
        "refused": error.detail if error else "",
        "member": True,
    }
    return render(request, "sessions/close.html", context, status=409 if error else 200)


def _needs_force(error: LeagueError | None) -> bool:
    codes = {problem["code"] for problem in error.problems} if error else set()
    return bool(codes & {"still_open", "wrong_name"})


def _listed(table: OpenTable, chosen: Ending | None) -> ListedTable:
    current = chosen if chosen in table.choices else table.choices[0]
    return ListedTable(
        table, [(choice, LABELS[choice], choice == current) for choice in table.choices]
    )
