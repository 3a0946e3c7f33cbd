"""Screens for the room: standings, tables, who plays where. They show names as their owners chose,
whoever has signed in, and set no cookie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.models import Audience, Player, Season, Session, Tournament
from league.operations.support import versions
from league.operations.tournaments.play import publication
from league.web.sessions import session_state
from league.web.sessions.session_state import State, Table
from league.web.support import cached_views, live
from league.web.tournaments import tournament_page
from scoring import standings_queries
from scoring.models import SitOut, Standing
from scoring.models import Table as Standings

MOST_ROWS = 100  # of a table; those behind are for the page of the season
CHOICES = {
    "size": ("3", "1", "2", "4", "5"),  # the first is the usual one
    "theme": ("dark", "light", "auto"),
    "by": ("all", "table", "name", "standings"),
    "seconds": ("12", "6", "20", "30"),
}


@dataclass(frozen=True)
class Board:
    """The top of a table of standings, and how many are behind it."""

    game: str
    rows: list[Standing]
    others: bool


@cached_views.cached_view(versions.whole_season)
def season(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    return render(request, "site/screens/season.html", {**_of_season(found), **_chosen(request)})


@cached_views.cached_view(versions.whole_season)
def season_piece(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    return live.fragment(
        request,
        "site/screens/_season.html",
        lambda: _of_season(found),
        version=versions.whole_season(pk) or "",
    )


@cached_views.cached_view(versions.session_desk)
def session(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Session.objects.select_related("season__club"), pk=pk)
    return render(request, "site/screens/session.html", {**_of_session(found), **_chosen(request)})


@cached_views.cached_view(versions.session_desk)
def session_piece(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Session.objects.select_related("season__club"), pk=pk)
    return live.fragment(
        request,
        "site/screens/_session.html",
        lambda: _of_session(found),
        version=versions.session_desk(pk) or "",
    )


@cached_views.cached_view(versions.tournament)
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Tournament.objects.select_related("season__club"), pk=pk)
    return render(
        request, "site/screens/tournament.html", {**_of_tournament(found), **_chosen(request)}
    )


@cached_views.cached_view(versions.tournament)
def tournament_piece(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Tournament.objects.select_related("season__club"), pk=pk)
    return live.fragment(
        request,
        "site/screens/_tournament.html",
        lambda: _of_tournament(found),
        version=versions.tournament(pk) or "",
    )


def _of_tournament(tournament: Tournament) -> dict[str, Any]:
    """The tables of the sitting that was published last, everybody's place, and the standings."""
    found = tournament_page.shown(tournament, Audience.SCREENS)
    return {**found, "boards": _boards(tournament.season, [])}


def _of_season(season: Season) -> dict[str, Any]:
    """Its standings; of its latest evening what is still being played."""
    latest = season.sessions.first()
    state = session_state.state_of(latest) if latest else None
    return {
        "season": season,
        "club": season.club,
        "boards": _boards(season, [*season.games] if len(season.games) > 1 else []),
        "tables": _seen(state.running) if state else [],
    }


def _of_session(session: Session) -> dict[str, Any]:
    """Its tables, everybody's place, and the standings of its season."""
    state = session_state.state_of(session)
    running = _seen(state.running)
    return {
        "session": session,
        "season": session.season,
        "club": session.season.club,
        "tables": [*running, *_seen(state.finished)],
        "people": _people(state, running),
        "waiting": sorted(state.free, key=Player.sort_key),
        "sitting_out": _sitting_out(session, state),
        "boards": _boards(session.season, []),
    }


def _boards(season: Season, games: list[str]) -> list[Board]:
    """Overall and of these games, as far as there are results."""
    wanted = season.tables.with_projection().filter(game__in=["", *games])
    return [board for board in map(_board, wanted) if board.rows]


def _board(table: Standings) -> Board:
    view = standings_queries.read_page(table, 0, MOST_ROWS)
    return Board(table.game, list(view.rows), view.after)


def _seen(found: Sequence[Table]) -> list[Table]:
    """Without those of sittings that are not on the screens."""
    return [each for each in found if publication.is_seen(each.match, Audience.SCREENS)]


def _people(state: State, running: Sequence[Table]) -> list[tuple[Player, Table | None]]:
    """By name: who sits at a running table, and who is here without one."""
    seated = {player: table for table in running for player in table.players}
    everybody = {**{person.player: None for person in state.here}, **seated}
    return sorted(everybody.items(), key=lambda each: each[0].sort_key())


def _sitting_out(session: Session, state: State) -> list[Player]:
    """Who was noted as watching and still has no table."""
    seated = {player for table in state.running for player in table.players}
    hidden = publication.hidden_sit_outs(session.pk, Audience.SCREENS)
    noted: list[SitOut] = [each for each in session_state.sat_out(session) if each.pk not in hidden]
    return sorted({each.player for each in noted} - seated, key=Player.sort_key)


def _chosen(request: HttpRequest) -> dict[str, Any]:
    """What the address asks for, where it is possible."""
    chosen = {
        name: request.GET[name] if request.GET.get(name) in values else values[0]
        for name, values in CHOICES.items()
    }
    return {"chosen": chosen, "sizes": sorted(CHOICES["size"])}
