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
from league.errors import Conflict, Invalid, NotFound
from league.models import Player, Session, SignUpAccess, User
from league.operations.people import person_search
from league.operations.people.person_search import People, PersonQuestion, Whereabouts
from league.operations.signups import access, night_arrivals
from league.operations.signups import self_check_in as operations
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.signups import answer_limit, answers, own_seats, queue_places, readers
from league.web.support import person_field, qr_codes
from league.web.support.phone_addresses import phone_origin
from league.web.support.request import Request


@desk
def session_door(request: Request, pk: int) -> HttpResponse:
    """Show the QR code of the door, for a screen or on paper."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
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
    """Show the players that the reader can check in; a POST checks in a name of the list, if the
    club allows it. No CSRF token is needed: the link is the permission, and no cookie gives a
    right."""
    session = _find(token)
    response = (
        _check_in_listed(request, session, token)
        if request.method == "POST"
        else _door_page(request, session, token)
    )
    add_never_cache_headers(response)
    return response


def people(request: HttpRequest, token: str) -> HttpResponse:
    """Return the suggestions for a name that is being typed: only names that the club lists."""
    session = _find(token)
    if not access.allows(session.season.club, SignUpAccess.CODE):
        raise Http404
    return person_field.suggestions(request, _people(session), Whereabouts.HERE, may_create=False)


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
    words = _("Welcome, %(name)s. You are checked in.") % {"name": name}
    for waiting in queue_places.own_places(session, [player], [player.pk]):
        place = _("You are number %(n)s in the queue.") % {"n": waiting.place}
        words = f"{words} {place}"
    messages.success(request, words)
    return True


def _check_in_listed(request: HttpRequest, session: Session, token: str) -> HttpResponse:
    """Check in a name that was chosen or typed, one that the club lists."""
    club = session.season.club
    person = person_field.read(request.POST)
    if not access.allows(club, SignUpAccess.CODE):
        raise Http404
    try:
        player = (
            access.listed_player(club, person.player)
            if request.POST.get("player")
            else person_search.choose(_people(session), person.name, done={Whereabouts.HERE})
        )
    except NotFound as error:
        raise Http404(error.detail) from None
    except (Invalid, PersonQuestion) as error:
        return _door_page(
            request, session, token, **person_field.answer(error, "player"), typed=person.name
        )
    assert player is not None, "nothing is created at the door"
    if (refusal := answer_limit.refuse_too_many(request, player)) is not None:
        return refusal
    if _check_in(request, session, player, player.public_name, None):
        return redirect("web:door", token)
    return _door_page(request, session, token)


def _people(session: Session) -> People:
    """Return the listed players, with who is here and who is expected."""
    return access.listed_people(session.season.club, night_arrivals.whereabouts(session))


def _door_page(
    request: HttpRequest, session: Session, token: str, **overrides: Any
) -> HttpResponse:
    club = session.season.club
    reader = readers.of_request(request, club)
    whereabouts = night_arrivals.whereabouts(session)
    present = {player for player, where in whereabouts.items() if where == Whereabouts.HERE}
    by_name = access.allows(club, SignUpAccess.CODE)
    listed = access.listed_players(club) if by_name else []
    expected = whereabouts.keys() - present
    context: dict[str, Any] = {
        "club": club,
        "season": session.season,
        "session": session,
        "token": token,
        "why_closed": operations.why_closed(session, timezone.now()),
        "own": [(player, player.pk in present) for player in reader.players],
        "seats": own_seats.own_seats(session, reader.players, reader.own),
        "queue_places": queue_places.own_places(session, reader.players, reader.own),
        "by_name": by_name,
        "expected": [player for player in listed if player.pk in expected],
        "others": [player for player in listed if player.pk not in expected | present],
        "here": request.get_full_path(),
        **overrides,
    }
    status = 422 if overrides else 200
    return render(request, "signups/door.html", context, status=status)
