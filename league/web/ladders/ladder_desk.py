"""Ladders on the desk: made, their next period looked at and opened, and taken back."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid
from league.models import Ladder
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodPreview
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.ladders import ladder_picture
from league.web.ladders.ladder_forms import LadderForm, NextForm, RulesForm
from league.web.support.forms import run
from league.web.support.once import once
from league.web.support.request import Request
from scoring.pure.periods import MOST_DIVISIONS

USUAL_COUNT = 2
MOST_DIGITS = 18


@desk
@once
def every(request: Request, slug: str) -> HttpResponse:
    """Those of a club, and a new one."""
    club = permissions.club(request.user, slug, Action.ORGANISE)
    count = _number(request.POST.get("count") or request.GET.get("count", ""))
    count = count if 1 <= count <= MOST_DIVISIONS else USUAL_COUNT
    initial = {"starts_on": club.today()}
    form = LadderForm(club, count, request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        made = run(
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
        if made is not None:
            messages.success(request, _("The ladder is made."))
            return redirect("web:desk_ladder", made.pk)
    context = {
        "club": club,
        "ladders": club.ladders.all(),
        "form": form,
        "count": count,
        "counts": range(1, MOST_DIVISIONS + 1),
    }
    refused = request.method == "POST"
    return render(request, "ladders/desk_ladders.html", context, status=422 if refused else 200)


@desk
def one(request: Request, pk: int) -> HttpResponse:
    """The present period and the rules, which are sent here."""
    ladder = permissions.ladder(request.user, pk, Action.ORGANISE)
    form = RulesForm.of(ladder, request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        changes = {"name": given["name"], "games": given["games"], "rules": form.rules()}
        if run(form, ladders.change, ladder, **changes) is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_ladder", pk)
    return _page(request, ladder, form, refused=request.method == "POST")


@desk
def next_period(request: Request, pk: int) -> HttpResponse:
    """Nothing is opened that was not shown first: what is sent must be what was looked at."""
    ladder = permissions.ladder(request.user, pk, Action.ORGANISE)
    initial = {"starts_on": ladder.club.today()}
    form = NextForm(ladder, request.POST or None, initial=initial)
    valid = request.method != "POST" or form.is_valid()
    found = _previewed(ladder, form)
    opening = request.method == "POST" and request.POST.get("do") == "open"
    changed = opening and found is not None and form.data.get("seen") != found.mark
    if opening and valid and found is not None and not changed:
        opened = run(
            form,
            ladders.open_next_period,
            ladder,
            number=form.cleaned_data["number"],
            dates=form.dates(),
            wishes=form.wishes(),
            seen=found.mark,
            force=form.cleaned_data["force"],
            by=request.user,
        )
        if opened is not None:
            words = _("%(period)s is open: each division has its season.")
            messages.success(request, words % {"period": opened.name})
            return redirect("web:desk_ladder", pk)
    context = {
        "club": ladder.club,
        "ladder": ladder,
        "form": form,
        "found": found,
        "names": level_names(found) if found else {},
        "picture": ladder_picture.draw(found) if found else None,
        "changed": changed,
        "member": True,
    }
    refused = opening or found is None
    return render(request, "ladders/next_period.html", context, status=422 if refused else 200)


@desk
@require_POST
def play_off(request: Request, pk: int) -> HttpResponse:
    """A table for those at a cut."""
    ladder = permissions.ladder(request.user, pk, Action.ORGANISE)
    chosen = [_number(each) for each in request.POST.getlist("player")]
    try:
        match = ladders.set_play_off(
            ladder, players=chosen, game=request.POST.get("game", ""), by=request.user
        )
    except (Invalid, Conflict) as refused:
        return _page(request, ladder, RulesForm.of(ladder), refused=True, said=refused.detail)
    return redirect("web:desk_session", match.session_id)


@desk
@require_POST
def take_back(request: Request, pk: int) -> HttpResponse:
    """The latest period, which the form names."""
    ladder = permissions.ladder(request.user, pk, Action.ORGANISE)
    try:
        ladders.remove_period(ladder, _number(request.POST.get("number", "")))
    except Conflict as refused:
        return _page(request, ladder, RulesForm.of(ladder), refused=True, said=refused.detail)
    messages.success(request, _("The period is taken back."))
    if Ladder.objects.filter(pk=pk).exists():
        return redirect("web:desk_ladder", pk)
    return redirect("web:desk_ladders", ladder.club.slug)


def _page(
    request: Request, ladder: Ladder, form: RulesForm, *, refused: bool, said: str = ""
) -> HttpResponse:
    found = divisions.preview_period(ladder)
    by_division = divisions.members_by_division(found.period)
    context: dict[str, Any] = {
        "club": ladder.club,
        "ladder": ladder,
        "period": found.period,
        "divisions": [(each, by_division.get(each.pk, [])) for each in found.divisions],
        "found": found,
        "tables": _tables(found),
        "games": [(slug, GAMES[slug].name) for slug in ladder.games if slug in GAMES],
        "form": form,
        "said": said,
        "periods": ladder.periods.all(),
        "member": True,
    }
    return render(request, "ladders/desk_ladder.html", context, status=422 if refused else 200)


def _tables(found: PeriodPreview) -> list[dict[str, Any]]:
    """Who may play for it: both sides of a cut, and those who share a place at one."""
    set_up = {
        frozenset(seat.player_id for seat in table.match.seats.all()): table.match
        for table in found.period.tables.prefetch_related("match__seats")
        if table.match.called_off_at is None
    }
    names = level_names(found)
    wanted = [(each.players, 0, each.above) for each in found.plan.play_offs]
    wanted += [(lot.players, lot.place, lot.level) for lot in found.plan.lots]
    return [
        {
            "players": [found.players[player] for player in players],
            "place": place,
            "division": names[level],
            "match": set_up.get(frozenset(players)),
        }
        for players, place, level in wanted
    ]


def level_names(found: PeriodPreview) -> dict[int, str]:
    """Of the divisions of now."""
    return {division.level: division.name for division in found.divisions}


def _previewed(ladder: Ladder, form: NextForm) -> PeriodPreview | None:
    try:
        return divisions.preview_period(ladder, form.wishes())
    except Invalid as error:
        form.add_error(None, error.detail)
        return None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
