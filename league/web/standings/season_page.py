"""The public standings of a season. Public pages set no cookie and show names as their owners
chose."""

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Quorum, Season, Session
from league.operations.ladders import divisions
from league.operations.matches import match_results
from league.operations.standings import season_awards, season_trends, standings
from league.operations.support import name_search, versions
from league.web.accounts.access import audience, viewer_permissions
from league.web.standings import race
from league.web.standings.shared import scheme_context, season_table_of, session_as_of
from league.web.support import cached_views, live
from league.web.support.link_previews import LinkPreview, preview
from scoring import standings_queries
from scoring.models import Standing, Table
from scoring.pure import schemes
from scoring.standings_queries import StandingsTable

WHOLE_TABLE_ROWS = 200  # rows are shown at once, longer tables page by page
PAGE_ROWS = 50
MOST_SESSIONS = 60


@cached_views.cached_view(versions.standings)
def season(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    season, table = season_table_of(pk, game)
    as_of, viewer = session_as_of(request, table), viewer_permissions(request, season.club)
    is_final = request.GET.get("results") == "final"
    table_context = _table_context(table, as_of, _page_number(request), is_final=is_final)
    context = {
        "season": season,
        "club": season.club,
        "game": game,
        "games": season.games,
        "division": divisions.division_of_season(season),
        **table_context,
        "other_pages_query": _other_pages_query(as_of, is_final=is_final),
        **_name_search_context(request, table, viewer["member"]),
        "race": None
        if as_of or is_final or table_context["view"].before
        else race.chart(table_context["story"], member=viewer["member"]),
        "sessions": table_context["story"].evenings[: -MOST_SESSIONS - 1 : -1],
        "now": timezone.now(),
        "champions": season_awards.champions(season, table),
        **viewer,
        **_preview(season),
        "draws_lots": viewer["organiser"] and as_of is None and _shares_a_drawable_place(table),
    }
    return render(request, "standings/season.html", context)


def _preview(season: Season) -> dict[str, LinkPreview]:
    values = {"season": season.name, "club": season.club.name}
    return preview(
        "season",
        season.pk,
        title=f"{season.name} · {season.club.name}",
        description=_("Standings and evenings of %(season)s at %(club)s.") % values,
    )


def _other_pages_query(as_of: Session | None, *, is_final: bool) -> str:
    """Return what the links to other pages of the table add to `?page=`."""
    evening = f"&as_of={as_of.pk}" if as_of else ""
    return evening + ("&results=final" if is_final else "")


@cached_views.cached_view(versions.standings)
def season_table(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """Return the table alone, which the open page fetches repeatedly; 304 while it is unchanged."""
    season, table = season_table_of(pk, game)
    page = _page_number(request)
    return live.fragment(
        request,
        "standings/_standings.html",
        lambda: {
            "season": season,
            "game": game,
            **_table_context(table, page=page),
            **viewer_permissions(request, season.club),
        },
        version=f"{versions.standings(pk, game)}{f'.page{page}' if page > 1 else ''}",
        audience=audience(request, season.club),
    )


def _page_number(request: HttpRequest) -> int:
    """Return the page of the address, from 1; raise Http404 for what is no number."""
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdecimal() and len(text) < 7) or int(text) < 1:
        raise Http404
    return int(text)


def _table_context(
    table: Table, as_of: Session | None = None, page: int = 1, *, is_final: bool = False
) -> dict[str, Any]:
    """Return the context of the table, whole or one page. A whole table shows how each row has
    moved since the session before the latest one; a table of final results compares nothing."""
    left_out = (
        set(match_results.provisional_results(table.season, table.game)) if is_final else set()
    )
    whole, view = _read_view(table, as_of, page, is_final=bool(left_out))
    story = season_trends.trends_of(view, as_of, left_out)
    provisional = left_out or _provisional_matches(table, story)
    sessions = [each for each in story.played if as_of is None or each.pk == as_of.pk]
    latest_index = story.played.index(sessions[-1]) if sessions else 0
    since = story.played[latest_index - 1] if latest_index and whole and not is_final else None
    return {
        "view": view,
        "story": story,
        "moves": story.moved(since),
        "recent": story.recent(),
        "best": _points_of_first(view),
        "since": since,
        "as_of": as_of,
        "is_final": is_final,
        "provisional": _players_of_matches(story, provisional),
        "left_out": len(provisional),
        "page": page,
        "paged": not whole,
        "played_sessions": story.played[::-1],
        **scheme_context(schemes.read(view.table.scheme)),
    }


def _provisional_matches(table: Table, story: season_trends.SeasonTrends) -> set[int]:
    """Return the shown matches that are not final. In seasons without confirmation only disputed
    ones are."""
    if table.season.confirmation == Quorum.NOBODY:
        return set(story.disputed)
    return set(match_results.provisional_results(table.season, table.game)) & story.evidence.keys()


def _players_of_matches(story: season_trends.SeasonTrends, matches: set[int]) -> set[int]:
    return {fact.player for fact in story.history.facts if fact.match in matches}


def _read_view(
    table: Table, as_of: Session | None, page: int, *, is_final: bool = False
) -> tuple[bool, StandingsTable]:
    """Return whether it is the whole table, and the rows of the page."""
    before = (page - 1) * PAGE_ROWS
    if is_final:
        return _page_of_view(standings.final_view(table, as_of), before)
    if as_of is not None:
        return _page_of_view(standings.view(table, as_of), before)
    if not before:
        return _page_of_view(standings_queries.read_page(table, 0, WHOLE_TABLE_ROWS), 0)
    view = standings_queries.read_page(table, before, PAGE_ROWS)
    if not view.rows or not standings_queries.has_more_than(table, WHOLE_TABLE_ROWS):
        raise Http404
    return False, view


def _page_of_view(view: StandingsTable, before: int) -> tuple[bool, StandingsTable]:
    """Return whether the view is whole, and the rows from `before` on; raise Http404 if there are
    none."""
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


def _points_of_first(view: StandingsTable) -> int:
    """Return the points of the first row of the whole table."""
    if not view.before:
        return view.rows[0].points if view.rows else 0
    best: Standing = view.table.standings.order_by("-rank_key")[0]
    return best.points


def _name_search_context(request: HttpRequest, table: Table, member: bool) -> dict[str, Any]:
    """Return the rows whose player matches `?name=`, each with the page it stands on."""
    text = request.GET.get("name", "")[: name_search.MOST_LETTERS]
    people = name_search.find_players(
        name_search.words(text), club=table.season.club, member=member
    )
    rows = table.standings.filter(player__in=people).with_place().select_related("player")
    return {
        "searched_name": text,
        "name_matches": [(row, (row.place - 1) // PAGE_ROWS + 1) for row in rows] if people else [],
    }


def _shares_a_drawable_place(table: Table) -> bool:
    """Return whether the table has a shared place that a tie-break draw would decide."""
    if "lots" not in schemes.read(table.scheme).tiebreaks:
        return False
    shared = table.standings.order_by().values("rank_key").annotate(n=Count("pk")).filter(n__gt=1)
    return bool(shared.exists())
