"""The codes of tables at the desk, shown and printed by organisers."""

from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Match, TableCode
from league.operations.matches import table_codes, table_numbers
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support import qr_codes
from league.web.support.phone_addresses import phone_origin
from league.web.support.qr_codes import QrCode
from league.web.support.request import Request


class TableCard(NamedTuple):
    """The card that lies on a table: its match, and a QR code of the address of its page."""

    number: int  # of the table
    match: Match
    code: TableCode
    qr: QrCode


@desk
def code(request: Request, pk: int) -> HttpResponse:
    """Show the card of one table; a POST makes a new code and revokes the old one."""
    match = permissions.find_match(request.user, pk, Action.SUBMIT)
    if request.method == "POST":
        table_codes.renew(match, by=request.user)
        return redirect("web:table_code", pk)
    table_code = table_codes.of_match(match)
    origin = phone_origin(request)
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "cards": [_table_card(origin.url, match.table, match, table_code)] if table_code else [],
        "is_local_only": origin.is_local_only,
    }
    return _private(render(request, "table/table_code.html", context))


@desk
@require_POST
def revoke(request: Request, pk: int) -> HttpResponse:
    table_codes.revoke(permissions.find_match(request.user, pk, Action.SUBMIT), by=request.user)
    return redirect("web:table_code", pk)


@desk
def cards(request: Request, pk: int) -> HttpResponse:
    """Show the cards of a session for printing; a POST makes the missing codes."""
    session = permissions.find_session(request.user, pk, Action.SUBMIT)
    if request.method == "POST":
        table_codes.make_missing(session, by=request.user)
        return redirect("web:table_cards", pk)
    club = session.season.club
    running = [
        numbered_match
        for numbered_match in table_numbers.numbered_matches(session)
        if not numbered_match.match.ended
    ]
    codes = table_codes.of_matches(club, [numbered_match.match for numbered_match in running])
    origin = phone_origin(request)
    context = {
        "session": session,
        "season": session.season,
        "club": club,
        "missing": len(running) - len(codes),
        "cards": [
            _table_card(
                origin.url,
                numbered_match.number,
                numbered_match.match,
                codes[numbered_match.match.pk],
            )
            for numbered_match in running
            if numbered_match.match.pk in codes
        ],
        "is_local_only": origin.is_local_only,
    }
    return _private(render(request, "table/table_cards.html", context))


def _table_card(origin: str, number: int, match: Match, code: TableCode) -> TableCard:
    """Return the card. Its address has no language: each phone is answered in its own."""
    return TableCard(number, match, code, qr_codes.of(f"{origin}t/{code}/"))


def _private(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "private, no-store"
    return answer
