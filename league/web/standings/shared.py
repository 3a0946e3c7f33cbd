"""Shared by pages about standings: the season of an address, `?as_of=`, the scheme."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.timezone import localtime

from league import permissions
from league.errors import Invalid
from league.models import League, Season, Session
from league.operations.standings import standings
from league.operations.support import wording
from league.permissions import Action
from league.web.support.charts import Heading
from league.web.support.public_pages import require_reader
from league.web.support.request import Request
from scoring.models import Table
from scoring.pure import schemes
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS

OF_LEAGUE = {"of_league": True}  # of the address of a page that seasons and leagues share


def season_table_of(
    request: HttpRequest, pk: int, game: str, *, of_league: bool = False
) -> tuple[Season, Any]:
    """Return a season and its standings, or the ones of one of its leagues, overall or of one game;
    raise Http404 if there are none or the reader may not read the pages of the club."""
    which: dict[str, Any] = {"league": pk} if of_league else {"season": pk, "league": None}
    tables = Table.every.with_projection().select_related(
        "season__club", "season__tournament", "season__division__period"
    )
    table = tables.filter(**which, game=game).first()
    if table is None:
        raise Http404
    if table.league is not None:
        table.league.season = table.season
    require_reader(request, table.season.club)
    return table.season, table


def organised(
    request: Request, pk: int, *, of_league: bool = False
) -> tuple[Season, League | None]:
    """Return the season with this id, or the league with its season, if the user organises the
    club."""
    if of_league:
        league = permissions.find_league(request.user, pk, Action.ORGANISE)
        return league.season, league
    return permissions.find_season(request.user, pk, Action.ORGANISE), None


def standings_address(table: Table) -> str:
    """Return the address of the standings over all games; each game has an address below it."""
    if table.league_id is None:
        return reverse("web:season", args=[table.season_id])
    return reverse("web:league", args=[table.league_id])


def session_as_of(request: HttpRequest, table: Table) -> Session | None:
    """Return the session of `?as_of=`; None (the present) if it is empty."""
    return session_of(request, table, "as_of")


def session_of(request: HttpRequest, table: Table, parameter: str) -> Session | None:
    """Return the session that a parameter of the address names by its id; None if it is empty.
    Raise Http404 for one of another season."""
    text = request.GET.get(parameter, "")
    if not text:
        return None
    try:
        return standings.find_session(table, text, parameter)
    except Invalid as error:
        raise Http404(error.detail) from None


def scheme_context(scheme: Scheme) -> dict[str, Any]:
    """Return the scheme for templates: how points are earned, the tie-breaks, and their columns
    (wins have one of their own)."""
    tiebreaks = [TIEBREAKS[code] for code in scheme.tiebreaks]
    columns = [tiebreak for tiebreak in tiebreaks if tiebreak.code != "wins"]
    points = schemes.POINTS[scheme.points]
    return {"scheme": scheme, "points": points, "tiebreaks": tiebreaks, "columns": columns}


def session_heading(starts_at: datetime, zone: str) -> Heading:
    """Return the day of a session by the clock of its club, as the heading of a column."""
    start = localtime(starts_at, ZoneInfo(zone))
    return Heading(wording.date(start, "j F Y"), wording.date(start, "j N"))
