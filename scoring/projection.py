"""The only writer of Projection and Standing: the standings that pages show.

A refresh computes only the players whose facts have changed since the stored version, and those who
are or were tied with them; after a change of the rules it computes all players, and so does
`check`. Both use the same set-based SQL (`points_sql`, `tiebreak_sql`) at one version of the
ledger, so they arrive at identical rows while the ledger goes on: a fact of a later version is left
to a later refresh.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone

from database import raw_models
from database.snapshot import snapshot
from scoring.models import Draw, Projection, Standing, Table
from scoring.pure import schemes
from scoring.pure.facts import PlayerId
from scoring.pure.schemes import Scheme
from scoring.sql import places_sql, points_sql, tiebreak_sql
from scoring.sql.fact_filters import FactFilter, id_condition
from scoring.sql.points_sql import TotalsRow
from scoring.sql.tiebreak_sql import StoredNeighbour

COLUMNS = (*TotalsRow._fields, "strength", "tiebreaks", "rank_key")
STAMP_COLUMNS = ("standings_version", "scheme", "computed_at", "milliseconds")
STAMP_SQL = raw_models.update_statement(Projection, STAMP_COLUMNS)
KEY_COLUMNS = ("table", "player")
UPSERT_SQL = raw_models.upsert_statement(Standing, KEY_COLUMNS, COLUMNS)
PROJECTIONS, TABLES, STANDINGS = (each._meta.db_table for each in (Projection, Table, Standing))
PROJECTION_SQL = f"""
    SELECT {raw_models.columns(Projection)}, {raw_models.columns(Table)}
    FROM {PROJECTIONS} JOIN {TABLES} ON {TABLES}.id = {PROJECTIONS}.table_id
    WHERE {PROJECTIONS}.table_id = %s
"""
RANGES = 200  # of keys that one statement asks for: SQLite nests conditions 1,000 deep


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
    with _refresh_turn(table_id) as (table, projection):
        if table is None or table.facts_version <= projection.standings_version:
            return False
        if table.rules_version > projection.standings_version:
            _write(table, _all_differences(table))
        else:
            _write(table, _changed_differences(table, projection.standings_version))
    return True


def check(table_id: int) -> list[StandingDifference]:
    """Return the stored rows that differ from the facts they claim to show.

    Nothing is written and nobody waits. All is read from one snapshot, because a refresh or a moved
    session between two reads would look like a difference.
    """
    with snapshot():
        projection = _read_projection(table_id)
        if projection is None or projection.table.rules_version > projection.standings_version:
            return []  # the next refresh counts everybody anew anyway
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


@contextmanager
def _refresh_turn(table_id: int) -> Iterator[tuple[Table | None, Projection]]:
    """Hold the lock for computing a table, and store the version with the rows at the end."""
    start = time.monotonic()
    with transaction.atomic():
        projection = _locked_projection(table_id)
        if projection is None:
            yield None, Projection()
            return
        yield projection.table, projection
        if projection.table.facts_version > projection.standings_version:
            projection.standings_version = projection.table.facts_version
            projection.scheme = projection.table.scheme
            projection.computed_at = timezone.now()
            projection.milliseconds = round(1000 * (time.monotonic() - start))
            with connection.cursor() as cursor:
                cursor.execute(
                    STAMP_SQL, raw_models.database_values(projection, (*STAMP_COLUMNS, "table"))
                )


def _locked_projection(table_id: int) -> Projection | None:
    """Return the locked projection with its table, read by one statement: later facts belong to
    another refresh."""
    projection = _lock_projection(table_id)
    if projection is None and Table.objects.filter(pk=table_id).exists():
        Projection.objects.get_or_create(table_id=table_id)
        projection = _lock_projection(table_id)
    return projection


def _lock_projection(table_id: int) -> Projection | None:
    can_lock = connection.features.has_select_for_update
    return _read_projection(table_id, f"FOR UPDATE OF {PROJECTIONS}" if can_lock else "")


def _read_projection(table_id: int, lock: str = "") -> Projection | None:
    with connection.cursor() as cursor:
        cursor.execute(PROJECTION_SQL + lock, [table_id])
        row = cursor.fetchone()
    if row is None:
        return None
    projection = raw_models.load(Projection, row)
    projection.table = raw_models.load(Table, row[len(Projection._meta.concrete_fields) :])
    return projection


def _changed_players(table: Table, fact_filter: FactFilter, scheme: Scheme, after: int) -> set[int]:
    """Return the players whose own facts began or ceased to hold since the stored version."""
    players = points_sql.changed_players(fact_filter, after)
    if "lots" in scheme.tiebreaks:
        for draw in Draw.objects.changed(after, table.facts_version).filter(table=table):
            players.update(draw.players)
    return players


def _all_differences(table: Table) -> list[StandingDifference]:
    """Return the differences of all players, from all facts."""
    scheme, fact_filter = schemes.read(table.scheme), FactFilter.of_table(table)
    totals, stored = points_sql.player_totals(fact_filter, scheme), _stored_rows(table)
    return _differences(
        stored,
        places_sql.rank_standings(
            totals, {}, scheme, tiebreak_sql.tiebreak_inputs(table, fact_filter, scheme, totals)
        ),
    )


def _changed_differences(table: Table, after: int) -> list[StandingDifference]:
    """Return the differences of the players with new facts since a version, and of all who are or
    were tied with them."""
    scheme, fact_filter = schemes.read(table.scheme), FactFilter.of_table(table)
    players = _changed_players(table, fact_filter, scheme, after)
    totals = points_sql.player_totals(fact_filter, scheme, players)
    stored = _stored_rows(table, players)
    gained_points = _gained_points(stored, totals) if "strength" in scheme.tiebreaks else {}
    others = StoredRows(table, points_sql.strength_gains(fact_filter, table.pk, gained_points))
    expected = places_sql.rank_standings(
        totals,
        stored,
        scheme,
        tiebreak_sql.tiebreak_inputs(table, fact_filter, scheme, totals, players),
        others,
    )
    return _differences({**others.read_rows, **stored}, expected)


def _gained_points(
    stored: Mapping[PlayerId, Standing], totals: Mapping[PlayerId, TotalsRow]
) -> dict[PlayerId, int]:
    """Return the points that these players have gained or lost since their stored rows."""
    gains = {player: line.points for player, line in totals.items()}
    for player, row in stored.items():
        gains[player] = gains.get(player, 0) - row.points
    return {player: points for player, points in gains.items() if points}


class StoredRows:
    """The rows of a table besides those of the changing players; implements
    `tiebreak_sql.OtherRows`."""

    def __init__(self, table: Table, strength_gains: Mapping[int, int]) -> None:
        self.table, self.strength_gains = table, strength_gains
        self.read_rows: dict[PlayerId, Standing] = {}  # of who changes with the others

    def rows_with_prefixes(self, keys: Collection[bytes]) -> dict[PlayerId, StoredNeighbour]:
        neighbours: dict[PlayerId, StoredNeighbour] = {}
        ordered = sorted(keys)
        for start in range(0, len(ordered), RANGES):
            neighbours |= self._in_ranges(ordered[start : start + RANGES])
        return neighbours

    def _in_ranges(self, keys: Sequence[bytes]) -> dict[PlayerId, StoredNeighbour]:
        # each range by itself: of a join with the ranges planners expect a ninth of the table
        ranges = " OR ".join(["rank_key >= %s AND rank_key < %s"] * len(keys))
        sql = f"""
            SELECT player_id, rank_key, strength FROM {STANDINGS}
            WHERE table_id = %s AND ({ranges})
        """
        ends = [end for key in keys for end in (key, key + b"\xff")]
        with connection.cursor() as cursor:
            cursor.execute(sql, [self.table.pk, *ends])
            return {
                player: StoredNeighbour(bytes(key), sum) for player, key, sum in cursor.fetchall()
            }

    def keys_with_gains(self) -> list[bytes]:
        rows = self.table.standings.filter(player_id__in=self.strength_gains).order_by()
        return [bytes(key) for key in rows.values_list("rank_key", flat=True)]

    def full_rows(self, players: Collection[PlayerId]) -> dict[PlayerId, Standing]:
        rows = _stored_rows(self.table, players)
        self.read_rows.update(rows)
        return rows


def _stored_rows(table: Table, players: Collection[int] | None = None) -> dict[PlayerId, Standing]:
    """Return the rows of a table, or of these players."""
    if players is not None and not players:
        return {}
    player_condition = id_condition("player_id", "players", players)
    sql = f"""
        SELECT {raw_models.columns(Standing)} FROM {STANDINGS}
        WHERE table_id = %(table)s AND {player_condition.sql}
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, {"table": table.pk, **player_condition.params})
        rows = (raw_models.load(Standing, row) for row in cursor.fetchall())
        return {PlayerId(row.player_id): row for row in rows}


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
    return *tiebreak_sql.totals_of(row), row.strength, row.tiebreaks, bytes(row.rank_key)


def _write(table: Table, differences: Collection[StandingDifference]) -> None:
    """Write only the rows that differ."""
    expected = [each.expected for each in differences if each.expected]
    if expected:
        with connection.cursor() as cursor:
            cursor.executemany(
                UPSERT_SQL,
                [raw_models.database_values(row, (*KEY_COLUMNS, *COLUMNS)) for row in expected],
            )
    absent = [each.player for each in differences if each.expected is None]
    if absent:
        table.standings.filter(player_id__in=absent).delete()
