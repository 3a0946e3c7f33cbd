"""The page that seats all free players: a proposal, players swapped in it, then all tables
together.

The proposal travels in the form; nothing is stored before it is confirmed.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid, NotFound
from league.models import Player, Session
from league.operations.ladders import divisions
from league.operations.matches import table_numbers
from league.operations.seasons import notices
from league.operations.seasons.house_rules import seats_of_new_match
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.seating_proposals import Order, Proposal
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.games import PAGES, house_rules
from league.web.support.double_submissions import once
from league.web.support.notices import show as show_notices
from league.web.support.request import Request

MOST_DIGITS = 18


@desk
@once
def seat(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    if session.cancelled_at is not None:
        return redirect("web:desk_session", pk)
    if request.method != "POST":
        return _proposal_page(request, session, _new_proposal(session, request.GET))
    action = request.POST.get("do", "draw")
    if action == "confirm":
        return _seat_everybody(request, session)
    if action.startswith("pick-"):
        return _swap(request, session, action.removeprefix("pick-"))
    return _proposal_page(request, session, _new_proposal(session, request.POST))


def _seat_everybody(request: Request, session: Session) -> HttpResponse:
    plan = _posted_proposal(session, request.POST)
    try:
        seating = session_log.seat_players(
            session,
            game=plan.game,
            tables=plan.tables,
            sit_out=plan.sit_out,
            order=plan.order,
            seed=plan.seed,
            by=request.user,
        )
    except Conflict as error:
        messages.error(request, error.detail)
        return redirect("web:desk_session", session.pk)
    except Invalid as error:
        return _proposal_page(request, session, plan, error=error)
    messages.success(request, _("All players are seated."))
    warn_about_guests(request, session, [player for table in plan.tables for player in table])
    for match in session.matches.filter(pk__in=seating.matches):
        show_notices(request, notices.of_match(match))
    return redirect("web:desk_session", session.pk)


def warn_about_guests(request: Request, session: Session, players: Sequence[int]) -> None:
    """Warn about players who belong to another division: they may play, but perhaps by mistake."""
    if guests := divisions.guests_of_session(session, players):
        words = _("Guests from outside this division: %(names)s.")
        messages.warning(request, words % {"names": ", ".join(guest.name for guest in guests)})


def _swap(request: Request, session: Session, picked: str) -> HttpResponse:
    """Let two players of the proposal change places: the first click picks one, the second
    swaps."""
    plan, one, other = (
        _posted_proposal(session, request.POST),
        request.POST.get("picked", ""),
        picked,
    )
    if not one or one == other:
        return _proposal_page(request, session, plan, picked="" if one else other)
    swapped = {_number(one): _number(other), _number(other): _number(one)}
    tables = [[swapped.get(player, player) for player in table] for table in plan.tables]
    sit_out = [swapped.get(player, player) for player in plan.sit_out]
    return _proposal_page(request, session, replace(plan, tables=tables, sit_out=sit_out))


def _new_proposal(session: Session, query: QueryDict) -> Proposal:
    """Return a proposal. Options in the query that are not possible are replaced by the
    usual ones."""
    games = [game for game in session.season.games if game in GAMES]
    if not games:
        raise NotFound(_("There is nothing here."))
    game = query.get("game", "")
    order = query.get("order", "")
    game = game if game in games else usual_game(session, games)
    preferred = _number(query.get("preferred", ""))
    return seating_proposals.propose(
        session,
        game=game,
        order=order if order in set(Order) else Order.RANDOM,
        preferred=preferred if preferred in seats_of_new_match(session.season, game) else 0,
    )


def usual_game(session: Session, games: list[str]) -> str:
    """Return the game of the latest table of the session, else the first game of the season."""
    last = session.matches.order_by("-pk").values_list("game", flat=True).first()
    return last if last in games else games[0]


def _posted_proposal(session: Session, post: QueryDict) -> Proposal:
    """Return the proposal as the form carries it; `session_log.seat` validates it."""
    return Proposal(
        game=post.get("game_drawn", ""),
        order=next((order for order in Order if order == post.get("order_drawn")), Order.RANDOM),
        seed=post.get("seed", "")[: seating_proposals.LONGEST_SEED],
        preferred=_number(post.get("preferred_drawn", "")),
        tables=[_numbers(table) for table in post.getlist("table")],
        sit_out=_numbers(post.get("sit_out", "")),
        reason=None,
    )


def _proposal_page(
    request: Request,
    session: Session,
    plan: Proposal,
    *,
    picked: str = "",
    error: Invalid | None = None,
) -> HttpResponse:
    season = session.season
    people = Player.objects.filter(club=season.club_id).in_bulk(
        [*plan.sit_out, *(player for table in plan.tables for player in table)]
    )
    games = [(slug, GAMES[slug].name) for slug in season.games if slug in GAMES]
    seats = seats_of_new_match(season, plan.game) if plan.game in GAMES else range(0)
    context: dict[str, Any] = {
        "club": season.club,
        "season": season,
        "session": session,
        "plan": plan,
        "tables": [
            (number, _players_in(people, table))
            for number, table in zip(table_numbers.free_numbers(session), plan.tables, strict=False)
        ],
        **_rules_context(session, plan.game),
        "sit_out": _players_in(people, plan.sit_out),
        "seated": sum(len(table) for table in plan.tables),
        "games": games,
        "sizes": list(seats),
        "usual": seating_proposals.usual_sizes(plan.game) if seats else [],
        "picked": people.get(_number(picked)),
        "refused": error,
        "member": True,
    }
    return render(request, "sessions/seat_players.html", context, status=422 if error else 200)


def _rules_context(session: Session, game: str) -> dict[str, Any]:
    """Return the house rules that the tables will have, for `sessions/_rules_summary.html`."""
    if game not in PAGES:
        return {}
    summary = house_rules.summary(session.season, game)
    return {"summary": summary, "changed": [rule for rule in summary if rule.is_changed]}


def _players_in(people: dict[int, Player], players: list[int]) -> list[Player]:
    return [people[player] for player in players if player in people]


def _numbers(text: str) -> list[int]:
    return [_number(part) for part in text.split(",")] if text else []


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
