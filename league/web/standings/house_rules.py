"""The page of the house rules that new matches of a season take, with a form for each game."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError
from league.models import Season
from league.operations.seasons import seasons
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.games import PAGES, house_rules
from league.web.games.options_form import OptionsForm
from league.web.support.double_submissions import once
from league.web.support.request import Request


@desk
@once
def season_rules(request: Request, pk: int) -> HttpResponse:
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    if hasattr(season, "tournament"):
        return redirect("web:tournament_settings", season.tournament.pk)
    if request.method != "POST":
        return _page(request, season, _forms(season))
    forms_of_games = _forms(season, request.POST)
    if not all(form.is_valid() for form in forms_of_games.values()):
        return _page(request, season, forms_of_games, status=422)
    read = {
        game: house_rules.read_changed_rules(form, game) for game, form in forms_of_games.items()
    }
    try:
        seasons.update(season, house_rules={**season.house_rules, **read}, by=request.user)
    except (Invalid, Conflict) as error:
        return _page(request, season, forms_of_games, error, status=422)
    messages.success(request, _("House rules saved. They apply to new tables."))
    return redirect("web:desk_season", pk)


def _forms(season: Season, post: Any = None) -> dict[str, OptionsForm]:
    """Return the form of each game of the season that has house rules on pages."""
    games = [game for game in season.games if game in PAGES]
    all_forms = {game: house_rules.season_form(season, game, post) for game in games}
    return {game: form for game, form in all_forms.items() if form.fields}


def _page(
    request: Request,
    season: Season,
    forms_of_games: dict[str, OptionsForm],
    error: LeagueError | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": season.club,
        "season": season,
        "games": [
            (game, form, [rule for rule in house_rules.summary(season, game) if rule.is_changed])
            for game, form in forms_of_games.items()
        ],
        "forms": list(forms_of_games.values()),
        "refused": error.detail if error else "",
        "member": True,
    }
    return render(request, "seasons/house_rules.html", context, status=status)
