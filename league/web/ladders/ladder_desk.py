"""Ladders at the desk: created, the next period previewed and opened, the latest one taken back."""

import zoneinfo
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid
from league.models import Ladder
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodPreview
from league.operations.sessions import nights
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.ladders import ladder_picture
from league.web.ladders.ladder_forms import (
    LadderRulesForm,
    NewLadderForm,
    NextPeriodForm,
    wish_choices,
)
from league.web.support.double_submissions import once
from league.web.support.forms import SessionForm, run_operation
from league.web.support.request import Request
from scoring.pure.periods import MOST_DIVISIONS

USUAL_COUNT = 2
MOST_DIGITS = 18


@desk
@once
def ladders_of_club(request: Request, slug: str) -> HttpResponse:
    """List the ladders of a club, and create a new one."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    count = _number(request.POST.get("count") or request.GET.get("count", ""))
    count = count if 1 <= count <= MOST_DIVISIONS else USUAL_COUNT
    initial = {"starts_on": club.today()}
    form = NewLadderForm(club, count, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        ladder = run_operation(
            form,
            ladders.create,
            club,
            name=form.cleaned_data["name"],
            games=form.cleaned_data["games"],
            rules=form.rules(),
            dates=form.dates(),
            levels=form.levels(),
            by=request.user,
        )
        if ladder is not None:
            messages.success(request, _("The ladder has been created."))
            return redirect("web:desk_ladder", ladder.pk)
    context = {
        "club": club,
        "ladders": club.ladders.all(),
        "form": form,
        "count": count,
        "counts": range(1, MOST_DIVISIONS + 1),
    }
    is_refused = request.method == "POST"
    return render(request, "ladders/desk_ladders.html", context, status=422 if is_refused else 200)


@desk
def manage_ladder(request: Request, pk: int) -> HttpResponse:
    """Show the current period and edit the rules."""
    ladder = permissions.find_ladder(request.user, pk, Action.ORGANISE)
    form = LadderRulesForm.of(ladder, request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        changes = {"name": values["name"], "games": values["games"], "rules": form.rules()}
        if run_operation(form, ladders.change, ladder, by=request.user, **changes) is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_ladder", pk)
    return _ladder_page(request, ladder, form, is_refused=request.method == "POST")


@desk
def next_period(request: Request, pk: int) -> HttpResponse:
    """Preview the next period, or open it. Only a period that was previewed unchanged can be
    opened."""
    ladder = permissions.find_ladder(request.user, pk, Action.ORGANISE)
    initial = {"starts_on": ladder.club.today()}
    form = NextPeriodForm(ladder, request.POST or None, initial=initial)
    valid = request.method != "POST" or form.is_valid()
    preview = _preview(ladder, form)
    opening = request.method == "POST" and request.POST.get("do") == "open"
    changed = opening and preview is not None and form.data.get("seen") != preview.mark
    if opening and valid and preview is not None and not changed:
        period = run_operation(
            form,
            ladders.open_next_period,
            ladder,
            number=form.cleaned_data["number"],
            dates=form.dates(),
            wishes=form.wishes(),
            seen=preview.mark,
            force=form.cleaned_data["force"],
            by=request.user,
        )
        if period is not None:
            words = _("%(period)s is open. Each division has its season.")
            messages.success(request, words % {"period": period.name})
            return redirect("web:desk_ladder", pk)
    context = {
        "club": ladder.club,
        "ladder": ladder,
        "form": form,
        "preview": preview,
        "names": level_names(preview) if preview else {},
        "moves": ladder_picture.draw(preview) if preview else None,
        "changed": changed,
        "member": True,
    }
    is_refused = opening or preview is None
    return render(request, "ladders/next_period.html", context, status=422 if is_refused else 200)


@desk
@require_POST
def play_off(request: Request, pk: int) -> HttpResponse:
    """Set a table that decides who goes up or down."""
    ladder = permissions.find_ladder(request.user, pk, Action.ORGANISE)
    chosen = [_number(player) for player in request.POST.getlist("player")]
    try:
        match = ladders.set_play_off(
            ladder, players=chosen, game=request.POST.get("game", ""), by=request.user
        )
    except (Invalid, Conflict) as error:
        return _ladder_page(
            request, ladder, LadderRulesForm.of(ladder), is_refused=True, message=error.detail
        )
    return redirect("web:desk_session", match.session_id)


@desk
@require_POST
@once
def open_evenings(request: Request, pk: int) -> HttpResponse:
    """Open an evening of each division of the current period, joined as a league night."""
    ladder = permissions.find_ladder(request.user, pk, Action.ORGANISE)
    with timezone.override(zoneinfo.ZoneInfo(ladder.club.timezone)):
        form = SessionForm(request.POST)
        if form.is_valid():
            period = divisions.current_period(ladder)
            seasons = [row.season for row in period.divisions.select_related("season__club")]
            sessions = run_operation(
                form, nights.open_night, seasons, by=request.user, **form.cleaned_data
            )
            if sessions:
                messages.success(request, _("Each division has its evening, all in one night."))
                return redirect("web:night", sessions[0].pk)
        return _ladder_page(
            request, ladder, LadderRulesForm.of(ladder), is_refused=True, evening_form=form
        )


@desk
@require_POST
def wish(request: Request, pk: int) -> HttpResponse:
    """Record what a member wants for the next period."""
    ladder = permissions.find_ladder(request.user, pk, Action.ORGANISE)
    player, decision = _number(request.POST.get("player", "")), request.POST.get("wish", "")
    try:
        ladders.record_wish(ladder, player, decision, by=request.user)
    except Invalid as error:
        return _ladder_page(
            request, ladder, LadderRulesForm.of(ladder), is_refused=True, message=error.detail
        )
    messages.success(request, _("Saved."))
    return redirect("web:desk_ladder", pk)


@desk
@require_POST
def take_back(request: Request, pk: int) -> HttpResponse:
    """Take back the latest period, whose number the form contains."""
    ladder = permissions.find_ladder(request.user, pk, Action.ORGANISE)
    try:
        number = _number(request.POST.get("number", ""))
        ladders.remove_period(ladder, number, by=request.user)
    except Conflict as error:
        return _ladder_page(
            request, ladder, LadderRulesForm.of(ladder), is_refused=True, message=error.detail
        )
    messages.success(request, _("The period has been undone."))
    if Ladder.objects.filter(pk=pk).exists():
        return redirect("web:desk_ladder", pk)
    return redirect("web:desk_ladders", ladder.club.slug)


def _ladder_page(
    request: Request,
    ladder: Ladder,
    form: LadderRulesForm,
    *,
    is_refused: bool,
    message: str = "",
    evening_form: SessionForm | None = None,
) -> HttpResponse:
    preview = divisions.preview_period(ladder)
    by_division = divisions.members_by_division(preview.period)
    context: dict[str, Any] = {
        "club": ladder.club,
        "ladder": ladder,
        "period": preview.period,
        "divisions": [
            (division, by_division.get(division.pk, [])) for division in preview.divisions
        ],
        "preview": preview,
        "wishes": wish_choices(),
        "tables": _play_off_tables(preview),
        "games": [(slug, GAMES[slug].name) for slug in ladder.games if slug in GAMES],
        "form": form,
        "evening_form": evening_form or _empty_evening_form(ladder),
        "refused": message,
        "periods": ladder.periods.all(),
        "member": True,
    }
    return render(request, "ladders/desk_ladder.html", context, status=422 if is_refused else 200)


def _empty_evening_form(ladder: Ladder) -> SessionForm:
    with timezone.override(zoneinfo.ZoneInfo(ladder.club.timezone)):
        return SessionForm(initial={"place": ladder.club.meeting_place})


def _play_off_tables(preview: PeriodPreview) -> list[dict[str, Any]]:
    """Return the groups that may play off: both sides of a cut, and players who share a place at
    one."""
    match_of_players = {
        frozenset(seat.player_id for seat in table.match.seats.all()): table.match
        for table in preview.period.tables.prefetch_related("match__seats")
        if table.match.called_off_at is None
    }
    played = {  # without players who have left or declined since
        players - preview.ending.withdrawn: match for players, match in match_of_players.items()
    }
    names = level_names(preview)
    groups = [(planned.players, 0, planned.above) for planned in preview.plan.play_offs]
    groups += [(lot.players, lot.place, lot.level) for lot in preview.plan.lots]
    return [
        {
            "players": [preview.players[player] for player in players],
            "place": place,
            "division": names[level],
            "match": match_of_players.get(frozenset(players)) or played.get(frozenset(players)),
        }
        for players, place, level in groups
    ]


def level_names(preview: PeriodPreview) -> dict[int, str]:
    """Return the names of the current divisions by level."""
    return {division.level: division.name for division in preview.divisions}


def _preview(ladder: Ladder, form: NextPeriodForm) -> PeriodPreview | None:
    try:
        return divisions.preview_period(ladder, form.wishes())
    except Invalid as error:
        form.add_error(None, error.detail)
        return None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
