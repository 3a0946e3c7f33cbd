"""The page on which an organiser manages one table: its number, and the end of its match before
the rules end it. The desks of evenings and of tournaments lead here."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import Match, ProposalKind, Sitting
from league.operations.matches import correction_policy, names_at_tables, table_numbers
from league.operations.results import (
    correction_proposals,
    match_ends,
    replays,
    stopped_matches,
)
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.sessions import session_log
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.request import Request

PREVIEW = "preview"


@desk
@once
def manage_match(request: Request, pk: int) -> HttpResponse:
    match = permissions.find_match(request.user, pk, Action.ORGANISE)
    action = request.POST.get("do", "")
    if request.method != "POST" or action == PREVIEW:
        return _page(request, match)
    act = MATCH_ACTIONS.get(action)
    if act is None:
        raise Http404
    try:
        messages.success(request, act(request, match))
    except (Invalid, Conflict, Stale) as error:
        return _page(request, match, error)
    return redirect(_desk_of(match))


def _renumber(request: Request, match: Match) -> str:
    number = _number(request.POST.get("table", ""))
    renumbered = session_log.renumber_table(match, number, by=request.user)
    return _("This is now table %(number)s.") % {"number": renumbered.table}


def _end(request: Request, match: Match) -> str:
    without_result = request.POST.get("way") == "without_result"
    ended = match_ends.end(
        match,
        forfeited=[] if without_result else _forfeited(request),
        without_result=without_result,
        reason=request.POST.get("reason", ""),
        seen_version=_seen_version(request),
        by=request.user,
    )
    words = (
        _("The match at table %(number)s ended with the result so far.")
        if ended.over
        else _("The match at table %(number)s ended without a result.")
    )
    return words % {"number": match.table}


def _resume(request: Request, match: Match) -> str:
    reason = request.POST.get("reason", "")
    if correction_policy.correction_terms(match).needs_second_person:
        correction = ProposedCorrection(ProposalKind.RESUMPTION)
        correction_proposals.propose(match, correction, by=request.user, reason=reason)
        return _("The correction has been proposed. It counts once someone else approves it.")
    confirmed = bool(request.POST.get("confirmed"))
    match_ends.resume(match, reason=reason, confirmed=confirmed, by=request.user)
    return _("Table %(number)s plays on.") % {"number": match.table}


def _replay(request: Request, match: Match) -> str:
    new = replays.replay(
        match,
        reason=request.POST.get("reason", ""),
        confirmed=bool(request.POST.get("confirmed")),
        by=request.user,
    )
    return _("The match is replayed at table %(number)s.") % {"number": new.table}


MATCH_ACTIONS: Mapping[str, Callable[[Request, Match], str]] = {
    "renumber": _renumber,
    "end": _end,
    "resume": _resume,
    "replay": _replay,
}


def _page(request: Request, match: Match, error: LeagueError | None = None) -> HttpResponse:
    # reload what an action that was refused may have changed
    match = permissions.find_match(request.user, match.pk, Action.ORGANISE)
    seats = names_at_tables.seats_of(match)
    forfeited = _forfeited(request)
    sitting = _sitting(match)
    context = {
        "match": match,
        "club": match.session.season.club,
        "season": match.session.season,
        "session": match.session,
        "sitting": None,
        "is_planned": sitting is not None,
        "replay": match.replays.first(),
        "back": _desk_of(match),
        "lines": _lines(match, seats, forfeited),
        "forfeited": forfeited,
        "sent": request.POST,
        "most_number": table_numbers.MOST_NUMBER,
        "terms": correction_policy.correction_terms(match) if match.over else None,
        "refused": error.detail if error else "",
        "member": True,
    }
    status = 200 if error is None else 409 if isinstance(error, Conflict) else 422
    return render(request, "results/manage_match.html", context, status=status)


def _lines(match: Match, seats: list[Any], forfeited: list[int]) -> list[tuple[Any, int, int]]:
    """Return seat, total and place if the match ended now, the best first."""
    places = match.places
    if not match.ended and match.rounds_played:
        seated = {seat.player_id for seat in seats}
        possible = forfeited if set(forfeited) < seated else []
        places = stopped_matches.places_if_stopped(match, possible)
    rows = zip(seats, match.totals, places, strict=True)
    return sorted(rows, key=lambda row: (row[2], row[0].number))


def _desk_of(match: Match) -> str:
    """Return the address of the desk that the table belongs to."""
    sitting = _sitting(match)
    if sitting is not None:
        return f"{reverse('web:desk_sitting', args=[sitting.pk])}#table-{match.table}"
    return reverse("web:desk_session", args=[match.session_id])


def _sitting(match: Match) -> Sitting | None:
    planned = getattr(match, "sitting_table", None)
    return planned.sitting if planned else None


def _forfeited(request: Request) -> list[int]:
    return [_number(pk) for pk in request.POST.getlist("forfeited")]


def _seen_version(request: Request) -> int | None:
    text = request.POST.get("version", "")
    return _number(text) if text else None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
