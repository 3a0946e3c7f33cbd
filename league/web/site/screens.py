"""Screens for the hall: standings, tables, seats. They show public names even to members who are
signed in, and set no cookie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from league.models import (
    Audience,
    League,
    Match,
    Player,
    Season,
    Session,
    TeamTable,
    Tournament,
)
from league.operations.seasons import leagues as season_leagues
from league.operations.seasons import team_standings
from league.operations.seasons.team_standings import TeamLine
from league.operations.sessions import nights, queue_play
from league.operations.support import versions
from league.operations.support.wording import decimal_places
from league.operations.tournaments import arenas, final_ranking
from league.operations.tournaments.play import publication
from league.web.room import room
from league.web.sessions import session_state
from league.web.sessions.session_state import SessionDeskState, SessionTable
from league.web.signups import summaries
from league.web.standings import team_pages
from league.web.support import cached_views, live
from league.web.support.public_pages import find_public, find_public_season
from league.web.tournaments import tournament_page
from scoring.models import SitOut, Standing
from scoring.models import Table as Standings

MOST_ROWS = 100  # of standings; the page of the season shows the others
CHOICES = {
    "size": ("3", "1", "2", "4", "5"),  # the first one is the default
    "theme": ("dark", "light", "night", "auto"),  # night: for a room without light
    "by": ("all", "table", "name", "standings"),
    "seconds": ("12", "6", "20", "30"),
}
THEMES = {  # those that the screen itself offers
    "light": pgettext_lazy("screen", "Light"),
    "dark": pgettext_lazy("screen", "Dark"),
    "night": pgettext_lazy("screen", "Dark room"),
}


@dataclass(frozen=True)
class StandingsBoard:
    """The top of the standings; `others` says whether there are more rows."""

    game: str
    rows: list[Standing]
    others: bool
    evening: str = ""  # its name in a league night, which has standings of several seasons
    key: str = ""


@dataclass(frozen=True)
class TeamBoard:
    """The rows of a team table. `places` is the number of decimals of its points."""

    table: TeamTable
    lines: Sequence[TeamLine]
    places: int
    evening: str = ""  # its name in a league night


@cached_views.cached_view(versions.whole_season)
def season_screen(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponse:
    season, league = find_public_season(request, pk, of_league=of_league)
    context = {**_season_context(season, league), **_screen_choices(request)}
    return render(request, "site/screens/season.html", context)


@cached_views.cached_view(versions.whole_season)
def season_piece(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponse:
    season, league = find_public_season(request, pk, of_league=of_league)
    return live.fragment(
        request,
        "site/screens/_season.html",
        lambda: _season_context(season, league),
        version=versions.whole_season(pk, of_league=of_league) or "",
    )


@cached_views.cached_view(versions.night_desk)
def session_screen(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the screen of an evening; `?league=` chooses the standings of a league that has it."""
    session = find_public(request, Session.objects, pk=pk)
    leagues = season_leagues.of_session(session)
    league = _chosen_league(request, leagues)
    choices = _screen_choices(request, {"league": league.pk} if league else {})
    plain = urlencode(choices["chosen"])
    context = {
        **_session_context(session, league),
        **choices,
        "leagues": [(one, f"{plain}&league={one.pk}") for one in leagues],
        "season_query": plain,
        "piece_address": reverse("web:session_screen_piece", args=[pk])
        + (f"?league={league.pk}" if league else ""),
    }
    return render(request, "site/screens/session.html", context)


@cached_views.cached_view(versions.night_desk)
def session_piece(request: HttpRequest, pk: int) -> HttpResponse:
    session = find_public(request, Session.objects, pk=pk)
    league = _chosen_league(request, season_leagues.of_session(session))
    return live.fragment(
        request,
        "site/screens/_session.html",
        lambda: _session_context(session, league),
        version=f"{versions.night_desk(pk)}{f'.{league.pk}' if league else ''}",
    )


@cached_views.cached_view(versions.tournament)
def tournament_screen(request: HttpRequest, pk: int) -> HttpResponse:
    tournament = find_public(request, Tournament.objects, pk=pk)
    evening = arenas.current_evening(tournament, timezone.now()) if tournament.is_arena else None
    if evening is not None:  # its tables are the evening's
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return redirect(reverse("web:session_screen", args=[evening.pk]) + query)
    return render(
        request,
        "site/screens/tournament.html",
        {**_tournament_context(tournament), **_screen_choices(request)},
    )


@cached_views.cached_view(versions.tournament)
def tournament_piece(request: HttpRequest, pk: int) -> HttpResponse:
    tournament = find_public(request, Tournament.objects, pk=pk)
    return live.fragment(
        request,
        "site/screens/_tournament.html",
        lambda: _tournament_context(tournament),
        version=versions.tournament(pk) or "",
    )


def tables_on_screens(tables: Sequence[SessionTable]) -> list[SessionTable]:
    """Return the tables whose sittings are published to screens."""
    return [table for table in tables if publication.is_visible(table.match, Audience.SCREENS)]


def _tournament_context(tournament: Tournament) -> dict[str, Any]:
    """Return the tables of the sitting that was published last, all players' places, and the
    standings."""
    context = tournament_page.tournament_context(tournament, Audience.SCREENS)
    return {
        **context,
        "boards": _boards(tournament.season),
        "team_boards": _team_boards(_team_tables(tournament.season)),
    }


def _chosen_league(request: HttpRequest, leagues: Sequence[League]) -> League | None:
    """Return the league that the address names, if it is one of these."""
    text = request.GET.get("league", "")
    return next((league for league in leagues if str(league.pk) == text), None)


def _season_context(season: Season, league: League | None) -> dict[str, Any]:
    """Return the standings of a season or of one of its leagues, and the running tables of its
    latest session."""
    has_tables = Exists(Match.objects.filter(session=OuterRef("pk")))
    sessions = season.sessions.filter(**(league.time_limits() if league else {}))
    begun = sessions.filter(Q(starts_at__lte=timezone.now()) | has_tables)
    latest = begun.filter(cancelled_at=None).first()
    state = session_state.state_of(latest) if latest else None
    games = league.all_games if league else season.games
    return {
        "season": season,
        "league": league,
        **_addresses(season, league),
        "club": season.club,
        "boards": _boards(season, league, [*games] if len(games) > 1 else []),
        "team_boards": _team_boards(_team_tables(season, league)),
        "tables": tables_on_screens(state.running) if state else [],
    }


def _addresses(season: Season, league: League | None) -> dict[str, str]:
    """Return the addresses of the piece of a screen and of the page behind it."""
    kind, pk = ("league", league.pk) if league else ("season", season.pk)
    pages = {"piece_address": f"web:{kind}_screen_piece", "back_address": f"web:{kind}"}
    return {name: reverse(page, args=[pk]) for name, page in pages.items()}


def _session_context(session: Session, league: League | None) -> dict[str, Any]:
    """Return tables and players of a session and of its league night, and the standings of their
    seasons; of the session's own season, or of a league that has it."""
    sessions = nights.sessions_of(session)
    names = nights.short_names(sessions)
    states = session_state.states_of_night(sessions)
    state = session_state.state_of_whole_night(sessions, states)
    running = tables_on_screens(state.running)
    room_contexts = [room.public_context(row) for row in sessions]
    return {
        "session": session,
        "season": session.season,
        "club": session.season.club,
        "tables": [*running, *tables_on_screens(state.finished)],
        "people": _people(state, running),
        "waiting": sorted(state.free, key=Player.public_sort_key),
        "queue": queue_play.queue_of(session),
        "sitting_out": [player for row in sessions for player in _sitting_out(row, state)],
        "sign_up": summaries.summary(session, member=False),
        "boards": [
            replace(board, evening=names[row.pk], key=f"-{row.season_id}")
            if len(sessions) > 1
            else board
            for row in sessions
            for board in _boards(row.season, league if row.pk == session.pk else None)
        ],
        "team_boards": _team_boards(
            TeamTable.objects.filter(session__in=sessions), names if len(sessions) > 1 else {}
        ),
        "chosen_league": league,
        "shows_clocks": session.closed_at is None and session.cancelled_at is None,
        **room.public_context(session),
        "announcements": [shown for context in room_contexts for shown in context["announcements"]],
    }


def _boards(
    season: Season, league: League | None = None, games: Sequence[str] = ()
) -> list[StandingsBoard]:
    """Return the overall standings of a season or of one of its leagues, and the standings of the
    games, skipping those without results."""
    tables = Standings.every.with_projection().filter(season=season, league=league)
    tables = tables.filter(game__in=["", *games])
    return [board for board in map(_board, tables) if board.rows]


def _board(table: Standings) -> StandingsBoard:
    view = final_ranking.read_page(table, 0, MOST_ROWS)
    return StandingsBoard(table.game, list(view.rows), view.after)


def _team_tables(season: Season, league: League | None = None) -> "QuerySet[TeamTable]":
    """Return the team table of a season or of one of its leagues, if there is one."""
    return TeamTable.objects.filter(season=season, league=league, session=None)


def _team_boards(
    tables: "QuerySet[TeamTable]", names: Mapping[int, str] = MappingProxyType({})
) -> list[TeamBoard]:
    """Return the team tables that have teams. `names` are the names of evenings by session."""
    boards = []
    for table in tables.select_related("season__club"):
        view = team_pages.team_view(table)
        places = decimal_places(row.points for row in view.rows)
        evening = names.get(table.session_id, "") if table.session_id else ""
        boards.append(TeamBoard(table, team_standings.current_lines(view), places, evening))
    return [board for board in boards if board.lines]


def _people(
    state: SessionDeskState, running: Sequence[SessionTable]
) -> list[tuple[Player, SessionTable | None]]:
    """Return the players by name: with their running table, or None for those who wait."""
    seated = {player: table for table in running for player in table.players}
    everybody = {**{person.player: None for person in state.checked_in}, **seated}
    return sorted(everybody.items(), key=lambda person: person[0].public_sort_key())


def _sitting_out(session: Session, state: SessionDeskState) -> list[Player]:
    """Return the players recorded as sitting out who still have no table."""
    seated = {player for table in state.running for player in table.players}
    hidden = publication.hidden_sit_outs(session.pk, Audience.SCREENS)
    rows: list[SitOut] = [
        sit_out for sit_out in session_state.sit_outs(session) if sit_out.pk not in hidden
    ]
    return sorted({row.player for row in rows} - seated, key=Player.public_sort_key)


def _screen_choices(
    request: HttpRequest, fixed: Mapping[str, int] = MappingProxyType({})
) -> dict[str, Any]:
    """Return the display options of the address; invalid ones are as usual. The links to other
    options keep `fixed`."""
    choices = {
        name: request.GET[name] if request.GET.get(name) in values else values[0]
        for name, values in CHOICES.items()
    }
    return {
        "chosen": choices,
        "themes": [
            (theme, words, urlencode({**choices, "theme": theme, **fixed}))
            for theme, words in THEMES.items()
        ],
        "sizes": [
            (size, urlencode({**choices, "size": size, **fixed}))
            for size in sorted(CHOICES["size"])
        ],
        "more": f"&{urlencode(fixed)}" if fixed else "",
    }
