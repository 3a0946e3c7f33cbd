"""The entry of rounds at the desk: a new round, a correction, a live preview."""

from hashlib import sha256

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import Match, Seat, Submission
from league.operations.matches import correction_policy
from league.operations.matches.submissions import AcceptedRound
from league.operations.results.correction_preview import CorrectionPreview, preview_correction
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.games import PAGES
from league.web.matches import move_entry, round_form
from league.web.results.effects import effects_context
from league.web.support import return_links
from league.web.support.request import Request


@desk
def round_(request: Request, pk: int, number: int) -> HttpResponse:
    """Enter the next round, or correct one that was played."""
    match = permissions.match_to_enter(request.user, pk, number)
    current = match.submissions.filter(number=number).order_by("-version").first()
    if current is None and (number != match.rounds_played + 1 or match.ended):
        return redirect("web:match", pk)
    seats = list(match.seats.select_related("player"))
    if request.method != "POST":
        return _round_page(request, match, number, current, seats)
    try:
        if request.POST.get("do") == "look":
            body = PAGES[match.game].read_round(request.POST, len(seats))
            expected = preview_correction(match.pk, number, body, by=request.user)
            return _round_page(request, match, number, current, seats, expected=expected)
        round_form.require_check(match, number, request.POST, len(seats))
        _store_round(request, match, number, len(seats))
    except (Invalid, Conflict, Stale) as error:
        return _round_page(request, match, number, current, seats, error)
    match = permissions.find_match(request.user, pk, Action.VIEW)
    is_last = match.ended and number == match.rounds_played and not request.POST.get("seen")
    if is_last and permissions.may(request.user, match.session.season.club, Action.SUBMIT):
        return_links.add_match_message(request, _("The match is over."), match)
        return redirect(return_links.desk_address(match))
    return redirect("web:match", pk)


@desk
@require_POST
def preview(request: Request, pk: int, number: int) -> HttpResponse:
    match = permissions.match_to_enter(request.user, pk, number)
    return round_form.preview(request, match, number)


def _store_round(request: Request, match: Match, number: int, players: int) -> None:
    accepted = round_form.store(
        match, number, request.POST, by=request.user, players=players, device=device_of(request)
    )
    if accepted is None:
        return
    done = round_form.saved_kind(accepted, request.POST)
    messages.success(request, round_form.SAVED_MESSAGES[done] % {"number": number})
    if done != "saved" or not isinstance(accepted, AcceptedRound):
        return
    for notice in accepted.verdict.notices:
        if notice.path.startswith(f"rounds.{number - 1}"):
            messages.info(request, notice.message(request.LANGUAGE_CODE))


def device_of(request: Request) -> str:
    """Return an identifier of this browser that does not reveal the session key."""
    return f"desk {sha256(str(request.session.session_key).encode()).hexdigest()[:20]}"


def _other_ways(match: Match) -> dict[str, str]:
    """Return the addresses where the next round can be entered otherwise."""
    moves = reverse("web:moves", args=[match.pk]) if move_entry.accepts_moves(match) else ""
    return {"moves_address": moves, "upload_address": reverse("web:upload_rounds", args=[match.pk])}


def _round_page(
    request: Request,
    match: Match,
    number: int,
    current: Submission | None,
    seats: list[Seat],
    error: LeagueError | None = None,
    expected: CorrectionPreview | None = None,
) -> HttpResponse:
    filled = request.POST.dict() if error or expected else None
    form_context = round_form.form_context(
        match, number, seats, current=current, filled=filled, error=error
    )
    terms = form_context["terms"]
    desk_context = {
        "is_alone": bool(terms)
        and terms.needs_second_person
        and not correction_policy.has_second_person(match, request.user),
        "frame": "base.html",
        "back": reverse("web:match", args=[match.pk]),
        "preview_address": reverse("web:preview", args=[match.pk, number]),
        "may_look": True,
        **({} if current else _other_ways(match)),
        **effects_context(seats, expected),
    }
    if error is None and expected is None and not current:
        form_context["focus_seat"] = 0
    template = PAGES[match.game].entry_template
    return render(
        request, template, {**form_context, **desk_context}, status=round_form.status_code(error)
    )
