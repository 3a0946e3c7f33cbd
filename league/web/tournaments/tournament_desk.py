"""The desk of a tournament: its settings, its entrants, and what to do next."""

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
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_tables
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.support import dense_tables, forms, live
from league.web.support.once import once
from league.web.support.request import Request
from league.web.tournaments import tournament_state
from league.web.tournaments.tournament_forms import (
    ChangeTournamentForm,
    EntrantForm,
    SeatingConstraintForm,
    TournamentForm,
    options_forms,
    read_options,
)

PART_NAMES = {"next", "people", "sittings"}
LOG_LINES = 8  # of the log that are visible before it is unfolded
MOST_DIGITS = 18


@desk
@once
def add(request: Request, slug: str) -> HttpResponse:
    """Create a tournament in a club."""
    club = permissions.club(request.user, slug, Action.ORGANISE)
    with timezone.override(zoneinfo.ZoneInfo(club.timezone)):
        form = TournamentForm(request.POST if request.method == "POST" else None)
        options = options_forms(request.POST, request.POST.get("game", ""))
        if request.method == "POST" and form.is_valid():
            tournament = _create(request, club, form, options[form.cleaned_data["game"]])
            if tournament is not None:
                messages.success(request, _("The tournament has been created. Enter its players."))
                return redirect("web:desk_tournament", tournament.pk)
        context = {"club": club, "form": form, "options_forms": options, "member": True}
        is_refused = request.method == "POST"
        return render(request, "tournaments/new.html", context, status=422 if is_refused else 200)


@desk
def tournament(request: Request, pk: int) -> HttpResponse:
    return _tournament_page(request, permissions.tournament(request.user, pk, Action.VIEW))


@desk
def part(request: Request, pk: int, name: str) -> HttpResponse:
    """Return one part of the desk, which the open page fetches repeatedly."""
    tournament = permissions.tournament(request.user, pk, Action.VIEW)
    if name not in PART_NAMES:
        raise Http404
    organiser = is_allowed(request, tournament.season.club, Action.ORGANISE)
    variant = f"{int(organiser)}{dense_tables.DENSE if dense_tables.is_dense(request) else ''}"
    return live.fragment(
        request,
        f"tournaments/desk_{name}.html",
        lambda: _desk_context(request, tournament),
        version=f"{tournament_state.version(tournament)}-{variant}",
    )


@desk
def settings(request: Request, pk: int) -> HttpResponse:
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    form = ChangeTournamentForm(tournament, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        values = {"name": form.cleaned_data["name"], **form.settings()}
        seen_version = form.cleaned_data["version"]
        try:
            saved_tournament = forms.run_operation(
                form,
                tournaments.change,
                tournament,
                by=request.user,
                seen_version=seen_version,
                **values,
            )
        except Stale:
            return _settings_page(
                request, tournament, form, form.differences(tournament), status=409
            )
        if saved_tournament is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_tournament", pk)
    return _settings_page(request, tournament, form, status=422 if form.is_bound else 200)


@desk
@require_POST
def check_in(request: Request, pk: int) -> HttpResponse:
    """Check an entrant in: by number from the list, or by typed name; `do=new` adds a new
    player."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    name = " ".join(request.POST.get("name", "").split())
    try:
        if request.POST.get("player"):
            arrivals.enter_and_check_in(
                tournament, _number(request.POST["player"]), by=request.user
            )
        elif request.POST.get("do") == "new":
            arrivals.walk_in(tournament, name, by=request.user)
        else:
            player = forms.find_player(tournament.season.club, name)
            arrivals.enter_and_check_in(tournament, player.pk, by=request.user)
    except (Invalid, Conflict) as error:
        return _tournament_page(request, tournament, refused=error.detail, typed=name)
    return redirect("web:desk_tournament", pk)


@desk
@require_POST
def drop_out(request: Request, pk: int) -> HttpResponse:
    """Drop an entrant out from the next sitting on; one who is awaited at a table is led to the
    entrant page."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    player = _number(request.POST.get("player", ""))
    try:
        entrants.drop_out(tournament, [player], by=request.user)
    except Conflict as error:
        messages.error(request, error.detail)
        if tournament.closed_at is None:
            return redirect("web:entrant", pk, player)
    except Invalid as error:
        messages.error(request, error.detail)
    return redirect("web:desk_tournament", pk)


@desk
@require_POST
def enter(request: Request, pk: int) -> HttpResponse:
    """Enter players of the club who are expected but have not arrived."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    chosen = [_number(each) for each in request.POST.getlist("player")]
    try:
        entrants.enter(tournament, [EntryData(player) for player in chosen], by=request.user)
    except (Invalid, Conflict) as error:
        messages.error(request, error.detail)
    return redirect("web:desk_tournament", pk)


@desk
@require_POST
def close_tournament(request: Request, pk: int) -> HttpResponse:
    """Close the tournament, or reopen it with `do=reopen`."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    change = tournaments.reopen if request.POST.get("do") == "reopen" else tournaments.close
    try:
        change(tournament, by=request.user)
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:desk_tournament", pk)


@desk
def seeding(request: Request, pk: int) -> HttpResponse:
    """Edit seeding and needs of all entrants; only changed rows are stored."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    is_sent = request.method == "POST"
    rows = _entrants_by_name(tournament)
    entrant_forms = [
        EntrantForm(
            each,
            request.POST
            if is_sent and f"p{each.player_id}" in _prefixes_of_form(request)
            else None,
            prefix=f"p{each.player_id}",
        )
        for each in rows
    ]
    bound_forms = [form for form in entrant_forms if form.is_bound]
    valid = is_sent and len([form for form in bound_forms if form.is_valid()]) == len(bound_forms)
    if valid and len([form for form in bound_forms if _save_entrant(form, request)]) == len(
        bound_forms
    ):
        messages.success(request, _("Saved."))
        return redirect("web:seeding", pk)
    return _seeding_page(request, tournament, rows, entrant_forms, is_refused=is_sent)


@desk
@require_POST
def add_constraint(request: Request, pk: int) -> HttpResponse:
    """Store that two entrants must not, or want to, share a table."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    rows = _entrants_by_name(tournament)
    form = SeatingConstraintForm(rows, request.POST, auto_id="wish_%s")
    if form.is_valid():
        constraint = forms.run_operation(
            form,
            seating_constraints.set_constraint,
            tournament,
            by=request.user,
            **form.cleaned_data,
        )
        if constraint is not None:
            return redirect("web:seeding", pk)
    entrant_forms = [EntrantForm(each, prefix=f"p{each.player_id}") for each in rows]
    return _seeding_page(request, tournament, rows, entrant_forms, wish_form=form, is_refused=True)


@desk
@require_POST
def remove_constraint(request: Request, pk: int, number: int) -> HttpResponse:
    """Remove a seating constraint; removing it twice is no error."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    try:
        seating_constraints.remove_constraint(tournament, number, by=request.user)
    except NotFound:
        pass
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:seeding", pk)


@desk
def entrant(request: Request, pk: int, player: int) -> HttpResponse:
    """Edit one entrant: seeding and needs, substitute, dropping out, coming back."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    entrant = entrants.find(tournament, player)
    if request.method != "POST":
        return _entrant_page(request, entrant)
    action = ENTRANT_ACTIONS.get(request.POST.get("do", "save"), _save_needs)
    form = EntrantForm(entrant, request.POST) if action is _save_needs else EntrantForm(entrant)
    try:
        is_done = action(request, entrant, form)
    except (Invalid, Conflict) as error:
        return _entrant_page(request, entrant, form, error=error)
    if not is_done:
        return _entrant_page(request, entrant, form, status=422)
    return redirect("web:desk_tournament", pk)


def _settings_page(
    request: Request,
    tournament: Tournament,
    form: ChangeTournamentForm,
    differences: list[tuple[str, str, str]] | None = None,
    *,
    status: int,
) -> HttpResponse:
    """Render the settings; `differences` is what somebody else has changed meanwhile."""
    context = {**_base_context(tournament), "form": form, "differences": differences}
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
    return forms.run_operation(form, tournaments.create, club, by=request.user, **settings)


def _save_entrant(form: EntrantForm, request: Request) -> bool:
    """Store the changed fields and return whether the form was valid; no change, no write."""
    if not form.is_valid():
        return False
    changes = forms.changed_values(form)
    if not changes:
        return True
    return (
        forms.run_operation(form, entrants.change, form.entrant, by=request.user, **changes)
        is not None
    )


def _save_needs(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    return _save_entrant(form, request)


def _replace_entrant(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    """Replace the entrant by a player of the list, or by a new player of the typed name."""
    tournament, name = entrant.tournament, " ".join(request.POST.get("name", "").split())
    player = _number(request.POST.get("player", ""))
    if not player and not name:
        raise Invalid(_("Type a name, or choose one from the list."))
    if player:
        entrants.substitute(tournament, entrant.player_id, player, by=request.user)
    else:
        arrivals.substitute_newcomer(tournament, entrant.player_id, name, by=request.user)
    messages.success(request, _("The player has been replaced."))
    return True


def _take_entrant_out(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    entrants.remove(entrant, by=request.user)
    return True


def _drop_entrant_out(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    entrants.drop_out(entrant.tournament, [entrant.player_id], by=request.user)
    return True


def _bring_entrant_back(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    entrants.check_in(entrant.tournament, [entrant.player_id], by=request.user)
    return True


ENTRANT_ACTIONS: dict[str, Callable[[Request, Entrant, EntrantForm], bool]] = {
    "save": _save_needs,
    "substitute": _replace_entrant,
    "take_out": _take_entrant_out,
    "drop_out": _drop_entrant_out,
    "back": _bring_entrant_back,
}


def _tournament_page(request: Request, tournament: Tournament, **overrides: Any) -> HttpResponse:
    context = {**_desk_context(request, tournament), **overrides}
    return render(
        request, "tournaments/desk_tournament.html", context, status=422 if overrides else 200
    )


def _desk_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    state = tournament_state.state_of(tournament)
    is_dense = dense_tables.is_dense(request)
    return {
        "state": state,
        "dense": is_dense,
        "open_squares": tournament_state.open_squares(state) if is_dense else [],
        "may_submit": is_allowed(request, tournament.season.club, Action.SUBMIT),
        "steps": tournament_state.steps(state),
        "findings": tournament_state.finding_links(state),
        "candidates": tournament_state.candidates(state),
        "log": tournament_state.log(tournament),
        "log_lines": LOG_LINES,
        "organiser": is_allowed(request, tournament.season.club, Action.ORGANISE),
        **_base_context(tournament),
    }


def _base_context(tournament: Tournament) -> dict[str, Any]:
    season = tournament.season
    return {"tournament": tournament, "season": season, "club": season.club, "member": True}


def _seeding_page(
    request: Request,
    tournament: Tournament,
    rows: list[Entrant],
    entrant_forms: list[EntrantForm],
    *,
    wish_form: SeatingConstraintForm | None = None,
    is_refused: bool,
) -> HttpResponse:
    context = {
        **_base_context(tournament),
        "entrant_forms": entrant_forms,
        "wishes": seating_constraints.constraints_of(tournament),
        "wish_form": wish_form or SeatingConstraintForm(rows, auto_id="wish_%s"),
    }
    return render(request, "tournaments/seeding.html", context, status=422 if is_refused else 200)


def _entrant_page(
    request: Request,
    entrant: Entrant,
    form: EntrantForm | None = None,
    *,
    error: LeagueError | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament = entrant.tournament
    is_in = entrant.state in {EntrantState.ENTERED, EntrantState.HERE}
    taking_part = tournament.entrants.exclude(state=EntrantState.ENTERED)
    free = tournament.season.club.players.exclude(pk__in=taking_part.values("player"))
    table = sitting_tables.running_table_of(tournament, entrant.player_id)
    context = {
        **_base_context(tournament),
        "entrant": entrant,
        "form": form or EntrantForm(entrant),
        "is_in": is_in,
        "free": sorted(free.exclude(pk=entrant.player_id), key=Player.sort_key),
        "table": table,
        "has_sittings": tournament.sittings.exists(),
        "waits": table is not None and sitting_tables.is_untouched(table.match),
        "refused": error,
    }
    if error is not None:
        status = 409 if isinstance(error, Conflict) else 422
    return render(request, "tournaments/entrant.html", context, status=status)


def _entrants_by_name(tournament: Tournament) -> list[Entrant]:
    rows = tournament.entrants.select_related("player")
    for each in rows:
        each.tournament = tournament
    return sorted(rows, key=lambda each: each.player.sort_key())


def _prefixes_of_form(request: Request) -> set[str]:
    """Return the prefixes of the rows that the form contains."""
    return {name.rpartition("-")[0].removeprefix("initial-") for name in request.POST}


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
