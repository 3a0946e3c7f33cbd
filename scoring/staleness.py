"""Which tables are behind their facts, and since when."""

from datetime import datetime

from django.db.models import F, Min, Q

from scoring.models import Result, Table

LOOKED_AT = 20  # tables behind, those refreshed longest ago


def stale_since(table: Table) -> datetime | None:
    """When the first change came in that the table does not show; None when it shows all.

    For what is no result (a scheme, a penalty) the time of the latest change stands.
    """
    if not table.pending:
        return None
    period = (table.standings_version, table.facts_version)
    results = Result.objects.changed(*period).filter(season=table.season_id)
    if table.game:
        results = results.filter(game=table.game)
    times = results.aggregate(
        recorded=Min("recorded_at", filter=Q(since__gt=period[0])),
        voided=Min("voided_at", filter=Q(until__gt=period[0])),
    )
    return min((at for at in times.values() if at), default=table.facts_at)


def stalest_table(before: datetime) -> tuple[Table, datetime] | None:
    """The table that has been behind for longest, and since when, if that is before this moment."""
    late = Q(projection__computed_at__isnull=True) | Q(projection__computed_at__lt=before)
    suspects = (
        Table.objects.behind()
        .filter(late)  # others cannot be it
        .select_related("season", "projection")
        .order_by(F("projection__computed_at").asc(nulls_first=True), "id")
    )
    found = [(table, at) for table in suspects[:LOOKED_AT] if (at := stale_since(table)) and at < before]
    return min(found, key=lambda pair: pair[1], default=None)
