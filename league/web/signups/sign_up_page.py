"""The page on which players answer by account: whether they come to an evening or a tournament."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import NotFound
from league.models import Club, Session, SignUpAccess, SignUpSheet, Tournament
from league.operations.people.visibility import players_of
from league.operations.signups import access, sheets
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed, viewer_permissions
from league.web.signups import answers, night_sheets, own_seats, readers, sheet_view
from league.web.signups.answer_lists import answer_cards
from league.web.signups.sheet_view import Refusal
from league.web.support.public_pages import find_public
from league.web.support.request import Request

MOST_SHEETS = 40  # on the page of one's own evenings


def session(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, _sheet_of(find_public(request, Session.objects, pk=pk)))


def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, _sheet_of(find_public(request, Tournament.objects, pk=pk)))


@desk
@require_POST
def answer_session(request: Request, pk: int) -> HttpResponse:
    return _answer(request, _sheet_of(find_public(request, Session.objects, pk=pk)))


@desk
@require_POST
def answer_tournament(request: Request, pk: int) -> HttpResponse:
    return _answer(request, _sheet_of(find_public(request, Tournament.objects, pk=pk)))


@desk
def my_evenings(request: Request) -> HttpResponse:
    """List what comes in all clubs in which the account has players, to be answered in place."""
    return _evenings_page(request)


@desk
@require_POST
def answer_evening(request: Request) -> HttpResponse:
    """Store an answer that was sent from the list of one's evenings."""
    number = answers.sent_number(request.POST, "sheet")
    rows = SignUpSheet.objects.select_related("session__season__club", "tournament__season__club")
    sheet = rows.filter(pk=number).first()
    if sheet is None:
        raise NotFound(_("There is nothing here."))
    refusal = _take(request, sheet)
    if refusal is not None:
        return _evenings_page(request, refusal)
    return redirect(f"{reverse('web:my_evenings')}#sheet-{sheet.pk}")


def sheet_address(sheet: SignUpSheet) -> str:
    """Return the address of the page on which players answer."""
    if sheet.tournament_id is not None:
        return reverse("web:tournament_sign_up", args=[sheet.tournament_id])
    return reverse("web:session_sign_up", args=[sheet.session_id])


def _sheet_of(occasion: Session | Tournament) -> SignUpSheet:
    try:
        return sheets.find(occasion)
    except NotFound as error:
        raise Http404(error.detail) from None


def _answer(request: Request, sheet: SignUpSheet) -> HttpResponse:
    refusal = _take(request, sheet)
    if refusal is not None:
        return _page(request, sheet, refusal)
    return redirect(sheet_address(sheet))


def _take(request: Request, sheet: SignUpSheet) -> Refusal | None:
    """Carry out the form; return the refusal, or None if there is none."""
    reader = readers.of_request(request, sheet.club)
    player = reader.find(answers.sent_number(request.POST, "player"))
    outcome = answers.take(
        request.POST, sheet, player, is_reader=player.pk in reader.own, by=request.user
    )
    if outcome.words:
        messages.success(request, outcome.words)
    return outcome.refusal


def _page(request: HttpRequest, sheet: SignUpSheet, refusal: Refusal | None = None) -> HttpResponse:
    club, viewer = sheet.club, viewer_permissions(request, sheet.club)
    reader = readers.of_request(request, club)
    where = sheet.session or sheet.season
    joined = night_sheets.sheets_of_night(sheet)
    players, names = night_sheets.answering(joined, reader.players), night_sheets.names_of(joined)
    views = [(row, sheet_view.of_sheet(row)) for row in joined]
    context = {
        **_occasion_context(sheet),
        "parts": [
            {
                "name": names.get(row.pk, "") if len(joined) > 1 else "",
                "view": view,
                "answers": sheet_view.own_answers(
                    view, players[row.pk], reader=reader.own, refusal=refusal
                ),
                "answer_url": f"{sheet_address(row)}answer/",
                "people": sheet_view.people_context(view, member=viewer["member"]),
            }
            for row, view in views
        ],
        "is_closed": all(view.why_closed for _row, view in views),
        "has_answers": bool(reader.players),
        "seats": own_seats.own_seats(where, reader.players, reader.own),
        "access": access.settings_of(club).access,
        "ways": SignUpAccess,
        **(refusal.to_context() if refusal else {}),
        **viewer,
    }
    response = render(
        request, "signups/sign_up.html", context, status=409 if refusal is not None else 200
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _occasion_context(sheet: SignUpSheet) -> dict[str, Any]:
    return {
        "sheet": sheet,
        "club": sheet.club,
        "season": sheet.season,
        "session": sheet.session,
        "tournament": sheet.tournament,
    }


def _evenings_page(request: Request, refusal: Refusal | None = None) -> HttpResponse:
    clubs: dict[int, Club] = {player.club_id: player.club for player in players_of(request.user)}
    cards = []
    for club in clubs.values():
        reader = readers.of_request(request, club)
        member = is_allowed(request, club, Action.VIEW)
        cards += answer_cards(club, reader, member=member, refusal=refusal)
    cards.sort(key=lambda card: (card.starts_at, card.view.sheet.pk))
    context = {
        "cards": cards[:MOST_SHEETS],
        "answer_url": reverse("web:answer_evening"),
        "has_players": bool(clubs),
        "with_club": len(clubs) > 1,
        **(refusal.to_context() if refusal else {}),
    }
    return render(
        request, "signups/my_evenings.html", context, status=409 if refusal is not None else 200
    )
