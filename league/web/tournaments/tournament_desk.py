"""The desk of a tournament: its settings, its entrants, and what to do next."""

import zoneinfo
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid, LeagueError, NotFound, Stale
from league.models import Entrant, EntrantState, Tournament
from league.operations.people import person_search
from league.operations.seasons import house_rules as rules_of_games
from league.operations.tournaments import (
    arenas,
    arrivals,
    entrants,
    own_rounds,
    seating_constraints,
    tournaments,
)
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_tables
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.games import house_rules
from league.web.room import room
from league.web.support import dense_tables, forms, live, person_field
from league.web.support.double_submissions import once
from league.web.support.pages import MOST_TAPPED, ListPage, PlayersPage
from league.web.support.request import Request
from league.web.tournaments import tournament_state
from league.web.tournaments.tournament_forms import (
    ChangeTournamentForm,
    EntrantForm,
    SeatingConstraintForm,
    TournamentForm,
    options_forms,
)

LOG_LINES = 8  # of the log that are visible before it is unfolded
MOST_ENTRANTS = 50  # of a page of seeding
MOST_DIGITS = 18


@desk
@once
def add(request: Request, slug: str) -> HttpResponse:
    """Create a tournament in a club."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    with timezone.override(zoneinfo.ZoneInfo(club.timezone)):
        data = request.POST if request.method == "POST" else None
        form = TournamentForm(data, initial={"place": club.meeting_place})
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
def manage_tournament(request: Request, pk: int) -> HttpResponse:
    return _tournament_page(request, permissions.find_tournament(request.user, pk, Action.VIEW))


@desk
def parts(request: Request, pk: int) -> HttpResponse:
    """Return all parts of the desk that change, which the open page fetches repeatedly."""
    tournament = permissions.find_tournament(request.user, pk, Action.VIEW)
    organiser = is_allowed(request, tournament.season.club, Action.ORGANISE)
    variant = f"{int(organiser)}{dense_tables.DENSE if dense_tables.is_dense(request) else ''}"
    return live.fragment(
        request,
        "tournaments/desk_parts.html",
        lambda: _desk_context(request, tournament),
        version=f"{tournament_state.version(tournament)}-{variant}",
    )


@desk
def settings(request: Request, pk: int) -> HttpResponse:
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
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
    """Check an entrant in: by number, or by typed name (person_field); `do=new` adds a new
    player, `do=expected` checks in all who are entered, `do=undo` takes check-ins back."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    person = person_field.read(request.POST)
    try:
        if request.POST.get("do") == "undo":
            arrivals.undo_check_in(tournament, _sent_players(request), by=request.user)
        elif request.POST.get("player"):
            arrivals.enter_and_check_in(tournament, person.player, by=request.user)
        elif request.POST.get("do") == "expected":
            arrivals.check_in_expected(tournament, by=request.user)
        else:
            arrivals.check_in_person(tournament, person.name, person.creation, by=request.user)
    except (Invalid, Conflict) as error:
        return _tournament_page(
            request, tournament, **person_field.answer(error, "find"), typed=person.name
        )
    return redirect("web:desk_tournament", pk)


@desk
def people(request: Request, pk: int) -> HttpResponse:
    """Return the suggestions for a name that is being typed."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    return person_field.suggestions(
        request, arrivals.people(tournament), person_search.Whereabouts.HERE
    )


@desk
@require_POST
def drop_out(request: Request, pk: int) -> HttpResponse:
    """Drop an entrant out from the next sitting on; one who is awaited at a table is led to the
    entrant page."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
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
def enter(request: Request, pk: int) -> HttpResponse:
    """Enter players of the club who are expected but have not arrived."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    if request.method != "POST":
        entered = set(tournament.entrants.values_list("player", flat=True))
        players = PlayersPage(request, tournament.season.club.players.all(), without=entered)
        context = {**_base_context(tournament), "players": players}
        return render(request, "tournaments/enter.html", context)
    chosen = _sent_players(request)
    try:
        entrants.enter(tournament, [EntryData(player) for player in chosen], by=request.user)
    except (Invalid, Conflict) as error:
        messages.error(request, error.detail)
    return redirect("web:desk_tournament", pk)


@desk
@require_POST
def close_tournament(request: Request, pk: int) -> HttpResponse:
    """Close the tournament, or reopen it with `do=reopen`."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    change = tournaments.reopen if request.POST.get("do") == "reopen" else tournaments.close
    try:
        change(tournament, by=request.user)
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:desk_tournament", pk)


@desk
def seeding(request: Request, pk: int) -> HttpResponse:
    """Edit seeding and needs of all entrants; only changed rows are stored. An arena seats by the
    wishes of its club."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    if tournament.is_arena:
        return redirect("web:seating_wishes", tournament.season.club.slug)
    is_sent = request.method == "POST"
    rows = _entrants_by_name(tournament)
    sent = _prefixes_of_form(request)
    bound_forms = [
        EntrantForm(row, request.POST, prefix=_prefix(row))
        for row in rows
        if is_sent and _prefix(row) in sent
    ]
    valid = is_sent and len([form for form in bound_forms if form.is_valid()]) == len(bound_forms)
    if valid and len([form for form in bound_forms if _save_entrant(form, request)]) == len(
        bound_forms
    ):
        messages.success(request, _("Saved."))
        return redirect(request.get_full_path())
    return _seeding_page(request, tournament, rows, bound_forms, is_refused=is_sent)


@desk
@require_POST
def add_constraint(request: Request, pk: int) -> HttpResponse:
    """Store that two entrants must not, or want to, share a table."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
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
    return _seeding_page(request, tournament, rows, [], wish_form=form, is_refused=True)


@desk
@require_POST
def remove_constraint(request: Request, pk: int, number: int) -> HttpResponse:
    """Remove a seating constraint; idempotent."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    try:
        seating_constraints.remove_constraint(tournament, number, by=request.user)
    except NotFound:
        pass
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:seeding", pk)


@desk
def manage_entrant(request: Request, pk: int, player: int) -> HttpResponse:
    """Edit one entrant: seeding and needs, substitute, dropping out, coming back."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
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
    """Render the settings; `differences` are concurrent changes by another user."""
    context = {**_base_context(tournament), "form": form, "differences": differences}
    return render(request, "tournaments/settings.html", context, status=status)


def _create(request: Request, club: Any, form: TournamentForm, options: Any) -> Tournament | None:
    if not options.is_valid():
        return None
    game, settings = form.cleaned_data["game"], form.settings()
    seats = house_rules.possible_seats(options, game)
    least, most = settings["least"] or seats.start, settings["most"] or seats.stop - 1
    if least in seats and least <= most:  # impossible sizes are refused below, beside their fields
        settings["options"] = house_rules.read_rules(options, game, least, most)
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
    if not forms.run_operation(form, entrants.change, form.entrant, by=request.user, **changes):
        return False
    if changes.get("minimum") is not None:
        _warn_about_minimum(request, form.entrant, changes["minimum"])
    return True


def _warn_about_minimum(request: Request, entrant: Entrant, minimum: int) -> None:
    """Tell that no hand can reach this minimum, which is stored all the same."""
    slug = entrant.tournament.game
    game, seats = GAMES[slug], GAMES[slug].seats.start
    options, names = {game.seat_option: [minimum] * seats}, [entrant.player.name] * seats
    for notice in rules_of_games.notices(slug, options, names)[:1]:
        messages.warning(request, notice.message(request.LANGUAGE_CODE))


def _save_needs(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    return _save_entrant(form, request)


def _replace_entrant(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    """Replace the entrant by the player of the typed name, or by a new one."""
    tournament, person = entrant.tournament, person_field.read(request.POST)
    if person.player:
        entrants.substitute(tournament, entrant.player_id, person.player, by=request.user)
    else:
        arrivals.substitute_person(
            tournament, entrant.player_id, person.name, person.creation, by=request.user
        )
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


def _skip_round(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    number = _number(request.POST.get("round", ""))
    entrants.skip_round(entrant.tournament, entrant.player_id, number, by=request.user)
    return True


def _play_round(request: Request, entrant: Entrant, form: EntrantForm) -> bool:
    number = _number(request.POST.get("round", ""))
    entrants.play_round(entrant.tournament, entrant.player_id, number, by=request.user)
    return True


ENTRANT_ACTIONS: dict[str, Callable[[Request, Entrant, EntrantForm], bool]] = {
    "save": _save_needs,
    "substitute": _replace_entrant,
    "new": _replace_entrant,
    "another": _replace_entrant,
    "take_out": _take_entrant_out,
    "drop_out": _drop_entrant_out,
    "back": _bring_entrant_back,
    "skip": _skip_round,
    "unskip": _play_round,
}


def _tournament_page(request: Request, tournament: Tournament, **overrides: Any) -> HttpResponse:
    context = {**_desk_context(request, tournament), **overrides}
    status = person_field.status(overrides)
    return render(request, "tournaments/desk_tournament.html", context, status=status)


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
        "candidates": tournament_state.players_not_entered(state, MOST_TAPPED),
        "log": tournament_state.log(tournament),
        "log_lines": LOG_LINES,
        "last_arrivals": arrivals.last_arrivals(tournament),
        "evenings": arenas.evenings(tournament) if tournament.is_arena else [],
        **room.desk_context(tournament),
        "kind": "tournament",
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
    bound_forms: list[EntrantForm],
    *,
    wish_form: SeatingConstraintForm | None = None,
    is_refused: bool,
) -> HttpResponse:
    page = ListPage[Entrant](request, rows, MOST_ENTRANTS)
    bound = {form.entrant.pk: form for form in bound_forms}
    context = {
        **_base_context(tournament),
        "page": page,
        "entrant_forms": [
            bound.get(row.pk) or EntrantForm(row, prefix=_prefix(row)) for row in page.rows
        ],
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
    table = sitting_tables.running_table_of(tournament, entrant.player_id)
    context = {
        **_base_context(tournament),
        "entrant": entrant,
        "form": form or EntrantForm(entrant),
        "is_in": is_in,
        "choice": own_rounds.choice_of(entrant),
        "table": table,
        "has_sittings": tournament.sittings.exists(),
        "waits": table is not None and sitting_tables.is_untouched(table.match),
        **(person_field.answer(error) if error else {}),
        "typed": getattr(error, "name", ""),
    }
    if error is not None:
        status = 409 if isinstance(error, Conflict) else 422
    return render(request, "tournaments/entrant.html", context, status=status)


def _entrants_by_name(tournament: Tournament) -> list[Entrant]:
    rows = tournament.entrants.select_related("player")
    for row in rows:
        row.tournament = tournament
    return sorted(rows, key=lambda row: row.player.sort_key())


def _prefix(entrant: Entrant) -> str:
    """Return the prefix of the fields of an entrant."""
    return f"p{entrant.player_id}"


def _prefixes_of_form(request: Request) -> set[str]:
    """Return the prefixes of the rows that the form contains."""
    return {name.rpartition("-")[0].removeprefix("initial-") for name in request.POST}


def _sent_players(request: Request) -> list[int]:
    return [_number(player) for player in request.POST.getlist("player")]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
