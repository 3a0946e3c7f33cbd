"""The page on which a player without an account answers for all that comes in the club: what a
personal link opens, and a name chosen with the code of the club."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, NotFound
from league.models import Player, Season, Session, SignUpSheet, Tournament
from league.operations.sessions import nights, presence
from league.operations.signups import self_check_in
from league.operations.support import versions
from league.web.signups import answer_limit, answers, own_seats, queue_places, readers
from league.web.signups.answer_lists import answer_cards
from league.web.signups.sheet_view import Refusal
from league.web.support import live


def show(
    request: HttpRequest,
    player: Player,
    address: str,
    *,
    is_personal: bool,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """Show the page of this player at this address."""
    context: dict[str, Any] = {
        "club": player.club,
        "player": player,
        "cards": answer_cards(
            player.club, readers.of_player(player), member=False, refusal=refusal
        ),
        "answer_url": f"{address}answer/",
        "is_personal": is_personal,
        **(_now_context(player, _open_sessions(player)) if is_personal else {}),
        **(refusal.to_context() if refusal else {}),
    }
    status = 409 if refusal is not None else 200
    return render(request, "signups/holder.html", context, status=status)


def show_now(request: HttpRequest, player: Player, address: str) -> HttpResponse:
    """Return only what happens now, which the open page fetches repeatedly."""
    sessions = _open_sessions(player)
    return live.fragment(
        request,
        "signups/_holder_now.html",
        lambda: {
            "club": player.club,
            "answer_url": f"{address}answer/",
            **_now_context(player, sessions),
        },
        version="-".join([f"now-{player.pk}", *map(_version, sessions)]),
    )


def answer(
    request: HttpRequest, player: Player, address: str, *, is_personal: bool
) -> HttpResponse:
    """Store an answer for this player, unless too many were sent lately."""
    if (refusal := answer_limit.refuse_too_many(request, player)) is not None:
        return refusal
    if is_personal and request.POST.get("do") == "here":
        return _check_in(request, player, address)
    sheet = _sheet(player, answers.sent_number(request.POST, "sheet"))
    outcome = answers.take(request.POST, sheet, player, is_reader=True, by=None)
    if outcome.refusal is not None:
        return show(request, player, address, is_personal=is_personal, refusal=outcome.refusal)
    if outcome.words:
        messages.success(request, outcome.words)
    return redirect(f"{address}#sheet-{sheet.pk}")


def _check_in(request: HttpRequest, player: Player, address: str) -> HttpResponse:
    number = answers.sent_number(request.POST, "session")
    sessions = Session.objects.select_related("season__club")
    session = sessions.filter(pk=number, season__club=player.club_id).first()
    if session is None:
        raise NotFound(_("There is nothing here."))
    try:
        self_check_in.check_in(session, player, by=None, now=timezone.now())
        messages.success(request, _("You are checked in."))
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect(address)


def _open_sessions(player: Player) -> list[Session]:
    return self_check_in.open_sessions(player.club, timezone.now())


def _version(session: Session) -> str:
    """Return a tag that changes whenever a session may have changed for a player."""
    tournament = _tournament_of(session)
    changed = versions.tournament(tournament.pk) if tournament else None
    return f"{versions.session_desk(session.pk)}{changed or ''}"


def _now_context(player: Player, sessions: Sequence[Session]) -> dict[str, Any]:
    """Return where the player sits now, for each evening or league night whether the player is
    here, and which place the player has in queues."""
    evenings = [session for session in sessions if _tournament_of(session) is None]
    tournaments = dict.fromkeys(
        session.season for session in sessions if _tournament_of(session) is not None
    )
    places: list[Session | Season] = [*evenings, *tournaments]
    here = [session for session in evenings if player in presence.present_players(session)]
    own = ([player], [player.pk])
    return {
        "arrivals": [
            (night[0], any(session in here for session in night))
            for night in nights.grouped(evenings)
        ],
        "is_here": bool(here),
        "seats": [seat for place in places for seat in own_seats.own_seats(place, *own)],
        "queue_places": [
            place for session in here for place in queue_places.own_places(session, *own)
        ],
    }


def _tournament_of(session: Session) -> Tournament | None:
    tournament: Tournament | None = session.season.tournament_or_none
    return tournament


def _sheet(player: Player, pk: int) -> SignUpSheet:
    rows = SignUpSheet.objects.select_related("session__season__club", "tournament__season__club")
    sheet = rows.filter(pk=pk).first()
    if sheet is None or sheet.club.pk != player.club_id:
        raise NotFound(_("Sign-up is no longer possible here."))
    return sheet
