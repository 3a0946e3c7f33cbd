"""The seats of all rounds from a file: checked, shown round by round, then stored."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import Tournament
from league.operations.exchange.import_files import seat_files
from league.operations.tournaments import seat_scripts
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.request import Request
from league.web.tournaments.tournament_forms import SeatScriptForm


class ShownTable(NamedTuple):
    """A table of a round; `rows` is the number of tables of its round, at the first one only."""

    round: int
    number: int
    names: Sequence[str]
    rows: int
    is_drawn: bool


@desk
def script(request: Request, pk: int) -> HttpResponse:
    """Show the seats of all rounds; a POST checks a file and shows its rounds, `do=save` stores
    them."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    if request.method != "POST":
        initial = {"text": seat_scripts.to_csv(tournament), "version": tournament.version}
        return _page(request, tournament, SeatScriptForm(initial=initial))
    form = SeatScriptForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, tournament, form, status=422)
    text = form.cleaned_data["text"]
    try:
        if form.cleaned_data["file"] is not None:
            text = seat_files.decode(form.cleaned_data["file"].read(seat_files.LONGEST + 1))
        file = seat_files.read(text)
        if request.POST.get("do") != "save":
            rounds = seat_scripts.check(tournament, file.rows, file.faults)
            return _page(request, tournament, _typed(tournament, text), rounds=rounds)
        seat_scripts.save(
            tournament,
            file.rows,
            file.faults,
            seen_version=form.cleaned_data["version"],
            by=request.user,
        )
    except (Invalid, Conflict, Stale) as error:
        status = 422 if isinstance(error, Invalid) else 409
        current = permissions.find_tournament(request.user, pk, Action.ORGANISE)
        return _page(request, current, _typed(current, text), error=error, status=status)
    messages.success(request, _("The seating plan is saved."))
    return redirect("web:tournament_script", pk)


def _typed(tournament: Tournament, text: str) -> SeatScriptForm:
    """Return the form with this text, as it can be sent again."""
    return SeatScriptForm(initial={"text": text, "version": tournament.version})


def _page(
    request: Request,
    tournament: Tournament,
    form: SeatScriptForm,
    *,
    rounds: seat_scripts.Rounds | None = None,
    error: LeagueError | None = None,
    status: int = 200,
) -> HttpResponse:
    season = tournament.season
    players = seat_scripts.entrants_of(tournament)
    names = {player.pk: player.name for player in players}
    drawn = min(tournament.sittings.count(), len(tournament.script))
    problems = [problem["message"] for problem in error.problems] if error else []
    context = {
        "tournament": tournament,
        "season": season,
        "club": season.club,
        "member": True,
        "form": form,
        "players": players,
        "drawn": drawn,
        "stored": _tables(tournament.script, names, drawn),
        "preview": None if rounds is None else _tables(rounds, names, drawn),
        "problems": problems or ([error.detail] if error else []),
    }
    return render(request, "tournaments/script.html", context, status=status)


def _tables(rounds: seat_scripts.Rounds, names: Mapping[int, str], drawn: int) -> list[ShownTable]:
    return [
        ShownTable(
            number,
            index,
            [names.get(player, "?") for player in table],
            len(tables) if index == 1 else 0,
            number <= drawn,
        )
        for number, tables in enumerate(rounds, 1)
        for index, table in enumerate(tables, 1)
    ]
