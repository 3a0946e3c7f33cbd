"""Checking oneself in at the door: the QR code to show there, and the page that it opens."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

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


def door(request: HttpRequest, token: str) -> HttpResponse:
    """Show for whom the reader can check in; a POST checks one player in."""
    try:
        session = operations.find(token)
        response = _check_in(request, session) if request.method == "POST" else None
    except NotFound as error:
        raise Http404(error.detail) from None
    response = response or _door_page(request, session)
    add_never_cache_headers(response)
    return response


def _check_in(request: HttpRequest, session: Session) -> HttpResponse | None:
    """Check one player in; return None if that is refused, which the page then says."""
    player = _player_at_the_door(request, session)
    by = request.user if isinstance(request.user, User) else None
    try:
        operations.check_in(session, player, by=by, now=timezone.now())
    except Conflict as error:
        messages.error(request, error.detail)
        return None
    is_own = player in readers.of_request(request, session.season.club).players
    name = player.name if is_own else player.public_name
    messages.success(request, _("Welcome, %(name)s: checked in.") % {"name": name})
    return redirect(request.get_full_path())


def _player_at_the_door(request: HttpRequest, session: Session) -> Player:
    """Return the player who was sent: one of the account, or a name that the club lists."""
    club, pk = session.season.club, answers.sent_number(request.POST, "player")
    reader = readers.of_request(request, club)
    if any(player.pk == pk for player in reader.players):
        return reader.find(pk)
    if not access.allows(club, SignUpAccess.CODE):
        raise NotFound(_("There is nothing here."))
    return access.listed_player(club, pk)


def _door_page(request: HttpRequest, session: Session) -> HttpResponse:
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
        "why_closed": operations.why_closed(session, timezone.now()),
        "own": [(player, player.pk in present) for player in reader.players],
        "seats": own_seats.own_seats(session, reader.players, reader.own),
        "by_name": by_name,
        "expected": [each for each in listed if each.pk in expected],
        "others": [each for each in listed if each.pk not in expected | present],
        "here": request.get_full_path(),
    }
    return render(request, "signups/door.html", context)
