"""The only writer of Projection and Standing: what the pages show of the facts.

A refresh looks only at the players whose facts have changed since the version shown, and at those
who are or were tied with them; after a change of the rules it looks at everybody, and so does
`check`. Both count with the same set-based SQL (`sums`, `ties`) at one version of the ledger, so
they arrive at identical rows, while the ledger goes on: a fact of a later version is not seen
before its turn.
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
from scoring.sql import places_sql as rows
from scoring.sql import points_sql, tiebreak_sql
from scoring.sql.fact_filters import Slice, among
from scoring.sql.points_sql import Line
from scoring.sql.tiebreak_sql import Neighbour

COLUMNS = (*Line._fields, "strength", "tiebreaks", "rank_key")
STAMP = ("standings_version", "scheme", "computed_at", "milliseconds")
STAMPED = raw_models.update_statement(Projection, STAMP)
KEY = ("table", "player")
UPSERT = raw_models.upsert_statement(Standing, KEY, COLUMNS)
PROJECTIONS, TABLES, STANDINGS = (each._meta.db_table for each in (Projection, Table, Standing))
SHOWN = f"""
    SELECT {raw_models.columns(Projection)}, {raw_models.columns(Table)}
    FROM {PROJECTIONS} JOIN {TABLES} ON {TABLES}.id = {PROJECTIONS}.table_id
    WHERE {PROJECTIONS}.table_id = %s
"""
RANGES = 200  # of keys that one statement asks for: SQLite nests conditions 1,000 deep


@dataclass(frozen=True)
class Difference:
    """A row that is not as the facts want it; None where there is or should be none."""

    player: PlayerId
    stored: Standing | None
    expected: Standing | None


def refresh(table_id: int) -> bool:
    """Bring one table up to its facts; True when there was something to do. Twice is harmless.

    Readers see the old rows or the new ones: all is written in one transaction.
    """
    with _turn(table_id) as (table, shown):
        if table is None or table.facts_version <= shown.standings_version:
            return False
        if table.rules_version > shown.standings_version:
            _write(table, _everything(table))
        else:
            _write(table, _changes(table, shown.standings_version))
    return True


def check(table_id: int) -> list[Difference]:
    """Return where the stored rows are not those of the facts they claim to show.

    Nothing is written and nobody waits: all is read as it was at one moment, since a refresh or a
    moved evening between two reads would look like a difference.
    """
    with snapshot():
        shown = _read(table_id)
        if shown is None or shown.table.rules_version > shown.standings_version:
            return []  # the next refresh counts everybody anew anyway
        table = shown.table
        table.facts_version = shown.standings_version  # newer facts are the next refresh's business
        return _everything(table)


@contextmanager
def _turn(table_id: int) -> Iterator[tuple[Table | None, Projection]]:
    """One at a time computes a table; the stamp is set with the rows, at the version then read."""
    start = time.monotonic()
    with transaction.atomic():
        shown = _locked(table_id)
        if shown is None:
            yield None, Projection()
            return
        yield shown.table, shown
        if shown.table.facts_version > shown.standings_version:
            shown.standings_version = shown.table.facts_version
            shown.scheme = shown.table.scheme
            shown.computed_at = timezone.now()
            shown.milliseconds = round(1000 * (time.monotonic() - start))
            with connection.cursor() as cursor:
                cursor.execute(STAMPED, raw_models.database_values(shown, (*STAMP, "table")))


def _locked(table_id: int) -> Projection | None:
    """With its table, read in the same glance: facts that come later are another refresh's."""
    shown = _lock(table_id)
    if shown is None and Table.objects.filter(pk=table_id).exists():
        Projection.objects.get_or_create(table_id=table_id)
        shown = _lock(table_id)
    return shown


def _lock(table_id: int) -> Projection | None:
    can_lock = connection.features.has_select_for_update
    return _read(table_id, f"FOR UPDATE OF {PROJECTIONS}" if can_lock else "")


def _read(table_id: int, lock: str = "") -> Projection | None:
    with connection.cursor() as cursor:
        cursor.execute(SHOWN + lock, [table_id])
        row = cursor.fetchone()
    if row is None:
        return None
    shown = raw_models.load(Projection, row)
    shown.table = raw_models.load(Table, row[len(Projection._meta.concrete_fields) :])
    return shown


def _changed(table: Table, of: Slice, scheme: Scheme, after: int) -> set[int]:
    """The players whose own facts began or ceased to hold since the version shown."""
    found = points_sql.changed(of, after)
    if "lots" in scheme.tiebreaks:
        for drawn in Draw.objects.changed(after, table.facts_version).filter(table=table):
            found.update(drawn.players)
    return found


def _everything(table: Table) -> list[Difference]:
    """All players, from all facts."""
    scheme, of = schemes.read(table.scheme), Slice.of(table)
    lines, stored = points_sql.lines(of, scheme), _stored(table)
    return _differences(
        stored, rows.standings(lines, {}, scheme, tiebreak_sql.asking(table, of, scheme, lines))
    )


def _changes(table: Table, after: int) -> list[Difference]:
    """The players with new facts since a version, and whoever is or was tied with them."""
    scheme, of = schemes.read(table.scheme), Slice.of(table)
    players = _changed(table, of, scheme, after)
    lines = points_sql.lines(of, scheme, players)
    before = _stored(table, players)
    gained = _gained(before, lines) if "strength" in scheme.tiebreaks else {}
    others = Stored(table, points_sql.drifts(of, table.pk, gained))
    wanted = rows.standings(
        lines, before, scheme, tiebreak_sql.asking(table, of, scheme, lines, players), others
    )
    return _differences({**others.seen, **before}, wanted)


def _gained(
    before: Mapping[PlayerId, Standing], lines: Mapping[PlayerId, Line]
) -> dict[PlayerId, int]:
    """Points that these players have now and had not, or the other way round."""
    found = {player: line.points for player, line in lines.items()}
    for player, row in before.items():
        found[player] = found.get(player, 0) - row.points
    return {player: points for player, points in found.items() if points}


class Stored:
    """The rows of a table beside those of the players who change; see `ties.Others`."""

    def __init__(self, table: Table, drifts: Mapping[int, int]) -> None:
        self.table, self.drifts = table, drifts
        self.seen: dict[PlayerId, Standing] = {}  # of who changes with the others

    def led_by(self, keys: Collection[bytes]) -> dict[PlayerId, Neighbour]:
        found: dict[PlayerId, Neighbour] = {}
        ordered = sorted(keys)
        for first in range(0, len(ordered), RANGES):
            found |= self._within(ordered[first : first + RANGES])
        return found

    def _within(self, keys: Sequence[bytes]) -> dict[PlayerId, Neighbour]:
        # each range by itself: of a join with the ranges planners expect a ninth of the table
        ranges = " OR ".join(["rank_key >= %s AND rank_key < %s"] * len(keys))
        sql = f"""
            SELECT player_id, rank_key, strength FROM {STANDINGS}
            WHERE table_id = %s AND ({ranges})
        """
        ends = [end for key in keys for end in (key, key + b"\xff")]
        with connection.cursor() as cursor:
            cursor.execute(sql, [self.table.pk, *ends])
            return {player: Neighbour(bytes(key), sum) for player, key, sum in cursor.fetchall()}

    def following(self) -> list[bytes]:
        rows = self.table.standings.filter(player_id__in=self.drifts).order_by()
        return [bytes(key) for key in rows.values_list("rank_key", flat=True)]

    def whole(self, players: Collection[PlayerId]) -> dict[PlayerId, Standing]:
        found = _stored(self.table, players)
        self.seen.update(found)
        return found


def _stored(table: Table, players: Collection[int] | None = None) -> dict[PlayerId, Standing]:
    """The rows of a table, or of these players."""
    if players is not None and not players:
        return {}
    who = among("player_id", "players", players)
    sql = f"""
        SELECT {raw_models.columns(Standing)} FROM {STANDINGS}
        WHERE table_id = %(table)s AND {who.sql}
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, {"table": table.pk, **who.params})
        found = (raw_models.load(Standing, row) for row in cursor.fetchall())
        return {PlayerId(row.player_id): row for row in found}


def _differences(
    stored: Mapping[PlayerId, Standing], wanted: Mapping[PlayerId, Standing]
) -> list[Difference]:
    return [
        Difference(player, stored.get(player), wanted.get(player))
        for player in {**stored, **wanted}
        if _shown(stored.get(player)) != _shown(wanted.get(player))
    ]


def _shown(row: Standing | None) -> tuple[object, ...] | None:
    if row is None:
        return None
    return *tiebreak_sql.line_of(row), row.strength, row.tiebreaks, bytes(row.rank_key)


def _write(table: Table, differences: Collection[Difference]) -> None:
    """Only the rows that differ."""
    wanted = [each.expected for each in differences if each.expected]
    if wanted:
        with connection.cursor() as cursor:
            cursor.executemany(
                UPSERT, [raw_models.database_values(row, (*KEY, *COLUMNS)) for row in wanted]
            )
    gone = [each.player for each in differences if each.expected is None]
    if gone:
        table.standings.filter(player_id__in=gone).delete()
