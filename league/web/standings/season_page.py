"""The public standings of a season or of one of its leagues. Public pages set no cookie and show
names as their owners chose."""

import time
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import League, Match, Quorum, Season, Session
from league.models.leagues import standings_name
from league.names import MOST_LETTERS, search_words
from league.operations.matches import match_results
from league.operations.sessions import current_sessions
from league.operations.standings import proved_places, season_awards, season_trends, standings
from league.operations.standings.season_trends import SeasonTrends
from league.operations.support import name_search, versions, wording
from league.operations.tournaments import final_ranking
from league.web.accounts.access import audience, viewer_permissions
from league.web.standings import filters, race
from league.web.standings.columns import of_statistics, optional_columns
from league.web.standings.filters import EVERYTHING, SessionsFilter
from league.web.standings.shared import (
    scheme_context,
    season_table_of,
    standings_address,
)
from league.web.support import cached_views, live
from league.web.support.link_previews import LinkPreview, preview
from league.web.support.shared_pages import shared_page
from league.web.support.version_memo import VersionMemo
from scoring import standings_queries
from scoring.models import Standing, Table
from scoring.pure import schemes
from scoring.standings_queries import StandingsTable

WHOLE_TABLE_ROWS = 200  # up to this number a table is one page, longer ones are paged
PAGE_ROWS = 50
MOST_PRINTED_ROWS = 1000  # on the page that shows all
MOST_EXPLAINED_ROWS = 100  # tables up to this size say why rows have moved
MOST_SESSIONS = 60
ALL_PAGES = 0  # `?page=all`
contexts: VersionMemo[dict[str, Any]] = VersionMemo(max_entries=8)  # a large one takes some MB


class SessionLine(NamedTuple):
    """An evening in the list of the page. Address and day are texts, as a template takes long to
    make them for each line."""

    session: Session
    match_count: int
    address: str
    day: str


class SessionChoice(NamedTuple):
    """An evening to choose, its number as text."""

    number: str
    day: str
    is_chosen: bool


@cached_views.cached_view(versions.standings)
@shared_page(Season, versions.standings)
def season_page(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    return _standings_page(request, *season_table_of(request, pk, game))


@cached_views.cached_view(versions.league_standings)
@shared_page(League, versions.league_standings)
def league_page(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    return _standings_page(request, *season_table_of(request, pk, game, of_league=True))


def _standings_page(request: HttpRequest, season: Season, table: Table) -> HttpResponse:
    chosen, viewer = filters.read(request, table), viewer_permissions(request, season.club)
    is_final, page = request.GET.get("results") == "final", _page_number(request)
    is_narrowed, is_wide = is_final or chosen.sessions is not None, _is_wide(request)
    table_context = (
        _table_context(table, chosen, page, is_final=is_final)
        if is_narrowed
        else _current_context(table, page)
    )
    story, zone = table_context["story"], ZoneInfo(season.club.timezone)
    league = table.league
    context = {
        "season": season,
        "league": league,
        "leagues": list(season.leagues.all()),
        "address": standings_address(table),
        "club": season.club,
        "game": table.game,
        "games": league.all_games if league else season.games,
        "division": getattr(season, "division", None),
        **table_context,
        **_choose_columns(table_context, is_wide=is_wide),
        "evenings": _session_lines(table_context["sessions"], zone),
        "choices": _session_choices(table_context["latest_sessions"], chosen.as_of, zone),
        "chosen": chosen,
        "whole_query": _query(chosen, is_wide=is_wide),
        "page_query": f"&{query}"
        if (query := _query(chosen, is_final=is_final, is_wide=is_wide))
        else "",
        "other_columns_query": _query(chosen, page, is_final=is_final, is_wide=not is_wide),
        "live_query": _query(EVERYTHING, page, is_wide=is_wide),
        "canonical_query": chosen.query,
        "periods": filters.periods(story.played, chosen, zone),
        **_name_search_context(request, table, viewer["member"]),
        "race": None
        if is_narrowed or table_context["view"].before
        else race.chart(story, member=viewer["member"]),
        "now": timezone.now(),
        "is_live": not is_narrowed and page != ALL_PAGES,
        "team_table": season.team_tables.filter(league=league, session=None).first(),
        "champions": season_awards.champions(season, table),
        **viewer,
        **_preview(season, league),
        "draws_lots": viewer["organiser"] and not is_narrowed and _shares_a_drawable_place(table),
    }
    status = HTTPStatus.BAD_REQUEST if chosen.problems else HTTPStatus.OK
    return render(request, "standings/season.html", context, status=status)


def _session_lines(sessions: Sequence[tuple[Session, int]], zone: ZoneInfo) -> list[SessionLine]:
    return [
        SessionLine(session, count, reverse("web:session", args=[session.pk]), _day(session, zone))
        for session, count in sessions
    ]


def _session_choices(
    sessions: Sequence[Session], as_of: Session | None, zone: ZoneInfo
) -> list[SessionChoice]:
    return [
        SessionChoice(str(session.pk), _day(session, zone), session == as_of)
        for session in sessions
    ]


def _day(session: Session, zone: ZoneInfo) -> str:
    return wording.date(timezone.localtime(session.starts_at, zone), "j F Y, H:i")


def _preview(season: Season, league: League | None) -> dict[str, LinkPreview]:
    name = standings_name(season, league)
    values = {"season": name, "club": season.club.name}
    return preview(
        "league" if league else "season",
        league.pk if league else season.pk,
        title=f"{name} · {season.club.name}",
        description=_("Standings and evenings of %(season)s at %(club)s.") % values,
    )


def _query(
    chosen: SessionsFilter, page: int = 1, *, is_final: bool = False, is_wide: bool = False
) -> str:
    """Return the query of the address that shows these evenings with these columns."""
    parts = [
        chosen.query,
        "results=final" if is_final else "",
        "columns=all" if is_wide else "",
        f"page={page or 'all'}" if page != 1 else "",
    ]
    return "&".join(filter(None, parts))


def _is_wide(request: HttpRequest) -> bool:
    """Return whether the address asks for all columns; the simple view is the default."""
    return request.GET.get("columns") == "all"


def _choose_columns(table_context: dict[str, Any], *, is_wide: bool) -> dict[str, Any]:
    """Return the context of the chosen view: the simple one has neither optional columns nor notes
    on rows, for which all results would be read; but those that the scheme shows."""
    chosen_ones = of_statistics(standings_queries.columns(table_context["view"]))
    if is_wide:
        wide = table_context["wide_context"]()
        return {"is_wide": True, **wide, "shown_columns": [*wide["shown_columns"], *chosen_ones]}
    return {
        "is_wide": False,
        "recent": {},
        "shown_columns": chosen_ones,
        "movements": {},
        "proved": None,
    }


@cached_views.cached_view(versions.standings)
@shared_page(Season, versions.standings)
def season_table(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """Return only the table, which the open page fetches repeatedly; 304 while it is unchanged."""
    season, table = season_table_of(request, pk, game)
    return _table_fragment(request, season, table, str(versions.standings(pk, game)))


@cached_views.cached_view(versions.league_standings)
@shared_page(League, versions.league_standings)
def league_table(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """Return only the table of a league, as `season_table` does."""
    season, table = season_table_of(request, pk, game, of_league=True)
    return _table_fragment(request, season, table, str(versions.league_standings(pk, game)))


def _table_fragment(
    request: HttpRequest, season: Season, table: Table, version: str
) -> HttpResponse:
    page, is_wide = _page_number(request), _is_wide(request)
    query = _query(EVERYTHING, page, is_wide=is_wide)

    def context() -> dict[str, Any]:
        table_context = _current_context(table, page)
        return {
            "season": season,
            "league": table.league,
            "game": table.game,
            **table_context,
            **_choose_columns(table_context, is_wide=is_wide),
            **viewer_permissions(request, season.club),
        }

    return live.fragment(
        request,
        "standings/_standings.html",
        context,
        version=f"{version}.{query}" if query else version,
        audience=audience(request, season.club),
    )


def _page_number(request: HttpRequest) -> int:
    """Return the page of the address, from 1, or ALL_PAGES; raise Http404 for an invalid number."""
    text = request.GET.get("page", "1")
    if text == "all":
        return ALL_PAGES
    if not (text.isascii() and text.isdecimal() and len(text) < 7) or int(text) < 1:
        raise Http404
    return int(text)


def _current_context(table: Table, page: int) -> dict[str, Any]:
    """Return the context of the table as it is now; computed once per version and hour."""
    version = (
        table.facts_version,
        table.rules_version,
        table.standings_version,
        table.season.club.edition,
        int(time.time()) // 3600,
    )
    return contexts.get_or_make((table.pk, page), version, lambda: _table_context(table, page=page))


def _table_context(
    table: Table, chosen: SessionsFilter = EVERYTHING, page: int = 1, *, is_final: bool = False
) -> dict[str, Any]:
    """Return the context of the table, whole or one page. A whole table shows how each row has
    moved since the session before the latest one; a table of final results compares nothing."""
    left_out = set(match_results.provisional_in(table)) if is_final else set()
    is_narrowed = is_final or chosen.sessions is not None
    tournament = None if is_narrowed else final_ranking.selecting_tournament(table)
    ranking = (
        final_ranking.final_ranking(tournament, standings_queries.read(table))
        if tournament
        else None
    )
    whole, view = (
        _page_of_view(ranking.view, page)
        if ranking
        else _read_view(table, chosen, page, is_final=bool(left_out))
    )
    story = season_trends.trends_of(view, chosen.sessions, left_out)
    provisional = {} if left_out else _provisional_matches(table, story)
    compares = whole and not is_final and not ranking  # the standings before had no final places
    since = _session_before(story, chosen) if compares else None
    moves = story.moved(since)
    scheme = scheme_context(schemes.read(view.table.scheme))

    @cache
    def wide_context() -> dict[str, Any]:
        proves = whole and not is_narrowed and not ranking
        return {
            "recent": story.recent,
            "shown_columns": optional_columns(view.rows, story.recent, scheme["columns"]),
            "movements": story.movements(moves, since)
            if since and len(moves) <= MOST_EXPLAINED_ROWS
            else {},
            "proved": proved_places.proved_places(story, timezone.now()) if proves else None,
        }

    return {
        "view": view,
        "decision": ranking.decision if ranking else "",
        "story": story,
        "moves": moves,
        "wide_context": wide_context,
        "places": wording.decimal_places(row.points for row in view.rows),
        "best": _most_points(view),
        "since": since,
        "chosen": chosen,
        "as_of": chosen.as_of,
        "is_final": is_final,
        "provisional": {player for players in provisional.values() for player in players},
        "left_out": len(left_out or provisional),
        "page": page,
        "paged": not whole,
        "played_sessions": story.played[::-1],
        "sessions": _with_match_counts(
            current_sessions.around_now(story.evenings, timezone.now(), MOST_SESSIONS)[::-1]
        ),
        "latest_sessions": _latest_sessions(story, chosen.as_of),
        **scheme,
    }


def _latest_sessions(story: SeasonTrends, as_of: Session | None) -> list[Session]:
    """Return the sessions to choose from: the latest ones, and the chosen one if it is older."""
    latest = story.played[: -MOST_SESSIONS - 1 : -1]
    return [*latest, as_of] if as_of and as_of not in latest else latest


def _with_match_counts(sessions: Sequence[Session]) -> list[tuple[Session, int]]:
    """Return the sessions, each with the number of its matches that were not called off."""
    matches = Match.objects.filter(session__in=sessions, called_off_at=None)
    counts = dict(matches.order_by().values_list("session").annotate(n=Count("pk")))
    return [(session, counts.get(session.pk, 0)) for session in sessions]


def _session_before(story: SeasonTrends, chosen: SessionsFilter) -> Session | None:
    """Return the shown session with results before the latest one, if there is one."""
    played = [
        played for played in story.played if chosen.sessions is None or played.pk in chosen.sessions
    ]
    return played[-2] if len(played) > 1 else None


def _provisional_matches(table: Table, story: SeasonTrends) -> Mapping[int, Collection[int]]:
    """Return the shown matches that are not final, each with its players. In seasons without
    confirmation only disputed ones are."""
    if table.season.confirmation == Quorum.NOBODY:
        return story.disputed()
    return story.players_of(match_results.provisional_in(table))


def _read_view(
    table: Table, chosen: SessionsFilter, page: int, *, is_final: bool = False
) -> tuple[bool, StandingsTable]:
    """Return whether it is the whole table, and the rows of the page."""
    if chosen.sessions is not None:
        view = standings.view_of_sessions(table, chosen.sessions, is_final=is_final)
        return _page_of_view(view, page)
    if is_final:
        return _page_of_view(standings.final_view(table), page)
    if page == ALL_PAGES:
        view = standings_queries.read_page(table, 0, MOST_PRINTED_ROWS)
        return len(view.rows) <= WHOLE_TABLE_ROWS, view
    before = (page - 1) * PAGE_ROWS
    if not before:
        return _page_of_view(standings_queries.read_page(table, 0, WHOLE_TABLE_ROWS), page)
    view = standings_queries.read_page(table, before, PAGE_ROWS)
    if not view.rows or not standings_queries.has_more_than(table, WHOLE_TABLE_ROWS):
        raise Http404
    return False, view


def _page_of_view(view: StandingsTable, page: int) -> tuple[bool, StandingsTable]:
    """Return whether the view is whole, and its rows on the page; raise Http404 if there are
    none."""
    if page == ALL_PAGES:
        rows = view.rows[:MOST_PRINTED_ROWS]
        after = len(view.rows) > MOST_PRINTED_ROWS
        is_whole = len(rows) <= WHOLE_TABLE_ROWS
        return is_whole, StandingsTable(view.table, rows, after=after)
    before = (page - 1) * PAGE_ROWS
    if not (view.after or len(view.rows) > WHOLE_TABLE_ROWS):
        if before:
            raise Http404
        return True, view
    rows = view.rows[before : before + PAGE_ROWS]
    if not rows:
        raise Http404
    return False, StandingsTable(
        view.table, rows, before, view.after or len(view.rows) > before + PAGE_ROWS
    )


def _most_points(view: StandingsTable) -> int:
    """Return the most points in the whole table."""
    if not view.before:
        return max((row.points for row in view.rows), default=0)
    best: Standing = view.table.standings.order_by("-rank_key")[0]
    return best.points


def _name_search_context(request: HttpRequest, table: Table, member: bool) -> dict[str, Any]:
    """Return the rows whose player matches `?name=`, each with the page it stands on."""
    text = request.GET.get("name", "")[:MOST_LETTERS]
    if not text:
        return {"searched_name": "", "name_matches": []}
    people = name_search.find_players(search_words(text), clubs=[table.season.club], member=member)
    rows = table.standings.filter(player__in=people).with_place().select_related("player")
    return {
        "searched_name": text,
        "name_matches": [
            (row, (row.place - 1) // PAGE_ROWS + 1)
            for row in (final_ranking.with_final_places(rows) if people else [])
        ],
    }


def _shares_a_drawable_place(table: Table) -> bool:
    """Return whether the table has a shared place that a tie-break draw would decide."""
    if "lots" not in schemes.read(table.scheme).tiebreaks:
        return False
    shared = table.standings.order_by().values("rank_key").annotate(n=Count("pk")).filter(n__gt=1)
    return bool(shared.exists())
