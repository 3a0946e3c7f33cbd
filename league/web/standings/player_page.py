"""A player for everybody, under the name that he chose."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.models import Player
from league.operations.standings import careers
from league.operations.standings.careers import PlayedMatch
from league.web.accounts.access import viewer_permissions
from league.web.standings import ratings as charts
from scoring import rating_queries

SHOWN = 60  # matches in the list
OPPONENTS = 12
STRIP = 30  # matches in the picture of the form
LATEST = 5
SHADES = 5
BAR, GAP, HEIGHT, LEAST = 8, 2, 40, 3


@dataclass(frozen=True)
class Bar:
    """A match of the strip: higher for more of the others beaten."""

    match: PlayedMatch
    x: int
    y: float
    height: float
    width: int = BAR


@dataclass(frozen=True)
class Heat:
    """How often a place of a table of some size; `shade` from 0 for never to 5 for most often."""

    times: int
    shade: int


def player(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    results = careers.played_matches(found)
    standings = (
        found.standings.with_place().select_related("table__season").order_by("-table__season_id")
    )
    context = {
        "player": found,
        "club": found.club,
        "results": results[: -SHOWN - 1 : -1],
        "provisional": careers.provisional_matches(found),
        "played": len(results),
        "wins": sum(each.place == 1 for each in results),
        "latest": results[-LATEST:],
        "strip": strip(results[-STRIP:]),
        "strip_width": min(STRIP, len(results)) * (BAR + GAP),
        "strip_height": HEIGHT,
        "places": _heat(results),
        "sums": careers.by_game(results),
        "opponents": careers.opponents(found, results, OPPONENTS),
        "moments": careers.highlights(results),
        "standings": [row for row in standings if not row.table.game],
        "ratings": [charts.chart(career) for career in rating_queries.careers(pk)],
        **viewer_permissions(request, found.club),
    }
    return render(request, "people/player.html", context)


def strip(results: Sequence[PlayedMatch]) -> list[Bar]:
    return [_bar(index, each) for index, each in enumerate(results)]


def _bar(index: int, match: PlayedMatch) -> Bar:
    height = LEAST + round(match.beaten * (HEIGHT - LEAST), 1)
    return Bar(match, index * (BAR + GAP), round(HEIGHT - height, 1), height)


def _heat(results: Sequence[PlayedMatch]) -> list[tuple[int, list[Heat]]]:
    """Per size of table its places; as wide as the largest."""
    counted = careers.by_size(results)
    most = careers.highest_count(counted)
    return [
        (size, [Heat(times, -(-SHADES * times // most)) for times in places])
        for size, places in counted.items()
    ]
