"""The public calculators: what cards and tiles are worth, and why. They store nothing.

A game from outside has one if its rounds have entries beyond the scores.
"""

from collections.abc import Mapping
from importlib import import_module

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import GAMES, SLUGS
from games.outside_game import OutsideGame
from league.web.games import PAGES, described_calculator
from league.web.games.calculating import CalculatorPage

OWN_CALCULATORS: Mapping[str, CalculatorPage] = {
    slug: import_module(f"league.web.games.{slug}.calculator").PAGE for slug in SLUGS
}


def calculators() -> dict[str, CalculatorPage]:
    """Return the calculators of all installed games that have one."""
    described = {
        slug: described_calculator.page_of(game)
        for slug, game in GAMES.items()
        if isinstance(game, OutsideGame) and game.fields
    }
    return {**OWN_CALCULATORS, **described}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    pages = calculators()
    styles = dict.fromkeys(PAGES[game].style for game in pages if PAGES[game].style)
    context = {"calculators": pages.items(), "styles": styles}
    return render(request, "games/calculators/index.html", context)


@require_safe
def calculator(request: HttpRequest, game: str) -> HttpResponse:
    """Show a calculator; with `piece` in the query only the part that changes."""
    selected = calculators().get(game)
    if selected is None:
        raise Http404
    context = {
        **selected.calculate(request.GET),
        "game": game,
        "calculator": selected,
        "style": PAGES[game].style,
        "answer": selected.answer,
    }
    is_piece = "piece" in request.GET
    template = "games/calculators/_answer_update.html" if is_piece else selected.page
    return render(request, template, context)
