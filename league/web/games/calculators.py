"""The public calculators: what cards and tiles are worth, and why. They store nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.web.games import PAGES
from league.web.games.calculating import Calculate
from league.web.games.nain_jaune.calculator import calculate as nain_jaune
from league.web.games.neurotrio.calculator import calculate as neurotrio
from league.web.games.njet.calculator import calculate as njet
from league.web.games.triominos.calculator import calculate as triominos


@dataclass(frozen=True)
class CalculatorPage:
    """A calculator for the list: `promise` says in a sentence what it computes."""

    name: str | Promise
    promise: str | Promise  # what it computes, in a sentence
    calculate: Calculate
    picture: str


CALCULATORS: Mapping[str, CalculatorPage] = {
    "neurotrio": CalculatorPage(
        _("Best grouping"),
        _(
            "Tap your cards: Manche finds the duos and trios that earn the most, and shows the "
            "total."
        ),
        neurotrio,
        "games/calculators/neurotrio/_picture.html",
    ),
    "triominos": CalculatorPage(
        _("Every place for a tile"),
        _(
            "Build the board and choose a tile: Manche shows every legal place with its points "
            "and bonuses."
        ),
        triominos,
        "games/calculators/triominos/_picture.html",
    ),
    "njet": CalculatorPage(
        _("Points of a round"),
        _(
            "Enter the tricks and 1s of both teams: Manche shows what everybody scores, doubled "
            "for a lone player."
        ),
        njet,
        "games/calculators/njet/_picture.html",
    ),
    "nain_jaune": CalculatorPage(
        _("Settlement of a round"),
        _(
            "Enter the cards left in each hand and who took which box: Manche shows who pays "
            "whom, chip by chip."
        ),
        nain_jaune,
        "games/calculators/nain_jaune/_picture.html",
    ),
}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    styles = [PAGES[game].style for game in CALCULATORS if PAGES[game].style]
    context = {"calculators": CALCULATORS.items(), "styles": styles}
    return render(request, "games/calculators/index.html", context)


@require_safe
def calculator(request: HttpRequest, game: str) -> HttpResponse:
    """Show a calculator; with `piece` in the query only the part that changes."""
    if game not in CALCULATORS:
        raise Http404
    selected = CALCULATORS[game]
    context = {
        **selected.calculate(request.GET),
        "game": game,
        "calculator": selected,
        "style": PAGES[game].style,
        "answer": f"games/calculators/{game}/_answer.html",
    }
    is_piece = "piece" in request.GET
    template = (
        "games/calculators/_answer_update.html"
        if is_piece
        else f"games/calculators/{game}/page.html"
    )
    return render(request, template, context)
