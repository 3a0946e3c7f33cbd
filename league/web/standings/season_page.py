"""The standings of a season for everybody. Pages for everybody set no cookie and show each name as
its owner chose."""

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Quorum, Session
from league.operations.ladders import divisions
from league.operations.matches import match_results
from league.operations.standings import season_trends, standings
from league.operations.support import name_search, versions
from league.web.accounts.access import audience, viewer_permissions
from league.web.standings import race
from league.web.standings.shared import asked_evening, explained, season_table_of
from league.web.support import cached_views, live
from scoring import standings_queries
from scoring.models import Standing, Table
from scoring.pure import schemes
from scoring.standings_queries import View

WHOLE = 200  # rows are shown at once, longer tables page by page
PAGE = 50
EVENINGS = 60


@cached_views.cached_view(versions.standings)
def season(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    found, table = season_table_of(pk, game)
    as_of, readers = asked_evening(request, table), viewer_permissions(request, found.club)
    is_final = request.GET.get("results") == "final"
    shown = _shown(table, as_of, _asked_page(request), is_final=is_final)
    context = {
        "season": found,
        "club": found.club,
        "game": game,
        "games": found.games,
        "division": divisions.of_season(found),
        **shown,
        **_asked_name(request, table, readers["member"]),
        "race": None if as_of or is_final or shown["view"].before else race.chart(shown["story"]),
        "sessions": shown["story"].evenings[: -EVENINGS - 1 : -1],
        **readers,
        "draws_lots": readers["organiser"] and as_of is None and _shares_by_lots(table),
    }
    return render(request, "standings/season.html", context)


@cached_views.cached_view(versions.standings)
def season_table(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """The table alone, which the page asks for again and again: 304 while nothing has changed."""
    found, table = season_table_of(pk, game)
    page = _asked_page(request)
    return live.fragment(
        request,
        "standings/_standings.html",
        lambda: {
            "season": found,
            "game": game,
            **_shown(table, page=page),
            **viewer_permissions(request, found.club),
        },
        version=f"{versions.standings(pk, game)}{f'.page{page}' if page > 1 else ''}",
        audience=audience(request, found.club),
    )


def _asked_page(request: HttpRequest) -> int:
    """From 1; 404 for what is no page of any table."""
    asked = request.GET.get("page", "1")
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 7) or int(asked) < 1:
        raise Http404
    return int(asked)


def _shown(
    table: Table, as_of: Session | None = None, page: int = 1, *, is_final: bool = False
) -> dict[str, Any]:
    """The table or a page of it. A table shown whole tells how each row stood when the evening
    before the latest one was over; from final results alone it compares nothing."""
    left_out = set(match_results.provisional(table.season, table.game)) if is_final else set()
    whole, view = _read(table, as_of, page, is_final=bool(left_out))
    told = season_trends.of(view, as_of, left_out)
    provisional = left_out or _provisional(table, told)
    upto = [each for each in told.played if as_of is None or each.pk == as_of.pk]
    latest = told.played.index(upto[-1]) if upto else 0
    since = told.played[latest - 1] if latest and whole and not is_final else None
    return {
        "view": view,
        "story": told,
        "moves": told.moved(since),
        "recent": told.recent(),
        "best": _best(view),
        "since": since,
        "as_of": as_of,
        "is_final": is_final,
        "provisional": _resting(told, provisional),
        "left_out": len(provisional),
        "page": page,
        "paged": not whole,
        "played_evenings": told.played[::-1],
        **explained(schemes.read(view.table.scheme)),
    }


def _provisional(table: Table, told: season_trends.Story) -> set[int]:
    """The matches shown that are not final. Where nobody confirms only disputed ones are, and those
    the story knows."""
    if table.season.confirmation == Quorum.NOBODY:
        return set(told.disputed)
    return set(match_results.provisional(table.season, table.game)) & told.evidence.keys()


def _resting(told: season_trends.Story, matches: set[int]) -> set[int]:
    return {fact.player for fact in told.history.facts if fact.match in matches}


def _read(
    table: Table, as_of: Session | None, page: int, *, is_final: bool = False
) -> tuple[bool, View]:
    """(whether it is the whole table, the rows of the page)."""
    before = (page - 1) * PAGE
    if is_final:
        return _part(standings.final(table, as_of), before)
    if as_of is not None:
        return _part(standings.view(table, as_of), before)
    if not before:
        return _part(standings_queries.read_page(table, 0, WHOLE), 0)
    view = standings_queries.read_page(table, before, PAGE)
    if not view.rows or not standings_queries.has_more_than(table, WHOLE):
        raise Http404
    return False, view


def _part(view: View, before: int) -> tuple[bool, View]:
    """Of the rows of a table, or of its beginning."""
    if not (view.after or len(view.rows) > WHOLE):
        if before:
            raise Http404
        return True, view
    rows = view.rows[before : before + PAGE]
    if not rows:
        raise Http404
    return False, View(view.table, rows, before, view.after or len(view.rows) > before + PAGE)


def _best(view: View) -> int:
    """The most points of the whole table, as far as its order tells."""
    if not view.before:
        return view.rows[0].points if view.rows else 0
    best: Standing = view.table.standings.order_by("-rank_key")[0]
    return best.points


def _asked_name(request: HttpRequest, table: Table, member: bool) -> dict[str, Any]:
    """Who of the table answers to the `?name=` that was asked for, with places."""
    asked = request.GET.get("name", "")[: name_search.MOST_LETTERS]
    people = name_search.players(name_search.words(asked), club=table.season.club, member=member)
    rows = table.standings.filter(player__in=people).with_place().select_related("player")
    return {
        "asked_name": asked,
        "named": [(row, (row.place - 1) // PAGE + 1) for row in rows] if people else [],
    }


def _shares_by_lots(table: Table) -> bool:
    """Whether the table shows a shared place that lots would decide."""
    if "lots" not in schemes.read(table.scheme).tiebreaks:
        return False
    shared = table.standings.order_by().values("rank_key").annotate(n=Count("pk")).filter(n__gt=1)
    return bool(shared.exists())
