"""Overlays for a live stream, as a browser source of OBS Studio or the like: 1920 × 1080 points,
all transparent except the band with names and points.

An address is `?table=4&at=top&rows=5`; missing or invalid values get their default. Names are the
public ones, and only matches published to screens are shown.
"""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.models import League, Season, Session
from league.operations.support import versions
from league.operations.tournaments import final_ranking
from league.web.sessions import session_state
from league.web.sessions.session_state import SessionTable
from league.web.site.screens import tables_on_screens
from league.web.support import cached_views, live
from league.web.support.public_pages import find_public, find_public_season

EDGES = ("bottom", "top")
ROWS, MOST_ROWS = 5, 10


@cached_views.cached_view(versions.session_desk)
def session_overlay(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the overlay of one table of a session."""
    session = find_public(request, Session.objects, pk=pk)
    context = {"session": session, **_table_context(request, session), **_choices(request)}
    return render(request, "site/overlays/session.html", context)


@cached_views.cached_view(versions.session_desk)
def session_piece(request: HttpRequest, pk: int) -> HttpResponse:
    session = find_public(request, Session.objects, pk=pk)
    return live.fragment(
        request,
        "site/overlays/_table.html",
        lambda: _table_context(request, session),
        version=f"{versions.session_desk(pk)}-{_number(request, 'table')}",
    )


@cached_views.cached_view(versions.whole_season)
def season_overlay(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Return the overlay with the first places of a season or of one of its leagues."""
    season, league = find_public_season(request, pk, of_league=of_league)
    context = {**_standings_context(request, season, league), **_choices(request)}
    return render(request, "site/overlays/season.html", context)


@cached_views.cached_view(versions.whole_season)
def season_piece(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponse:
    season, league = find_public_season(request, pk, of_league=of_league)
    return live.fragment(
        request,
        "site/overlays/_standings.html",
        lambda: _standings_context(request, season, league),
        version=f"{versions.whole_season(pk, of_league=of_league)}-{_number(request, 'rows')}",
    )


def _table_context(request: HttpRequest, session: Session) -> dict[str, Any]:
    return {"club": session.season.club, "table": _table(session, _number(request, "table"))}


def _table(session: Session, number: int) -> SessionTable | None:
    """Return the running match of this table, or else its latest one; without a number, the table
    with the latest action."""
    state = session_state.state_of(session)
    for tables in (state.running, state.finished):
        shown = [table for table in tables_on_screens(tables) if number in (0, table.number)]
        if shown:
            return max(shown, key=lambda candidate: (candidate.since, candidate.number))
    return None


def _standings_context(
    request: HttpRequest, season: Season, league: League | None
) -> dict[str, Any]:
    rows = min(_number(request, "rows") or ROWS, MOST_ROWS)
    kind, pk = ("league", league.pk) if league else ("season", season.pk)
    return {
        "season": season,
        "league": league,
        "piece_address": reverse(f"web:{kind}_overlay_piece", args=[pk]),
        "club": season.club,
        "rows": final_ranking.leaders(season, rows, league=league),
    }


def _choices(request: HttpRequest) -> dict[str, Any]:
    edge = request.GET.get("at", "")
    numbers = {name: _number(request, name) for name in ("table", "rows")}
    query = urlencode({name: number for name, number in numbers.items() if number})
    return {"edge": edge if edge in EDGES else EDGES[0], "query": query}


def _number(request: HttpRequest, name: str) -> int:
    """Return a number of the address, or 0."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
