"""Where a player's points come from: for everybody, with names as their owners chose."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.errors import NotFound
from league.operations.standings import standings
from league.web.accounts.access import viewer_permissions
from league.web.standings.shared import asked_evening, season_table_of
from league.web.support.paper_sizes import LARGE


def player(request: HttpRequest, pk: int, player: int, game: str = "") -> HttpResponse:
    season, table = season_table_of(pk, game)
    as_of = asked_evening(request, table)
    try:
        found = standings.explain(table, player, as_of)
    except NotFound as error:
        raise Http404(error.detail) from None
    named = [pk, game, player] if game else [pk, player]
    context = {
        "season": season,
        "club": season.club,
        "game": game,
        "as_of": as_of,
        "found": found,
        "player": found.row.player,
        "scheme": found.scheme,
        "why_dropped": standings.why_dropped(found.scheme),
        "sizes": LARGE,
        "report": reverse("web:report_game" if game else "web:report", args=named),
        "any_attendance": bool(found.scheme.attendance),
        **viewer_permissions(request, season.club),
    }
    return render(request, "standings/origin.html", context)
