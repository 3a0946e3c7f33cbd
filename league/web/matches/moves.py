"""The entry of a round move by move at the desk."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, Stale
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.matches import move_entry, round_form
from league.web.matches.round_entry import device_of
from league.web.support.request import Request


@desk
def enter(request: Request, pk: int) -> HttpResponse:
    """Show the next round of a match move by move; a POST is one act."""
    match = permissions.find_match(request.user, pk, Action.VIEW)
    match = permissions.match_to_enter(request.user, pk, match.rounds_played + 1)
    back = reverse("web:match", args=[pk])
    if not move_entry.accepts_moves(match):
        return redirect(back)
    frame = {
        "frame": "base.html",
        "back": back,
        "action": reverse("web:moves", args=[pk]),
        "plain_address": reverse("web:round", args=[pk, match.rounds_played + 1]),
    }
    if request.method != "POST":
        return move_entry.answer(request, match, frame)
    number = match.rounds_played + 1
    try:
        done = move_entry.perform(match, request.POST, by=request.user, device=device_of(request))
    except (Invalid, Conflict, Stale) as error:
        match.refresh_from_db()
        if match.ended:
            return _leave(request, back)
        return move_entry.answer(request, match, frame, error)
    if done == "stored":
        messages.success(request, round_form.SAVED_MESSAGES["saved"] % {"number": number})
    elif done == "discarded":
        messages.success(request, _("The moves are discarded."))
    elif request.headers.get("Accept") == "application/json":
        return move_entry.answer(request, match, frame)
    return _leave(request, back if done == "stored" else frame["action"])


def _leave(request: Request, page: str) -> HttpResponse:
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"state": "left", "page": page})
    return redirect(page)
