"""The only writer of Projection and Standing: the standings that pages show.

A refresh sums up in the database the players whose facts have changed since the stored version, and
ranks again the groups of equal points that they have left or joined (`tied_groups`). After a change
of the rules, `scoring.pure.standings.compute` computes all rows; `check` compares the stored rows
with it. Both read one version of the ledger, which can grow meanwhile: a fact of a later version is
left to a later refresh.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from database.snapshot import snapshot
from scoring import fact_queries, rows, tied_groups
from scoring.fact_queries import SeasonReader, needs_squares
from scoring.models import Projection, Standing, Table
from scoring.pure import schemes, standings
from scoring.pure.facts import PlayerId

MOST_ROWS = 2_000  # of a statement, whose parameters are limited to 65,535
SHOWN = ("standings_version", "scheme", "computed_at", "milliseconds")


@dataclass(frozen=True)
class StandingDifference:
    """A row that differs from what the facts give; None if there is or should be none."""

    player: PlayerId
    stored: Standing | None
    expected: Standing | None


def refresh(table_id: int) -> bool:
    """Bring one table up to its facts; return True if there was something to do. A second call is
    harmless."""
    return bool(refresh_together([table_id]))


def refresh_together(table_ids: Collection[int]) -> int:
    """Bring tables up to their facts, all or none; return how many there were to do.

    Readers see the old rows or the new ones, because all is written in one transaction. Facts that
    several of the tables need are read once.
    """
    start = time.monotonic()
    with transaction.atomic():
        behind = list(filter(_is_behind, _locked_projections(table_ids)))
        _write(_changes(behind))
        for projection in behind:
            table = projection.table
            projection.standings_version, projection.scheme = table.facts_version, table.scheme
            projection.computed_at = timezone.now()
            projection.milliseconds = round(1000 * (time.monotonic() - start))
        Projection.objects.bulk_update(behind, SHOWN)
    return len(behind)


def _changes(behind: Sequence[Projection]) -> list[StandingDifference]:
    """Return the rows of these tables that differ from what their facts give."""
    differences, changed = [], []
    readers = _readers([projection.table for projection in behind])
    for projection in behind:
        table, version = projection.table, projection.standings_version
        if table.rules_version > version or _fades(table):
            differences += _all_differences(table)
        else:
            reader = readers[table.season_id, table.facts_version]
            changed.append(tied_groups.changed_table(table, version, reader))
    for stored, expected in tied_groups.changed_rows(changed):
        differences += _differences(stored, expected)
    return differences


def _fades(table: Table) -> bool:
    """Return whether the first result of a new month changes what all others are worth."""
    return schemes.read(table.scheme).kept_per_month is not None


def _readers(tables: Sequence[Table]) -> dict[tuple[int, int], SeasonReader]:
    """Return a reader for each season and version of these tables."""
    whole_matches = any(table.scope.among_players for table in tables)
    with_squares = any(needs_squares(schemes.read(table.scheme)) for table in tables)
    return {
        key: SeasonReader(*key, whole_matches=whole_matches, with_squares=with_squares)
        for key in {(table.season_id, table.facts_version) for table in tables}
    }


def check(table_id: int) -> list[StandingDifference]:
    """Return the stored rows that differ from the facts they claim to show.

    Nothing is written or locked. All is read from one snapshot, because a refresh or a moved
    session between two reads would look like a difference.
    """
    with snapshot():
        projection = _projections([table_id]).first()
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


def _projections(table_ids: Collection[int]) -> QuerySet[Projection]:
    """Return the projections of tables, which are read with them by one statement: later facts
    belong to another refresh."""
    related = Projection.objects.select_related("table__league__season__club")
    return related.filter(pk__in=table_ids).order_by("pk")


def _locked_projections(table_ids: Collection[int]) -> list[Projection]:
    """Return the projections of these tables, locked. Tables of one league share its object, whose
    members are read once."""
    locked = _projections(table_ids).select_for_update(of=("self",))
    projections = list(locked)
    if len(projections) < len(table_ids):
        without = Table.every.filter(pk__in=table_ids, projection=None)
        new = [Projection(table=table) for table in without]
        Projection.objects.bulk_create(new, ignore_conflicts=True)
        projections = list(locked.all())
    leagues: dict[int | None, Any] = {}
    for projection in projections:
        table = projection.table
        table.league = leagues.setdefault(table.league_id, table.league)
    return projections


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


def _write(differences: Sequence[StandingDifference]) -> None:
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
        batch_size=MOST_ROWS,
    )
    absent = [
        difference.stored.pk
        for difference in differences
        if difference.stored and difference.expected is None
    ]
    if absent:
        Standing.objects.filter(pk__in=absent).delete()
