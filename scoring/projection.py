"""The only writer of Projection and Standing: the standings that pages show.

A refresh sums up in the database the players whose facts have changed since the stored version, and
ranks again the groups of equal points that they have left or joined (`tied_groups`). After a change
of the rules, `scoring.pure.standings.compute` computes all rows; `check` compares the stored rows
with it. Both read one version of the ledger, which can grow meanwhile: a fact of a later version is
left to a later refresh.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from database.snapshot import snapshot
from scoring import fact_queries, rows, tied_groups
from scoring.models import Projection, Standing, Table
from scoring.pure import schemes, standings
from scoring.pure.facts import PlayerId


@dataclass(frozen=True)
class StandingDifference:
    """A row that differs from what the facts give; None if there is or should be none."""

    player: PlayerId
    stored: Standing | None
    expected: Standing | None


def refresh(table_id: int) -> bool:
    """Bring one table up to its facts; return True if there was something to do. A second call is
    harmless.

    Readers see the old rows or the new ones, because all is written in one transaction.
    """
    start = time.monotonic()
    with transaction.atomic():
        projection = _locked_projection(table_id)
        if projection is None or not _is_behind(projection):
            return False
        table = projection.table
        if table.rules_version > projection.standings_version:
            _write(table, _all_differences(table))
        else:
            changed = tied_groups.changed_rows(table, projection.standings_version)
            _write(table, _differences(*changed))
        projection.standings_version, projection.scheme = table.facts_version, table.scheme
        projection.computed_at = timezone.now()
        projection.milliseconds = round(1000 * (time.monotonic() - start))
        projection.save()
    return True


def check(table_id: int) -> list[StandingDifference]:
    """Return the stored rows that differ from the facts they claim to show.

    Nothing is written or locked. All is read from one snapshot, because a refresh or a moved
    session between two reads would look like a difference.
    """
    with snapshot():
        projection = _projections(table_id).first()
        if projection is None or projection.table.rules_version > projection.standings_version:
            return []  # the next refresh recounts all players anyway
        table = projection.table
        # newer facts are the next refresh's business
        table.facts_version = projection.standings_version
        return _all_differences(table)


def reassign(season_id: int, old: int, new: int) -> None:
    """Give the rows of a player in a season's tables to another player, whose facts they are now.
    The caller has the tables counted again."""
    lock = Projection.objects.select_for_update(of=("self",)).filter(table__season=season_id)
    list(lock.order_by("pk"))  # no refresh writes the old player meanwhile
    Standing.objects.filter(table__season=season_id, player=old).update(player=new)


def forget_player(player_id: int) -> None:
    """Delete the rows of a player who has no facts any more."""
    lock = Projection.objects.select_for_update(of=("self",)).filter(
        table__standings__player=player_id
    )
    list(lock.order_by("pk"))
    Standing.objects.filter(player=player_id).delete()


def _projections(table_id: int) -> QuerySet[Projection]:
    """Return the projection of a table, which is read with it by one statement: later facts belong
    to another refresh."""
    return Projection.objects.select_related("table__league").filter(pk=table_id)


def _locked_projection(table_id: int) -> Projection | None:
    locked = _projections(table_id).select_for_update(of=("self",))
    projection = locked.first()
    if projection is None and Table.every.filter(pk=table_id).exists():
        Projection.objects.get_or_create(table_id=table_id)
        projection = locked.first()
    return projection


def _is_behind(projection: Projection) -> bool:
    return projection.table.facts_version > projection.standings_version


def _all_differences(table: Table) -> list[StandingDifference]:
    """Return the differences of all players, from all facts."""
    scheme = schemes.read(table.scheme)
    computed = standings.compute(fact_queries.season_facts(table), scheme)
    expected = {row.player: rows.standing(table.pk, row, scheme.tiebreaks) for row in computed}
    return _differences(tied_groups.stored_rows(table, Q()), expected)


def _differences(
    stored: Mapping[PlayerId, Standing], expected: Mapping[PlayerId, Standing]
) -> list[StandingDifference]:
    return [
        StandingDifference(player, stored.get(player), expected.get(player))
        for player in {**stored, **expected}
        if _content(stored.get(player)) != _content(expected.get(player))
    ]


def _content(row: Standing | None) -> tuple[object, ...] | None:
    if row is None:
        return None
    return *rows.totals(row), row.tiebreaks, bytes(row.rank_key)


def _write(table: Table, differences: Sequence[StandingDifference]) -> None:
    """Write only the rows that differ."""
    Standing.objects.bulk_create(
        [
            difference.expected.in_coarsest_unit()
            for difference in differences
            if difference.expected
        ],
        update_conflicts=True,
        unique_fields=["table", "player"],
        update_fields=rows.COLUMNS,
    )
    absent = [difference.player for difference in differences if difference.expected is None]
    if absent:
        table.standings.filter(player_id__in=absent).delete()
