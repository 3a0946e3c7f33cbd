"""Health page of the server: every check with its colour, and what to do."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league import permissions
from league.models import HealthCheck, HealthColour
from league.operations.mail import outbox
from league.server.watching.health import checks, measures
from league.server.watching.health.verdicts import ORDER, Check, worst
from league.web.accounts.access import desk, user_timezone
from league.web.support import live
from league.web.support.request import Request


@dataclass(frozen=True)
class HealthLine:
    """A check, and since when it has its colour, if the watch has seen the change."""

    check: Check
    since: datetime | None


@desk
def health(request: Request) -> HttpResponse:
    permissions.require_operator(request.user)
    return render(request, "server/health.html", _context(request))


@desk
def health_piece(request: Request) -> HttpResponse:
    """Return the checks without the page around them, for live.js; they are measured after each
    watch, and once a minute."""
    permissions.require_operator(request.user)
    version = f"health.{_judged_at()}.{timezone.now():%Y%m%d%H%M}"
    return live.fragment(request, "server/_health.html", lambda: _context(request), version=version)


def _context(request: Request) -> dict[str, Any]:
    figures = measures.all_figures(timezone.now())
    results = [*checks.all_checks(figures), checks.watch(figures, _judged_at())]
    rows = {(row.slug, row.colour): row.since for row in HealthCheck.objects.all()}
    lines = [HealthLine(result, rows.get((result.slug, result.colour.value))) for result in results]
    return {
        "colour": worst(result.colour for result in results),
        "numbers": [
            (colour, number)
            for colour in ORDER
            if (number := sum(result.colour == colour for result in results))
        ],
        "lines": sorted(lines, key=lambda line: ORDER.index(line.check.colour)),
        "at": figures.at,
        "versions": figures.versions,
        "mails": outbox.is_configured(),
        "pushes": bool(settings.ALARM_WEBHOOK_URL),
        "zone": user_timezone(request.user),
        "COLOURS": HealthColour,
    }


def _judged_at() -> datetime | None:
    latest: datetime | None = HealthCheck.objects.aggregate(at=Max("judged_at"))["at"]
    return latest
