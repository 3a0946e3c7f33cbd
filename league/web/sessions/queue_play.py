"""Queue play at the desk of a session: the switch, the order of the players, the next tables."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid
from league.models import Session
from league.operations.seasons import notices
from league.operations.seasons.house_rules import seats_of_new_match
from league.operations.sessions import queue_play
from league.operations.sessions.queue_play import Queue
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.sessions.seating import usual_game, warn_about_guests
from league.web.support.double_submissions import once
from league.web.support.notices import show as show_notices
from league.web.support.request import Request
from problems.seats import MOST_SEATS

MOST_TABLES = 300
MOST_DIGITS = 18


@desk
@require_POST
def switch(request: Request, pk: int) -> HttpResponse:
    """Switch queue play on with the chosen game and table size, or off."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    try:
        if request.POST.get("do") == "off":
            queue_play.switch_off(session, by=request.user)
        else:
            game, size = request.POST.get("game", ""), _number(request.POST.get("size", ""))
            queue_play.switch_on(session, game=game, size=size, by=request.user)
    except (Invalid, Conflict) as error:
        messages.error(request, error.detail)
    return redirect("web:desk_session", pk)


@desk
@require_POST
@once
def seat_next(request: Request, pk: int) -> HttpResponse:
    """Seat the next tables as they were proposed to the organiser."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    tables = [
        [_number(player) for player in table.split(",")[:MOST_SEATS]]
        for table in request.POST.getlist("table")[:MOST_TABLES]
    ]
    try:
        seating = queue_play.seat(session, tables, by=request.user)
    except (Invalid, Conflict) as error:
        messages.error(request, error.detail)
        return redirect("web:desk_session", pk)
    messages.success(request, _("The players are seated."))
    warn_about_guests(request, session, [player for table in tables for player in table])
    for match in session.matches.filter(pk__in=seating.matches):
        show_notices(request, notices.of_match(match))
    return redirect("web:desk_session", pk)


def queue_context(queue: Queue | None) -> dict[str, Any]:
    """Return what the desk shows of the queue."""
    return {
        "queue": queue,
        "queue_refusals": queue_play.unmet_words(queue) if queue is not None else [],
    }


def switch_context(session: Session) -> dict[str, Any]:
    """Return the choices of the form that switches queue play on."""
    season = session.season
    games = [game for game in season.games if game in GAMES]
    sizes = sorted({size for game in games for size in seats_of_new_match(season, game)})
    chosen = session.queue_game if session.queue_game in games else ""
    return {
        "queue_games": [(game, GAMES[game].name) for game in games],
        "queue_sizes": sizes,
        "queue_game": chosen or (usual_game(session, games) if games else ""),
    }


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
