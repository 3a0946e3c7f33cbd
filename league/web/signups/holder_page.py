"""The page on which a player without an account answers for all that comes in the club: what a
personal link opens, and a name chosen with the code of the club."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, NotFound
from league.models import Player, Session, SignUpSheet
from league.operations.sessions import presence
from league.operations.signups import self_check_in
from league.web.signups import answer_limit, answers, queue_places, readers
from league.web.signups.answer_lists import AnswerCard, answer_cards
from league.web.signups.sheet_view import Refusal


def show(
    request: HttpRequest,
    player: Player,
    address: str,
    *,
    is_personal: bool,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """Show the page of this player at this address."""
    cards = answer_cards(player.club, readers.of_player(player), member=False, refusal=refusal)
    arrivals = _arrivals(cards, player) if is_personal else []
    context: dict[str, Any] = {
        "club": player.club,
        "player": player,
        "cards": cards,
        "answer_url": f"{address}answer/",
        "is_personal": is_personal,
        "arrivals": arrivals,
        "queue_places": [
            place
            for session, is_here in arrivals
            if is_here
            for place in queue_places.own_places(session, [player], [player.pk])
        ],
        **(refusal.to_context() if refusal else {}),
    }
    status = 409 if refusal is not None else 200
    return render(request, "signups/holder.html", context, status=status)


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


def _arrivals(cards: list[AnswerCard], player: Player) -> list[tuple[Session, bool]]:
    """Return the evenings at which the player can check in now, with whether that is done."""
    now = timezone.now()
    sessions = [card.view.sheet.session for card in cards]
    near = [
        session
        for session in sessions
        if session is not None and not self_check_in.why_closed(session, now)
    ]
    return [(session, player in presence.present_players(session)) for session in near]


def _sheet(player: Player, pk: int) -> SignUpSheet:
    rows = SignUpSheet.objects.select_related("session__season__club", "tournament__season__club")
    sheet = rows.filter(pk=pk).first()
    if sheet is None or sheet.club.pk != player.club_id:
        raise NotFound(_("Sign-up is no longer possible here."))
    return sheet
