"""The page that seats all evenings of a league night: a proposal for each, confirmed together.

The proposals travel in the form, as on the page of one evening; nothing is stored before.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid, LeagueError
from league.models import Night, Player, Session
from league.operations.seasons import notices
from league.operations.sessions import night_seating, nights
from league.operations.sessions.night_seating import EveningProposal, EveningSeats
from league.operations.sessions.seating_proposals import Choices, Proposal
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.sessions import seating
from league.web.sessions.seating import ProposedTable
from league.web.support.double_submissions import once
from league.web.support.notices import show as show_notices
from league.web.support.request import Request


@dataclass(frozen=True)
class ShownEvening:
    """The proposal of an evening as the page shows it; `prefix` begins the names of its fields."""

    session: Session
    proposal: Proposal
    tables: list[ProposedTable]
    sit_out: list[Player]
    games: list[tuple[str, str]]

    @property
    def prefix(self) -> str:
        return _prefix(self.session)


@desk
@once
def seat(request: Request, pk: int) -> HttpResponse:
    night = permissions.find_night(request.user, pk, Action.ORGANISE)
    sessions = nights.sessions_of_night(pk)
    if request.method != "POST" or request.POST.get("do") != "confirm":
        return _page(request, night, sessions)
    evenings = [_posted(session, request.POST) for session in sessions if _games(session)]
    try:
        seatings = night_seating.seat(evenings, by=request.user)
    except (Invalid, Conflict) as error:
        return _page(request, night, sessions, error)
    count = sum(len(seated.matches) for seated in seatings)
    words = ngettext("%(count)s table is created.", "%(count)s tables are created.", count)
    messages.success(request, words % {"count": count})
    for evening in evenings:
        players = [player for table in evening.tables for player in table]
        seating.warn_about_guests(request, evening.session, players)
        for match in evening.session.matches.filter(
            pk__in=[match for seated in seatings for match in seated.matches]
        ):
            show_notices(request, notices.of_match(match))
    return redirect("web:desk_session", sessions[0].pk)


def _page(
    request: Request, night: Night, sessions: list[Session], error: LeagueError | None = None
) -> HttpResponse:
    query = request.POST if request.method == "POST" else request.GET
    proposals = night_seating.propose(sessions, lambda session: _choices(session, query))
    evenings = [_shown(proposal) for proposal in proposals]
    order = seating.parse_order(query.get("order"))
    context: dict[str, Any] = {
        "club": night.club,
        "night": night,
        "session": sessions[0],
        "evenings": evenings,
        "orders": seating.orders(),
        "order": order,
        "seated": sum(len(table.players) for evening in evenings for table in evening.tables),
        "refused": error.detail if error else "",
        "member": True,
    }
    status = 200 if error is None else 409 if isinstance(error, Conflict) else 422
    return render(request, "sessions/seat_night.html", context, status=status)


def _choices(session: Session, query: QueryDict) -> Choices | None:
    """Return the choices for an evening; None if no game of its season is installed."""
    possible = _games(session)
    if not possible:
        return None
    chosen = [game for game in possible if game in query.getlist(f"{_prefix(session)}game")]
    games = chosen or [seating.usual_game(session, possible)]
    return Choices(tuple(games), seating.parse_order(query.get("order")))


def _shown(evening: EveningProposal) -> ShownEvening:
    session, proposal = evening.session, evening.proposal
    players = [*proposal.sit_out, *(player for table in proposal.tables for player in table)]
    people = seating.people_of(session, players)
    return ShownEvening(
        session,
        proposal,
        seating.proposed_tables(session, proposal, people, evening.tables_before),
        seating.players_in(people, proposal.sit_out),
        [(game, GAMES[game].name) for game in _games(session)],
    )


def _posted(session: Session, post: QueryDict) -> EveningSeats:
    """Return the seats of an evening as the form carries them."""
    own = QueryDict(mutable=True)
    prefix = _prefix(session)
    for name in post:
        if name.startswith(prefix):
            own.setlist(name.removeprefix(prefix), post.getlist(name))
    own["order_drawn"] = post.get("order_drawn", "")
    choices, tables, games, sit_out = seating.posted_seats(session, own)
    return EveningSeats(session, choices, tables, games, sit_out)


def _games(session: Session) -> list[str]:
    return [game for game in session.season.games if game in GAMES]


def _prefix(session: Session) -> str:
    return f"evening-{session.pk}-"
