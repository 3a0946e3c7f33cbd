"""How well the worker keeps up: the standings of a club, and what became of the tasks."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render

from league import permissions
from league.config import metrics
from league.config.celery import app
from league.permissions import Action
from league.web.accounts.access import Request, desk
from scoring import staleness as lags
from scoring.models import Table

MOST_TABLES = 200


@dataclass(frozen=True)
class Line:
    """One table, and since when it is behind."""

    table: Table
    since: datetime | None

    @property
    def behind(self) -> int:
        return self.table.facts_version - self.table.standings_version


@desk
def lag(request: Request, slug: str) -> HttpResponse:
    club = permissions.club(request.user, slug, Action.ORGANISE)
    tables = Table.objects.filter(season__club=club).select_related("season", "projection")
    newest = list(tables.order_by("-season__starts_on", "-season", "game")[:MOST_TABLES])
    context = {
        "club": club,
        "lines": [Line(table, lags.since(table)) for table in newest],
        "tasks": metrics.read(name for name in app.tasks if not name.startswith("celery.")),
    }
    return render(request, "standings/staleness.html", context)
