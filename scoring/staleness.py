"""Finds the tables that do not show all facts yet, and since when."""

from datetime import datetime

from django.db.models import F, Min, Q

from scoring.models import Result, Table

MOST_CANDIDATES = 20  # tables behind, those refreshed longest ago


def stale_since(table: Table) -> datetime | None:
    """Return when the first change was made that the table does not show; None if it shows all.

    For a change that is no result (a scheme, a penalty) it is the time of the latest change.
    """
    if not table.pending:
        return None
    versions = (table.standings_version, table.facts_version)
    results = Result.objects.changed(*versions).filter(season=table.season_id)
    if table.game:
        results = results.filter(game=table.game)
    times = results.aggregate(
        recorded=Min("recorded_at", filter=Q(since__gt=versions[0])),
        voided=Min("voided_at", filter=Q(until__gt=versions[0])),
    )
    return min((at for at in times.values() if at), default=table.facts_at)


def stalest_table(before: datetime) -> tuple[Table, datetime] | None:
    """Return the table that has been stale for longest, and since when, if that is before this
    time."""
    refreshed_before = Q(projection__computed_at__isnull=True) | Q(
        projection__computed_at__lt=before
    )
    suspects = (
        Table.every.behind()
        .filter(refreshed_before)  # others cannot be it
        .select_related("season", "projection")
        .order_by(F("projection__computed_at").asc(nulls_first=True), "id")
    )
    stale = [
        (table, at)
        for table in suspects[:MOST_CANDIDATES]
        if (at := stale_since(table)) and at < before
    ]
    return min(stale, key=lambda pair: pair[1], default=None)
