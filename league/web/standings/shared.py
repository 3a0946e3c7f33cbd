"""What several pages about standings share: the season of an address, an evening, a scheme."""

from typing import Any

from django.http import Http404, HttpRequest

from games import GAMES
from league.errors import Invalid
from league.models import Season, Session
from league.operations.standings import standings
from scoring.models import Table
from scoring.pure import schemes
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS


def season_table_of(pk: int, game: str) -> tuple[Season, Any]:
    found = Table.objects.with_projection().select_related("season__club", "season__tournament")
    table = found.filter(season=pk, game=game).first() if not game or game in GAMES else None
    if table is None:
        raise Http404
    return table.season, table


def asked_evening(request: HttpRequest, table: Table) -> Session | None:
    """The evening of `?as_of=`; an empty one says now."""
    asked = request.GET.get("as_of", "")
    if not asked:
        return None
    try:
        return standings.find_session(table, asked, "as_of")
    except Invalid as error:
        raise Http404(error.detail) from None


def explained(scheme: Scheme) -> dict[str, Any]:
    """How points come about; the columns of tie-breaks beside that of wins."""
    tiebreaks = [TIEBREAKS[code] for code in scheme.tiebreaks]
    columns = [each for each in tiebreaks if each.code != "wins"]
    points = schemes.POINTS[scheme.points]
    return {"scheme": scheme, "points": points, "tiebreaks": tiebreaks, "columns": columns}
