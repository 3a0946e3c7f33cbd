"""The page that shows how far the standings of a club are behind, and how its tasks went."""

from dataclasses import dataclass
from datetime import datetime

from celery import current_app
from django.http import HttpResponse
from django.shortcuts import render

from league import permissions
from league.operations.support import task_counts
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.request import Request
from scoring import staleness
from scoring.models import Table

MOST_TABLES = 200


@dataclass(frozen=True)
class TableStaleness:
    """One table, and since when it is behind."""

    table: Table
    since: datetime | None

    @property
    def behind(self) -> int:
        return self.table.facts_version - self.table.standings_version


@desk
def club_staleness(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    tables = Table.every.filter(season__club=club).select_related("season", "league", "projection")
    newest = list(tables.order_by("-season__starts_on", "-season", "game")[:MOST_TABLES])
    context = {
        "club": club,
        "lines": [TableStaleness(table, staleness.stale_since(table)) for table in newest],
        "tasks": task_counts.read(_own_tasks()),
    }
    return render(request, "standings/staleness.html", context)


def _own_tasks() -> list[str]:
    return [name for name in current_app.tasks if not name.startswith("celery.")]
