"""Checking oneself in at the door: the QR code to show there, and the page that it opens."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, NotFound
from league.models import Player, Session, SignUpAccess, User
from league.operations.sessions import presence
from league.operations.signups import access, session_arrivals
from league.operations.signups import door as operations
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.signups import answers, own_seats, readers
from league.web.support import qr_codes
from league.web.support.phone_addresses import phone_origin
from league.web.support.request import Request


@desk
def session_door(request: Request, pk: int) -> HttpResponse:
    """Show the QR code of the door, for a screen or on paper."""
    session = permissions.session(request.user, pk, Action.ORGANISE)
    origin = phone_origin(request)
    context = {
        "club": session.season.club,
        "season": session.season,
        "session": session,
        "qr": qr_codes.of(f"{origin.url}{operations.path_of(session)}"),
        "is_local_only": origin.is_local_only,
        "by_name": access.allows(session.season.club, SignUpAccess.CODE),
    }
    return render(request, "signups/session_door.html", context)


@csrf_exempt
def door(request: HttpRequest, token: str) -> HttpResponse:
    """Show for whom the reader can check in; a POST checks in a name of the list, where the club
    allows that. No CSRF token is needed: the link is the permission, and no cookie gives a right.
    """
    session = _find(token)
    is_refused = False
    if request.method == "POST":
        player = _listed_player(request, session)
        is_refused = not _check_in(request, session, player, player.public_name, None)
    response = (
        redirect("web:door", token)
        if request.method == "POST" and not is_refused
        else _door_page(request, session, token)
    )
    add_never_cache_headers(response)
    return response


@desk
@require_POST
def check_in_own(request: Request, token: str) -> HttpResponse:
    """Check in a player of the signed-in reader."""
    session = _find(token)
    reader = readers.of_request(request, session.season.club)
    player = reader.find(answers.sent_number(request.POST, "player"))
    _check_in(request, session, player, player.name, request.user)
    return redirect("web:door", token)


def _find(token: str) -> Session:
    try:
        return operations.find(token)
    except NotFound as error:
        raise Http404(error.detail) from None


def _check_in(
    request: HttpRequest, session: Session, player: Player, name: str, by: User | None
) -> bool:
    """Check a player in, who is greeted by this name; return whether that was possible."""
    try:
        operations.check_in(session, player, by=by, now=timezone.now())
    except Conflict as error:
        messages.error(request, error.detail)
        return False
    messages.success(request, _("Welcome, %(name)s. You are checked in.") % {"name": name})
    return True


def _listed_player(request: HttpRequest, session: Session) -> Player:
    """Return the name that was chosen, one that the club lists; raise Http404 for any other."""
    club = session.season.club
    try:
        if access.allows(club, SignUpAccess.CODE):
            return access.listed_player(club, answers.sent_number(request.POST, "player"))
    except NotFound as error:
        raise Http404(error.detail) from None
    raise Http404


def _door_page(request: HttpRequest, session: Session, token: str) -> HttpResponse:
    club = session.season.club
    reader = readers.of_request(request, club)
    present = {player.pk for player in presence.present_players(session)}
    by_name = access.allows(club, SignUpAccess.CODE)
    listed = access.listed_players(club) if by_name else []
    expected = {player.pk for player in session_arrivals.expected(session)}
    context: dict[str, Any] = {
        "club": club,
        "season": session.season,
        "session": session,
        "token": token,
        "why_closed": operations.why_closed(session, timezone.now()),
        "own": [(player, player.pk in present) for player in reader.players],
        "seats": own_seats.own_seats(session, reader.players, reader.own),
        "by_name": by_name,
        "expected": [each for each in listed if each.pk in expected],
        "others": [each for each in listed if each.pk not in expected | present],
        "here": request.get_full_path(),
    }
    return render(request, "signups/door.html", context)
