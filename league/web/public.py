"""The standings of a season for everybody. Pages for everybody set no cookie and show each name as
its owner chose."""

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games import GAMES
from league import search
from league.errors import Invalid
from league.models import Club, Season, Session
from league.operations import recent, standings, versions
from league.permissions import Action
from league.web import live, race, ready
from league.web.access import can, is_member
from scoring import schemes, tables
from scoring.models import Standing, Table
from scoring.schemes import Scheme
from scoring.tables import View
from scoring.tiebreaks import TIEBREAKS

WHOLE = 200  # rows are shown at once, longer tables page by page
PAGE = 50
EVENINGS = 60


@ready.page(versions.table)
def season(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    found, table = season_table_of(pk, game)
    as_of, readers = asked_evening(request, table), names(request, found.club)
    shown = _shown(table, as_of, _asked_page(request))
    context = {
        "season": found,
        "club": found.club,
        "game": game,
        "games": found.games,
        **shown,
        **_asked_name(request, table, readers["member"]),
        "race": None if as_of or shown["view"].before else race.chart(shown["view"]),
        "sessions": _evenings(found),
        **readers,
        "draws_lots": readers["organiser"] and as_of is None and _shares_by_lots(table),
    }
    return render(request, "public/season.html", context)


@ready.piece(versions.table)
def season_table(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """The table alone, which the page asks for again and again: 304 while nothing has changed."""
    found, table = season_table_of(pk, game)
    readers, page = names(request, found.club), _asked_page(request)
    return live.piece(
        request,
        "public/_table.html",
        lambda: {"season": found, "game": game, **_shown(table, page=page), **readers},
        version=f"{versions.table(pk, game)}{f'.page{page}' if page > 1 else ''}",
        audience=int(readers["member"]),
    )


def _evenings(season: Season) -> Any:
    """The latest first, with `match_count`."""
    counted = season.sessions.annotate(match_count=Count("matches"))
    return counted.order_by("-starts_at", "-pk")[:EVENINGS]


def season_table_of(pk: int, game: str) -> tuple[Season, Any]:
    found = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    table = tables.find(pk, game) if not game or game in GAMES else None
    if table is None:
        raise Http404
    table.season = found
    return found, table


def asked_evening(request: HttpRequest, table: Table) -> Session | None:
    """The evening of `?as_of=`; an empty one says now."""
    asked = request.GET.get("as_of", "")
    if not asked:
        return None
    try:
        return standings.session_of(table, asked, "as_of")
    except Invalid as error:
        raise Http404(error.detail) from None


def _asked_page(request: HttpRequest) -> int:
    """From 1; 404 for what is no page of any table."""
    asked = request.GET.get("page", "1")
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 7) or int(asked) < 1:
        raise Http404
    return int(asked)


def _shown(table: Table, as_of: Session | None = None, page: int = 1) -> dict[str, Any]:
    """The table or a page of it. A table shown whole tells how each row stood when the evening
    before the latest one was over."""
    whole, view = _read(table, as_of, page)
    evenings = standings.played(view.table)
    upto = [each for each in evenings if as_of is None or each.pk == as_of.pk]
    latest = evenings.index(upto[-1]) if upto else 0
    since = evenings[latest - 1] if latest and whole else None
    players = [row.player_id for row in view.rows]
    return {
        "view": view,
        "moves": standings.moved(view, since),
        "recent": recent.of(view.table, players, as_of.pk if as_of else None),
        "best": _best(view),
        "since": since,
        "as_of": as_of,
        "page": page,
        "paged": not whole,
        "played_evenings": evenings[::-1],
        **explained(schemes.read(view.table.scheme)),
    }


def _read(table: Table, as_of: Session | None, page: int) -> tuple[bool, View]:
    """(whether it is the whole table, the rows of the page)."""
    before = (page - 1) * PAGE
    if as_of is not None:
        return _part(standings.view(table, as_of), before)
    if not before:
        return _part(tables.read_page(table, 0, WHOLE), 0)
    view = tables.read_page(table, before, PAGE)
    if not view.rows or not tables.has_more_than(table, WHOLE):
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
    asked = request.GET.get("name", "")[: search.MOST_LETTERS]
    people = search.players(search.words(asked), club=table.season.club, member=member)
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


def explained(scheme: Scheme) -> dict[str, Any]:
    """How points come about; the columns of tie-breaks beside that of wins."""
    tiebreaks = [TIEBREAKS[code] for code in scheme.tiebreaks]
    columns = [each for each in tiebreaks if each.code != "wins"]
    points = schemes.POINTS[scheme.points]
    return {"scheme": scheme, "points": points, "tiebreaks": tiebreaks, "columns": columns}


def names(request: HttpRequest, club: Club) -> dict[str, bool]:
    return {"member": is_member(request, club), "organiser": can(request, club, Action.ORGANISE)}
