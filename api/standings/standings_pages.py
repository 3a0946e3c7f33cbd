"""Long standings page by page: all pages of one reading have the same version."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from api.http import paging
from api.http.resource import ApiRequest
from league.errors import invalid
from league.operations.matches import match_results
from league.operations.standings import standings
from scoring.models import Standing, Table

ALONE = (
    "as_of",
    "from",
    "to",
    "last",
    "since",
    "results",
)  # tables that are counted and not stored are answered whole


@dataclass(frozen=True)
class StandingsPage:
    """One page of standings: `version` is the version of the first page, `begin` the number of rows
    before this page."""

    table: Table
    version: int
    begin: int
    limit: int

    @property
    def tag(self) -> str:
        parts = (f"t{self.table.pk}", f"v{self.version}", f"b{self.begin}", f"l{self.limit}")
        hour = match_results.hour_tag(self.table.season)  # provisional results change on the hour
        return f'"{".".join(parts)}{"p" if self.pending else ""}{hour}"'

    @property
    def pending(self) -> bool:
        return self.table.facts_version > self.version


def requested_page(request: ApiRequest, table: Table) -> StandingsPage | None:
    """Return the requested page; None when the whole table is requested."""
    query = request.query_params
    if "limit" not in query and "cursor" not in query:
        return None
    for name in ALONE:
        if name in query:
            words = _("Only the current standings have pages: leave out this parameter.")
            raise invalid("not_with_pages", name, words)
    version, begin = table.standings_version, 0
    if (cursor := query.get("cursor")) is not None:
        match paging.read_cursor(cursor):
            case [table.pk, int(version), int(begin)]:
                pass
            case _:
                raise paging.bad_cursor()
    return StandingsPage(table, version, begin, paging.limit_of(request))


def read(request: ApiRequest, page: StandingsPage) -> tuple[list[Standing], str | None]:
    """Return the rows of this page, and the address of the next one or None. Equal places are
    ordered by id, since names may change."""
    view = standings.view_at(page.table, page.version)
    rows = sorted(view.rows, key=lambda row: (row.place, row.player_id))
    end = page.begin + page.limit
    mark: list[Any] = [page.table.pk, page.version, end]
    return rows[page.begin : end], paging.next_page(request, mark) if len(rows) > end else None
