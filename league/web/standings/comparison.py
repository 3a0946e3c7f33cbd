"""Two evenings of a season side by side: places and points then and now."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Season, Session
from league.operations.standings import season_trends, standings
from league.operations.support import versions
from league.web.accounts.access import viewer_permissions
from league.web.standings.shared import season_table_of, session_of
from league.web.support import cached_views
from scoring.models import Table

MOST_ROWS = 200


@cached_views.cached_view(versions.standings)
def comparison(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """Return the page for `?then=` and `?now=`, the ids of two evenings in any order; without them
    it compares the latest two."""
    return _comparison(request, *season_table_of(request, pk, game))


@cached_views.cached_view(versions.league_standings)
def of_league(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """Return the page for the standings of a league."""
    return _comparison(request, *season_table_of(request, pk, game, of_league=True))


def _comparison(request: HttpRequest, season: Season, table: Table) -> HttpResponse:
    played = [session for session in season_trends.sessions_of(table) if session.counts]
    then = session_of(request, table, "then") or (played[-2] if len(played) > 1 else None)
    now = session_of(request, table, "now") or (played[-1] if played else None)
    context = {
        "season": season,
        "league": table.league,
        "club": season.club,
        "game": table.game,
        "played": played[::-1],
        **(_compared(table, then, now) if then and now else {}),
        **viewer_permissions(request, season.club),
    }
    return render(request, "standings/comparison.html", context)


def _compared(table: Any, one: Session, other: Session) -> dict[str, Any]:
    then, now = sorted((one, other), key=lambda session: (session.starts_at, session.pk))
    moves = standings.moves_since(standings.view(table, now), then)
    return {
        "then": then,
        "now": now,
        "moves": moves[:MOST_ROWS],
        "others": len(moves) - len(moves[:MOST_ROWS]),
    }
