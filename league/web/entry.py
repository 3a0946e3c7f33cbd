"""A round from the table into the match: entry, correction, live preview."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import Match, Seat, Submission
from league.operations import submissions
from league.permissions import Action
from league.web.access import Request, desk
from league.web.games import PAGES
from league.web.games.pages import Body, GamePages, labelled

BY_SEAT = {"scores", "hands", "groupings", "racks", "before_end", "left"}  # lists of a ROUND
MOST_SHOWN = 3


@desk
def round_(request: Request, pk: int, number: int) -> HttpResponse:
    """Enter the next round, or correct one that was played."""
    match = permissions.match(request.user, pk, Action.SUBMIT)
    pages = PAGES[match.game]
    current = match.submissions.filter(number=number).order_by("-version").first()
    if current is None and (number != match.rounds_played + 1 or match.over):
        return redirect("web:match", pk)
    seats = list(match.seats.select_related("player"))
    if request.method != "POST":
        return _page(request, match, number, current, pages.fill_in(current, len(seats)), seats)
    body = pages.read_round(request.POST, len(seats))
    try:
        _store(request, match, number, body)
    except (Invalid, Conflict, Stale) as error:
        return _page(request, match, number, current, request.POST.dict(), seats, error)
    return redirect("web:match", pk)


@desk
@require_POST
def preview(request: Request, pk: int, number: int) -> HttpResponse:
    """A piece of page: what the round would be worth as it stands in the form."""
    match = permissions.match(request.user, pk, Action.SUBMIT)
    seats = list(match.seats.select_related("player"))
    pages = PAGES[match.game]
    look, template = pages.preview, pages.preview_template
    if look is None or request.POST.get("evidence") == "sheet":
        look, template = partial(judge, pages), "games/_preview.html"
    told = look(request.POST, match, number, len(seats))
    told["seats"] = list(zip(seats, told["seats"], strict=True))
    return render(request, template, {**told, "match": match})


def judge(pages: GamePages, post: QueryDict, match: Match, number: int, players: int) -> Body:
    """What the engine says of the round, which is not stored."""
    verdict = submissions.judge(match, number, pages.read_round(post, players))
    if not verdict.ok:
        language = get_language() or "en"
        problems = [problem.to_json(language) for problem in verdict.problems[:MOST_SHOWN]]
        return {"problems": problems, "seats": [{}] * players}
    round = verdict.rounds[-1]
    breakdown: Sequence[Body] = [dict(told) for told in round.breakdown]
    seats = [
        {"points": score, "total": total, "items": labelled(told.get("items", []), pages.labels)}
        for score, total, told in zip(round.scores or (), verdict.totals, breakdown, strict=True)
    ]
    return {"problems": [], "seats": seats}


def _store(request: Request, match: Match, number: int, body: dict[str, Any]) -> None:
    """The form says by `seen` whether it was a correction; the same form twice is stored once."""
    seen = request.POST.get("seen", "")
    if seen.isdecimal():
        reason = request.POST.get("reason", "")
        submissions.correct(
            match.pk, number, body, by=request.user, reason=reason, seen_version=int(seen)
        )
        messages.success(request, _("Round %(number)s is corrected.") % {"number": number})
        return
    try:
        stored = submissions.submit(match.pk, body, by=request.user, number=number)
    except Conflict:
        if not _was_stored(match, number, body):
            raise
        return
    messages.success(request, _("Round %(number)s is saved.") % {"number": number})
    for notice in stored.verdict.notices:
        if notice.path.startswith(f"rounds.{number - 1}"):
            messages.info(request, notice.message(request.LANGUAGE_CODE))


def _was_stored(match: Match, number: int, body: dict[str, Any]) -> bool:
    return bool(submissions.find(match, number).body == body)


def _page(
    request: HttpRequest,
    match: Match,
    number: int,
    current: Submission | None,
    filled: dict[str, Any],
    seats: list[Seat],
    error: LeagueError | None = None,
) -> HttpResponse:
    pages: GamePages = PAGES[match.game]
    problems = error.problems or [{"message": error.detail, "path": ""}] if error else []
    lines = [
        {
            "seat": seat,
            "filled": _of_seat(filled, seat.number),
            "problems": [problem for problem in problems if _seat_of(problem) == seat.number],
        }
        for seat in seats
    ]
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "number": number,
        "current": current,
        "filled": filled,
        "lines": lines,
        "problems": [problem for problem in problems if _seat_of(problem) is None],
        "refused": error is not None,
        "style": pages.style,
    }
    status = 409 if isinstance(error, (Conflict, Stale)) else 422 if error else 200
    return render(request, pages.entry_template, context, status=status)


def _of_seat(filled: dict[str, Any], seat: int) -> dict[str, Any]:
    """`{"score-1": 7, "hand-1": "…"}` of seat 1 as `{"score": 7, "hand": "…"}`."""
    end = f"-{seat}"
    return {name.removesuffix(end): value for name, value in filled.items() if name.endswith(end)}


def _seat_of(problem: dict[str, Any]) -> int | None:
    """`rounds.2.scores.1` and `rounds.2.hands.1.4` belong to seat 1."""
    steps = str(problem["path"]).split(".")
    if len(steps) > 3 and steps[2] in BY_SEAT and steps[3].isdecimal():
        return int(steps[3])
    return None
