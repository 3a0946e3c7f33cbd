"""The only writer of Standing and of `standings_version`: what the pages show of the facts."""

from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from scoring import schemes, standings, tables
from scoring.models import Standing, Table


def refresh(table_id: int) -> bool:
    """Bring one table up to its facts; True when there was something to do.

    The row lock of the table lets one worker at a time compute it and holds back the ledger's next
    version, so that the stamp never promises facts that were not read. Twice is harmless.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(id=table_id).first()
        if table is None or not table.pending:
            return False
        _write(table, standings.compute(tables.facts(table), schemes.read(table.scheme)))
        table.standings_version = table.facts_version
        table.computed_at = timezone.now()
        table.save(update_fields=["standings_version", "computed_at"])
    return True


def _write(table: Table, rows: list[standings.Row]) -> None:
    """Only the rows that differ."""
    known = {standing.player_id: standing for standing in table.standings.all()}
    new, changed = [], []
    for row in rows:
        wanted = _standing(table, row)
        stored = known.pop(row.player, None)
        if stored is None:
            new.append(wanted)
        elif _shown(stored) != _shown(wanted):
            wanted.pk = stored.pk
            changed.append(wanted)
    Standing.objects.bulk_create(new)
    Standing.objects.bulk_update(changed, ["place", "points", "played", "wins", "tiebreaks"])
    table.standings.filter(player_id__in=known).delete()


def _standing(table: Table, row: standings.Row) -> Standing:
    return Standing(
        table=table,
        player_id=row.player,
        place=row.place,
        points=str(row.points),
        played=row.played,
        wins=row.wins,
        tiebreaks={code: _text(value) for code, value in row.tiebreaks.items()},
    )


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _shown(row: Standing) -> tuple[object, ...]:
    return row.place, row.points, row.played, row.wins, row.tiebreaks
