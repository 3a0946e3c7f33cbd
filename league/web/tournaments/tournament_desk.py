"""The desk of a tournament: how it is played, who takes part, and what to do next."""

import zoneinfo
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid, LeagueError, NotFound, Stale
from league.models import Entrant, EntrantState, Player, Tournament
from league.operations.tournaments import arrivals, entrants, seating_constraints, tournaments
from league.operations.tournaments.entrants import Entry
from league.operations.tournaments.play import sitting_tables
from league.permissions import Action
from league.web.accounts.access import can, desk
from league.web.support import forms, live
from league.web.support.once import once
from league.web.support.request import Request
from league.web.tournaments import tournament_state
from league.web.tournaments.tournament_forms import (
    ChangeForm,
    EntrantForm,
    TournamentForm,
    WishForm,
    options_forms,
    read_options,
)

PARTS = {"next", "people", "sittings"}
SHOWN = 8  # lines of the log, before one asks for more
MOST_DIGITS = 18


@desk
@once
def add(request: Request, slug: str) -> HttpResponse:
    """A new tournament of a club."""
    club = permissions.club(request.user, slug, Action.ORGANISE)
    with timezone.override(zoneinfo.ZoneInfo(club.timezone)):
        form = TournamentForm(request.POST if request.method == "POST" else None)
        options = options_forms(request.POST, request.POST.get("game", ""))
        if request.method == "POST" and form.is_valid():
            made = _create(request, club, form, options[form.cleaned_data["game"]])
            if made is not None:
                messages.success(request, _("The tournament is made. Who plays?"))
                return redirect("web:desk_tournament", made.pk)
        context = {"club": club, "form": form, "options_forms": options, "member": True}
        refused = request.method == "POST"
        return render(request, "tournaments/new.html", context, status=422 if refused else 200)


@desk
def tournament(request: Request, pk: int) -> HttpResponse:
    return _page(request, permissions.tournament(request.user, pk, Action.VIEW))


@desk
def part(request: Request, pk: int, name: str) -> HttpResponse:
    """A piece of the desk, which the page asks for again and again."""
    found = permissions.tournament(request.user, pk, Action.VIEW)
    if name not in PARTS:
        raise Http404
    organiser = can(request, found.season.club, Action.ORGANISE)
    return live.fragment(
        request,
        f"tournaments/desk_{name}.html",
        lambda: _context(request, found),
        version=f"{tournament_state.version(found)}-{int(organiser)}",
    )


@desk
def settings(request: Request, pk: int) -> HttpResponse:
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    form = ChangeForm(found, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        wanted = {"name": form.cleaned_data["name"], **form.settings()}
        seen = form.cleaned_data["version"]
        try:
            changed = forms.run(
                form, tournaments.change, found, by=request.user, seen_version=seen, **wanted
            )
        except Stale:
            return _settings_page(request, found, form, form.beside(found), status=409)
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_tournament", pk)
    return _settings_page(request, found, form, status=422 if form.is_bound else 200)


@desk
@require_POST
def check_in(request: Request, pk: int) -> HttpResponse:
    """A player of the list, or whoever is called as was typed; `do=new` adds somebody."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    name = " ".join(request.POST.get("name", "").split())
    try:
        if request.POST.get("player"):
            arrivals.arrive(found, _number(request.POST["player"]), by=request.user)
        elif request.POST.get("do") == "new":
            arrivals.walk_in(found, name, by=request.user)
        else:
            player = forms.called(found.season.club, name)
            arrivals.arrive(found, player.pk, by=request.user)
    except (Invalid, Conflict) as refused:
        return _page(request, found, refused=refused.detail, typed=name)
    return redirect("web:desk_tournament", pk)


@desk
@require_POST
def drop_out(request: Request, pk: int) -> HttpResponse:
    """Gone from the next sitting on; who is awaited at a table is asked about first."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    player = _number(request.POST.get("player", ""))
    try:
        entrants.drop_out(found, [player], by=request.user)
    except Conflict as refused:
        messages.error(request, refused.detail)
        if found.closed_at is None:
            return redirect("web:entrant", pk, player)
    except Invalid as refused:
        messages.error(request, refused.detail)
    return redirect("web:desk_tournament", pk)


@desk
@require_POST
def enter(request: Request, pk: int) -> HttpResponse:
    """Players of the club who will come; they are not here yet."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    chosen = [_number(each) for each in request.POST.getlist("player")]
    try:
        entrants.enter(found, [Entry(player) for player in chosen], by=request.user)
    except (Invalid, Conflict) as refused:
        messages.error(request, refused.detail)
    return redirect("web:desk_tournament", pk)


@desk
@require_POST
def close(request: Request, pk: int) -> HttpResponse:
    """Closed, or with `do=reopen` open again."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    act = tournaments.reopen if request.POST.get("do") == "reopen" else tournaments.close
    try:
        act(found, by=request.user)
    except Conflict as refused:
        messages.error(request, refused.detail)
    return redirect("web:desk_tournament", pk)


@desk
def seeding(request: Request, pk: int) -> HttpResponse:
    """Seeding and needs of everybody, and wishes; only what is changed here is written."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    is_sent = request.method == "POST"
    rows = _entrants(found)
    listed = [
        EntrantForm(
            each,
            request.POST if is_sent and f"p{each.player_id}" in _sent(request) else None,
            prefix=f"p{each.player_id}",
        )
        for each in rows
    ]
    sent = [form for form in listed if form.is_bound]
    valid = is_sent and len([form for form in sent if form.is_valid()]) == len(sent)
    if valid and len([form for form in sent if _save(form, request)]) == len(sent):
        messages.success(request, _("Saved."))
        return redirect("web:seeding", pk)
    return _seeding_page(request, found, rows, listed, refused=is_sent)


@desk
@require_POST
def wish(request: Request, pk: int) -> HttpResponse:
    """Two who must not, or want to, share a table."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    rows = _entrants(found)
    form = WishForm(rows, request.POST, auto_id="wish_%s")
    if form.is_valid():
        made = forms.run(
            form, seating_constraints.express, found, by=request.user, **form.cleaned_data
        )
        if made is not None:
            return redirect("web:seeding", pk)
    listed = [EntrantForm(each, prefix=f"p{each.player_id}") for each in rows]
    return _seeding_page(request, found, rows, listed, wish_form=form, refused=True)


@desk
@require_POST
def forget_wish(request: Request, pk: int, number: int) -> HttpResponse:
    """Twice is as once."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    try:
        seating_constraints.forget(found, number, by=request.user)
    except NotFound:
        pass
    except Conflict as refused:
        messages.error(request, refused.detail)
    return redirect("web:seeding", pk)


@desk
def entrant(request: Request, pk: int, player: int) -> HttpResponse:
    """One entrant: seeding and needs, who comes instead, dropping out, coming back."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    one = entrants.find(found, player)
    if request.method != "POST":
        return _entrant_page(request, one)
    act = ACTS.get(request.POST.get("do", "save"), _save_needs)
    form = EntrantForm(one, request.POST) if act is _save_needs else EntrantForm(one)
    try:
        is_done = act(request, one, form)
    except (Invalid, Conflict) as refused:
        return _entrant_page(request, one, form, refused=refused)
    if not is_done:
        return _entrant_page(request, one, form, status=422)
    return redirect("web:desk_tournament", pk)


def _settings_page(
    request: Request,
    found: Tournament,
    form: ChangeForm,
    beside: list[tuple[str, str, str]] | None = None,
    *,
    status: int,
) -> HttpResponse:
    """`beside`: what somebody else has changed since this page was opened."""
    context = {**_place(found), "form": form, "beside": beside}
    return render(request, "tournaments/settings.html", context, status=status)


def _create(request: Request, club: Any, form: TournamentForm, options: Any) -> Tournament | None:
    if not options.is_valid():
        return None
    game, settings = form.cleaned_data["game"], form.settings()
    seats = GAMES[game].seats
    least, most = settings["least"] or seats.start, settings["most"] or seats.stop - 1
    settings["options"] = read_options(options, game, least, most)
    names = ("name", "starts_at", "place")
    settings.update({name: form.cleaned_data[name] for name in names}, game=game)
    return forms.run(form, tournaments.create, club, by=request.user, **settings)


def _save(form: EntrantForm, request: Request) -> bool:
    """Nothing is written of who has not been changed."""
    if not form.is_valid():
        return False
    changes = forms.changes(form)
    if not changes:
        return True
    return forms.run(form, entrants.change, form.entrant, by=request.user, **changes) is not None


def _save_needs(request: Request, one: Entrant, form: EntrantForm) -> bool:
    return _save(form, request)


def _substitute(request: Request, one: Entrant, form: EntrantForm) -> bool:
    """A player of the list, or somebody new by name."""
    tournament, name = one.tournament, " ".join(request.POST.get("name", "").split())
    player = _number(request.POST.get("player", ""))
    if not player and not name:
        raise Invalid(_("Type a name, or choose from the list."))
    if player:
        entrants.substitute(tournament, one.player_id, player, by=request.user)
    else:
        arrivals.stand_in(tournament, one.player_id, name, by=request.user)
    messages.success(request, _("The place is taken."))
    return True


def _take_out(request: Request, one: Entrant, form: EntrantForm) -> bool:
    entrants.take_out(one, by=request.user)
    return True


def _drop(request: Request, one: Entrant, form: EntrantForm) -> bool:
    entrants.drop_out(one.tournament, [one.player_id], by=request.user)
    return True


def _back(request: Request, one: Entrant, form: EntrantForm) -> bool:
    entrants.check_in(one.tournament, [one.player_id], by=request.user)
    return True


ACTS: dict[str, Callable[[Request, Entrant, EntrantForm], bool]] = {
    "save": _save_needs,
    "substitute": _substitute,
    "take_out": _take_out,
    "drop_out": _drop,
    "back": _back,
}


def _page(request: Request, found: Tournament, **filled: Any) -> HttpResponse:
    context = {**_context(request, found), **filled}
    return render(
        request, "tournaments/desk_tournament.html", context, status=422 if filled else 200
    )


def _context(request: Request, found: Tournament) -> dict[str, Any]:
    state = tournament_state.state_of(found)
    return {
        "state": state,
        "steps": tournament_state.steps(state),
        "told": tournament_state.told(state),
        "candidates": tournament_state.candidates(state),
        "log": tournament_state.log(found),
        "shown": SHOWN,
        "organiser": can(request, found.season.club, Action.ORGANISE),
        **_place(found),
    }


def _place(found: Tournament) -> dict[str, Any]:
    season = found.season
    return {"tournament": found, "season": season, "club": season.club, "member": True}


def _seeding_page(
    request: Request,
    found: Tournament,
    rows: list[Entrant],
    listed: list[EntrantForm],
    *,
    wish_form: WishForm | None = None,
    refused: bool,
) -> HttpResponse:
    context = {
        **_place(found),
        "listed": listed,
        "wishes": seating_constraints.of(found),
        "wish_form": wish_form or WishForm(rows, auto_id="wish_%s"),
    }
    return render(request, "tournaments/seeding.html", context, status=422 if refused else 200)


def _entrant_page(
    request: Request,
    one: Entrant,
    form: EntrantForm | None = None,
    *,
    refused: LeagueError | None = None,
    status: int = 200,
) -> HttpResponse:
    found = one.tournament
    is_in = one.state in {EntrantState.ENTERED, EntrantState.HERE}
    taking_part = found.entrants.exclude(state=EntrantState.ENTERED)
    free = found.season.club.players.exclude(pk__in=taking_part.values("player"))
    table = sitting_tables.playing_at(found, one.player_id)
    context = {
        **_place(found),
        "entrant": one,
        "form": form or EntrantForm(one),
        "is_in": is_in,
        "free": sorted(free.exclude(pk=one.player_id), key=Player.sort_key),
        "table": table,
        "drawn": found.sittings.exists(),
        "waits": table is not None and sitting_tables.is_untouched(table.match),
        "refused": refused,
    }
    if refused is not None:
        status = 409 if isinstance(refused, Conflict) else 422
    return render(request, "tournaments/entrant.html", context, status=status)


def _entrants(found: Tournament) -> list[Entrant]:
    rows = found.entrants.select_related("player")
    for each in rows:
        each.tournament = found
    return sorted(rows, key=lambda each: each.player.sort_key())


def _sent(request: Request) -> set[str]:
    """Prefixes of the rows that the form has."""
    return {name.rpartition("-")[0].removeprefix("initial-") for name in request.POST}


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
