"""The public page that explains where a player's points come from."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from league.errors import NotFound
from league.models import Season
from league.operations.standings import standings
from league.operations.tournaments import final_ranking
from league.web.accounts.access import viewer_permissions
from league.web.standings import filters, place_chart
from league.web.standings.shared import season_table_of, standings_address
from league.web.support.merged_players import follow_merges
from league.web.support.paper_sizes import LARGE
from scoring.models import Table


@follow_merges("player")
def origin_page(request: HttpRequest, pk: int, player: int, game: str = "") -> HttpResponse:
    return _origin_page(request, *season_table_of(request, pk, game), player)


@follow_merges("player")
def league_origin(request: HttpRequest, pk: int, player: int, game: str = "") -> HttpResponse:
    return _origin_page(request, *season_table_of(request, pk, game, of_league=True), player)


def _origin_page(request: HttpRequest, season: Season, table: Table, player: int) -> HttpResponse:
    chosen = filters.read(request, table)
    if chosen.problems:
        raise Http404(" ".join(chosen.problems.values()))
    try:
        detail = standings.explain(table, player, only=chosen.sessions)
    except NotFound as error:
        raise Http404(error.detail) from None
    if chosen.sessions is None:
        final_ranking.with_final_places([detail.row])
    address = standings_address(table)
    of_game = f"{address}{table.game}/" if table.game else address
    context = {
        "season": season,
        "league": table.league,
        "address": address,
        "club": season.club,
        "game": table.game,
        "chosen": chosen,
        "as_of": chosen.as_of,
        "detail": detail,
        "player": detail.row.player,
        "scheme": detail.scheme,
        "why_unqualified": standings.why_unqualified(detail.row, detail.scheme),
        "why_dropped": standings.why_dropped(detail.scheme),
        "sizes": LARGE,
        "report": f"{of_game}players/{player}/report.pdf",
        "places": place_chart.chart(table, player, chosen.sessions),
        "any_attendance": bool(detail.scheme.attendance),
        "mean_text": detail.mean_in_words(get_language() or "en"),
        "sit_outs_text": detail.sit_outs_in_words(get_language() or "en"),
        **viewer_permissions(request, season.club),
    }
    return render(request, "standings/origin.html", context)
