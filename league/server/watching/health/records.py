"""The stored state of the checks. The only writer of HealthCheck."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from league.models import HealthCheck
from league.server.watching.health.measured_values import Certificate, Files
from league.server.watching.health.verdicts import RED, Check

PATIENCE = timedelta(minutes=10)  # for which a check is red before the owner is alarmed
FILES, CERTIFICATE = "backup", "certificate"  # the checks that keep these figures


@dataclass(frozen=True)
class News:
    """An alarm or an all-clear to send to the server's owner."""

    red: tuple[str, ...] = ()
    is_over: bool = False

    def __bool__(self) -> bool:
        return bool(self.red) or self.is_over


def stored_files() -> Files | None:
    """Return the figures of backups and disks as the worker has last seen them."""
    row = HealthCheck.objects.filter(slug=FILES, measured_at__isnull=False).first()
    return Files.from_json(row.figures) if row is not None else None


def stored_certificate() -> Certificate | None:
    """Return the certificate as the watch has last seen it."""
    row = HealthCheck.objects.filter(slug=CERTIFICATE, measured_at__isnull=False).first()
    return Certificate.from_json(row.figures) if row is not None else None


def store(slug: str, figures: Files | Certificate) -> None:
    """Store figures for the processes that cannot measure them."""
    at = figures.measured_at
    row, _is_new = HealthCheck.objects.get_or_create(slug=slug, defaults={"since": at})
    HealthCheck.objects.filter(pk=row.pk).update(figures=figures.to_json(), measured_at=at)


@transaction.atomic
def judge(checks: Sequence[Check], now: datetime) -> News:
    """Store the colours of this moment and return the news. The rows are locked until the caller's
    transaction ends, so that only one of two concurrent watches has news; a judgement older than
    the stored one is ignored."""
    rows = _locked_rows(checks, now)
    if any(row.judged_at is not None and row.judged_at >= now for row in rows):
        return News()
    colours = {check.slug: check.colour for check in checks}
    current = [row for row in rows if row.slug in colours]
    for row in current:
        if row.colour != colours[row.slug]:
            row.colour, row.since = colours[row.slug], now
        row.judged_at = now
    news = _news(rows, current, now)
    for row in current:
        if news.is_over:
            row.announced_at = None
        elif row.slug in news.red:
            row.announced_at = now
    HealthCheck.objects.bulk_update(current, ["colour", "since", "judged_at", "announced_at"])
    HealthCheck.objects.exclude(slug__in=colours).delete()
    return news


def _locked_rows(checks: Sequence[Check], now: datetime) -> list[HealthCheck]:
    """Return all rows, one for each check, locked in the order of their names."""
    stored = set(HealthCheck.objects.values_list("slug", flat=True))
    HealthCheck.objects.bulk_create(
        [
            HealthCheck(slug=check.slug, colour=check.colour, since=now)
            for check in sorted(checks, key=lambda check: check.slug)
            if check.slug not in stored
        ],
        ignore_conflicts=True,
    )
    return list(HealthCheck.objects.select_for_update().order_by("slug"))


def _news(rows: Collection[HealthCheck], current: Collection[HealthCheck], now: datetime) -> News:
    """Return the checks that were just red for long enough, or that none is red any more after an
    alarm. A check that no longer exists counts as mended."""
    red = [row for row in current if row.colour == RED]
    if not red:
        return News(is_over=any(row.announced_at is not None for row in rows))
    due = (row for row in red if row.announced_at is None and now - row.since >= PATIENCE)
    return News(red=tuple(row.slug for row in due))
