"""The list of organisers: who comes, who waits, which tables that makes; and what changes it."""

import zoneinfo
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid, NotFound
from league.models import Player, Session, SignUp, SignUpAnswer, SignUpSheet, Tournament
from league.operations.people import person_search, player_lists
from league.operations.people.person_search import People, Whereabouts
from league.operations.signups import entrants_from_sign_ups, roster, sheets, sign_ups
from league.operations.signups.access import settings_of
from league.operations.support import versions
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.signups import answers, forecast_picture, sheet_view
from league.web.signups.sheet_forms import AnswerForm, GuestForm, SheetForm
from league.web.signups.sheet_view import SheetView
from league.web.signups.sign_up_page import sheet_address
from league.web.support import forms, live, person_field
from league.web.support.double_submissions import once
from league.web.support.pages import MOST_TAPPED
from league.web.support.person_field import NewPerson, TypedPerson
from league.web.support.request import Request

Act = Callable[[Request, SignUpSheet], HttpResponse | None]


@desk
@once
def session_sheet(request: Request, pk: int) -> HttpResponse:
    """Open the sheet of a session, or lead to it."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    return _open(request, session, request.POST or None)


@desk
@once
def tournament_sheet(request: Request, pk: int) -> HttpResponse:
    """Open the sheet of a tournament, or lead to it."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    return _open(request, tournament, request.POST or None)


@desk
def sheet(request: Request, pk: int) -> HttpResponse:
    """Show the list; a POST changes deadline, places and guests."""
    row = _sheet(request, pk)
    with timezone.override(zoneinfo.ZoneInfo(row.club.timezone)):
        form = SheetForm.of(row, request.POST)
        if request.method == "POST" and form.is_valid():
            changes = forms.changed_values(form)
            saved = forms.run_operation(form, sheets.change, row, by=request.user, **changes)
            if saved is not None:
                messages.success(request, _("Saved."))
                return redirect("web:sign_up_sheet", pk)
        return _sheet_page(request, row, form=form)


@desk
def part(request: Request, pk: int) -> HttpResponse:
    """Return only the list, which the open page fetches repeatedly."""
    row = _sheet(request, pk)
    view = sheet_view.of_sheet(row)
    return live.fragment(
        request,
        "signups/_sheet_part.html",
        lambda: _list_context(view),
        version=f"{versions.sign_up_sheet(pk)}-{int(bool(view.why_closed))}",
    )


@desk
def people(request: Request, pk: int) -> HttpResponse:
    """Return the suggestions for a name that is being typed."""
    return person_field.suggestions(request, _people(_sheet(request, pk)))


@desk
@require_POST
def act(request: Request, pk: int) -> HttpResponse:
    """Do one of the buttons of the list."""
    row = _sheet(request, pk)
    name = "answer" if "answer" in request.POST else ""  # a line has a button for each answer
    do = ACTS.get(request.POST.get("do", name))
    if do is None:
        raise NotFound(_("There is nothing here."))
    with timezone.override(zoneinfo.ZoneInfo(row.club.timezone)):
        try:
            answer = do(request, row)
        except (Invalid, Conflict) as error:
            return _sheet_page(request, row, status=409, refused=error.detail)
    return answer or redirect("web:sign_up_sheet", pk)


def _sheet(request: Request, pk: int) -> SignUpSheet:
    rows = SignUpSheet.objects.select_related(*roster.RELATED)
    row = rows.filter(pk=pk).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    permissions.require(request.user, row.club, Action.ORGANISE)
    return row


def _open(request: Request, occasion: Session | Tournament, data: Any) -> HttpResponse:
    club = occasion.season.club
    existing = SignUpSheet.objects.filter(
        **{"session" if isinstance(occasion, Session) else "tournament": occasion}
    ).first()
    if existing is not None:
        return redirect("web:sign_up_sheet", existing.pk)
    with timezone.override(zoneinfo.ZoneInfo(club.timezone)):
        form = SheetForm(data)
        if form.is_valid():
            opened = forms.run_operation(
                form, sheets.open_sheet, occasion, by=request.user, **form.cleaned_data
            )
            if opened is not None:
                messages.success(request, _("Sign-up is open."))
                return redirect("web:sign_up_sheet", opened.pk)
        context = {
            "club": club,
            "season": occasion.season,
            "session": occasion if isinstance(occasion, Session) else None,
            "tournament": occasion if isinstance(occasion, Tournament) else None,
            "form": form,
            "settings": settings_of(club),
        }
        status = 422 if form.errors else 200
        return render(request, "signups/open_sheet.html", context, status=status)


def _give_answer(request: Request, row: SignUpSheet) -> HttpResponse | None:
    """Answer for a player, by the form or by a button of a line."""
    form = _answer_form(row, request.POST)
    if not form.is_valid():
        return _sheet_page(request, row, answer_form=form, status=422)
    values = form.cleaned_data
    games = values.get("games") if "with_games" in request.POST else None
    person, answer = values["player"], values["answer"]
    if isinstance(person, NewPerson):
        sign_up = sign_ups.answer_newcomer(row, *person, answer, games=games, by=request.user)
    else:
        sign_up = sign_ups.record_answer(
            row, person.pk, answer, games=games, by=request.user, as_organiser=True
        )
    place = sheet_view.of_sheet(row).queue_place(sign_up)
    messages.success(request, sheet_view.answer_words(sign_up, place, person.name))
    return None


def _bring_guest(request: Request, row: SignUpSheet) -> HttpResponse | None:
    form = _guest_form(sheet_view.of_sheet(row), request.POST)
    if not form.is_valid():
        return _sheet_page(request, row, guest_form=form, status=422)
    host = Player.objects.get(pk=form.cleaned_data["host"])
    person = form.cleaned_data["guest"]
    guest = (
        TypedPerson(person.name, creation=person.creation)
        if isinstance(person, NewPerson)
        else TypedPerson(person.name, person.pk)
    )
    words = answers.bring_guest(row, host, guest, by=request.user, as_organiser=True)
    messages.success(request, words)
    return None


def _take_out(request: Request, row: SignUpSheet) -> None:
    number = answers.sent_number(request.POST, "player")
    rows = SignUp.objects.filter(sheet=row, player=number)
    related = ["player", *(f"sheet__{relation}" for relation in roster.RELATED)]
    sign_up = rows.select_related(*related).first()
    if sign_up is not None:  # else another tap has taken it out already
        sign_ups.remove(sign_up, by=request.user, as_organiser=True)
        words = _("%(name)s has been removed from the list.") % {"name": sign_up.player.name}
        messages.success(request, words)


def _close(request: Request, row: SignUpSheet) -> None:
    sheets.change(row, by=request.user, is_closed=True)


def _reopen(request: Request, row: SignUpSheet) -> None:
    sheets.change(row, by=request.user, is_closed=False)


def _remove(request: Request, row: SignUpSheet) -> HttpResponse:
    """Remove the whole list, once more confirmed by a tick."""
    if not request.POST.get("sure"):
        raise Conflict(_("Tick “Delete all answers” first, then remove the list."))
    sheets.remove(row, by=request.user)
    messages.success(request, _("The list has been removed."))
    if row.tournament_id is not None:
        return redirect("web:desk_tournament", row.tournament_id)
    return redirect("web:desk_session", row.session_id)


def _take_over(request: Request, row: SignUpSheet) -> HttpResponse:
    if row.tournament_id is None:
        raise NotFound(_("There is nothing here."))
    new = entrants_from_sign_ups.take_over(row, by=request.user)
    words = ngettext("%(count)s entrant added.", "%(count)s entrants added.", len(new))
    messages.success(request, words % {"count": len(new)})
    return redirect("web:desk_tournament", row.tournament_id)


ACTS: dict[str, Act] = {
    "answer": _give_answer,
    "guest": _bring_guest,
    "take_out": _take_out,
    "close": _close,
    "reopen": _reopen,
    "remove": _remove,
    "take_over": _take_over,
}


def _sheet_page(
    request: Request,
    row: SignUpSheet,
    *,
    form: SheetForm | None = None,
    status: int = 200,
    refused: str = "",
    **overrides: Form,
) -> HttpResponse:
    """Render the page; `overrides` are forms that were sent, all other forms are empty."""
    view = sheet_view.of_sheet(row)
    form = form or SheetForm.of(row)
    form.auto_id = "sheet_%s"
    context = {
        "club": row.club,
        "season": row.season,
        "session": row.session,
        "tournament": row.tournament,
        "form": form,
        "answer_form": _answer_form(row),
        "guest_form": _guest_form(view),
        "public_address": sheet_address(row),
        "settings": settings_of(row.club),
        "refused": refused,
        **_list_context(view),
        **overrides,
    }
    is_refused = form.errors and status == 200
    return render(request, "signups/sheet.html", context, status=422 if is_refused else status)


def _list_context(view: SheetView) -> dict[str, Any]:
    row = view.sheet
    answered = {row.player_id for row in view.rows}
    players = row.club.players.all()
    return {
        "view": view,
        "sheet": row,
        "club": row.club,
        "tournament": row.tournament,
        "forecasts": forecast_picture.cards(row),
        "silent": player_lists.first_by_name(players, MOST_TAPPED, without=answered),
        "not_entered": _not_entered(view),
        "answers": SignUpAnswer.choices,
        "member": True,
    }


def _not_entered(view: SheetView) -> int:
    """Return how many who have a place are no entrants of the tournament yet."""
    tournament = view.sheet.tournament
    if tournament is None or tournament.closed_at is not None:
        return 0
    entered = set(tournament.entrants.values_list("player", flat=True))
    return sum(row.player_id not in entered for row in view.coming)


def _answer_form(row: SignUpSheet, data: Any = None) -> AnswerForm:
    url = reverse("web:sign_up_people", args=[row.pk])
    return AnswerForm(_people(row), url, row.season.games, data, auto_id="answer_%s")


def _guest_form(view: SheetView, data: Any = None) -> GuestForm:
    hosts = [row.player for row in view.rows if roster.comes(row) and row.guest_of_id is None]
    hosts.sort(key=Player.sort_key)
    url = reverse("web:sign_up_people", args=[view.sheet.pk])
    return GuestForm(hosts, _people(view.sheet), url, data, auto_id="guest_%s")


def _people(row: SignUpSheet) -> People:
    """Return the players of the club, with those who have answered."""
    answered = SignUp.objects.filter(sheet=row).values_list("player", flat=True)
    return person_search.people_of(row.club, dict.fromkeys(answered, Whereabouts.ANSWERED))
