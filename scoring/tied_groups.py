"""Ranks again the groups of equal points that a change touches, and no others.

Groups are formed as in `scoring.pure.standings.rank`. Values that the change cannot have altered
are taken from the stored rows, and results are only read for players whose values are computed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from operator import or_

from django.db.models import Q

from scoring import fact_queries, rows
from scoring.fact_queries import SeasonReader
from scoring.models import Draw, Standing, Table
from scoring.pure import schemes, standings, tiebreaks
from scoring.pure.facts import Fact, FactScope, PlayerId, TiebreakDraw
from scoring.pure.points import result_points
from scoring.pure.schemes import Scheme
from scoring.pure.standings import PlayerTotals
from scoring.pure.tiebreaks import TIEBREAKS, TiebreakContext, Values
from scoring.pure.units import COARSE_UNIT, FINE_PER_COARSE, UNIT
from scoring.sql.fact_filters import FactFilter

StoredRows = dict[PlayerId, Standing]


@dataclass(frozen=True)
class ChangedTable:
    """A table with the players whose facts have changed since the version that it shows, and their
    totals now. `stored` are the rows read so far, `met` the players whose opponents have other
    points than before."""

    table: Table
    scheme: Scheme
    reader: SeasonReader
    changed: AbstractSet[PlayerId]
    totals: Mapping[PlayerId, PlayerTotals]
    stored: StoredRows = field(default_factory=dict)
    met: set[PlayerId] = field(default_factory=set)

    @cached_property
    def scope(self) -> FactScope:
        return self.table.scope

    @property
    def fact_filter(self) -> FactFilter:
        return FactFilter.of_table(self.table)

    @property
    def by_opponents(self) -> list[str]:
        """The tie-breaks of the scheme that depend on the points of opponents."""
        return [code for code in self.scheme.tiebreaks if TIEBREAKS[code].scope == "opponents"]

    @property
    def touched_points(self) -> set[int]:
        """The points of the groups that the changes touch."""
        before = {row.points for row in self.stored.values()}
        return before | {row.points for row in self.totals.values()}

    def with_other_points(self) -> list[PlayerId]:
        """Return the players with other points than before."""
        before = {player: row.points for player, row in self.stored.items()}
        now = {player: row.points for player, row in self.totals.items()}
        return [player for player in before | now if before.get(player) != now.get(player)]


def changed_table(table: Table, after: int, reader: SeasonReader) -> ChangedTable:
    """Return a table with the players whose own facts, or draws, have changed since a version."""
    scheme, scope = schemes.read(table.scheme), table.scope
    changed = reader.changed_players(scope, after)
    if "lots" in scheme.tiebreaks:
        for draw in Draw.objects.changed(after, table.facts_version).filter(table=table):
            changed.update(draw.players)
    totals = standings.totals(reader.history(scope, changed), scheme)
    return ChangedTable(table, scheme, reader, changed, {line.player: line for line in totals})


def changed_rows(changes: Sequence[ChangedTable]) -> list[tuple[StoredRows, StoredRows]]:
    """Return for each table the rows that its changes may have altered: as they are stored, and as
    they should be. The rows of all tables are read by few statements, however many tables they
    are."""
    touched = [change for change in changes if change.changed]
    _read_rows(touched, [Q(player__in=change.changed) for change in touched])
    points = [change.touched_points for change in touched]
    for change, touched_points in zip(touched, points, strict=True):
        if change.by_opponents:
            touched_points |= _read_rows_by_opponents(change)
    _read_rows(touched, map(_with_points, points))
    return [(change.stored, _ranked_rows(change)) for change in touched]


def _ranked_rows(change: ChangedTable) -> StoredRows:
    others = [
        rows.totals(row) for player, row in change.stored.items() if player not in change.changed
    ]
    ranked = standings.rank(
        [*change.totals.values(), *others], change.scheme, _TiebreakValues(change)
    )
    codes = change.scheme.tiebreaks
    return {row.player: rows.standing(change.table.pk, row, codes) for row in ranked}


def _read_rows(changes: Sequence[ChangedTable], conditions: Iterable[Q]) -> None:
    """Add to each table's `stored` rows the ones that its condition chooses."""
    by_table = {change.table.pk: change.stored for change in changes}
    chosen = [
        Q(table=change.table) & condition
        for change, condition in zip(changes, conditions, strict=True)
    ]
    if chosen:
        for row in Standing.objects.filter(reduce(or_, chosen)).order_by():
            by_table[row.table_id][PlayerId(row.player_id)] = row


def stored_rows(table: Table, which: Q) -> StoredRows:
    return {PlayerId(row.player_id): row for row in table.standings.filter(which).order_by()}


def _with_points(points: Collection[int]) -> Q:
    """Return the condition of stored rows with one of these numbers of points, in `UNIT`."""
    whole = {units // FINE_PER_COARSE for units in points if not units % FINE_PER_COARSE}
    return Q(unit=UNIT, points__in=points) | Q(unit=COARSE_UNIT, points__in=whole)


def _read_rows_by_opponents(change: ChangedTable) -> set[int]:
    """Read the rows ranked by a tie-break that depends on the points of changed players, and return
    their points."""
    players = change.with_other_points()
    if not players:
        return set()
    opponents = fact_queries.opponents(change.fact_filter, players).values()
    rows_met = stored_rows(
        change.table, Q(player__in={player for group in opponents for player in group})
    )
    met = {
        player: row
        for player, row in rows_met.items()
        if any(row.tiebreaks[code] is not None for code in change.by_opponents)
    }
    change.met.update(met)
    return {row.points for row in met.values()}


@dataclass(frozen=True)
class _TiebreakValues:
    """Values of tie-breaks (a `standings.TiebreakQuery`), from stored rows where they still
    hold."""

    of: ChangedTable

    def __call__(self, code: str, groups: Sequence[Sequence[PlayerId]]) -> Values:
        values: dict[PlayerId, int] = {}
        to_compute: list[Sequence[PlayerId]] = []
        for group in groups:
            values |= self._stored_values(code, group)
            if missing := [player for player in group if player not in values]:
                to_compute.append(missing)
        if to_compute:
            context = self._context(code, [player for group in to_compute for player in group])
            values |= tiebreaks.group_values(code, to_compute, context)
        return values

    def _stored_values(self, code: str, group: Sequence[PlayerId]) -> dict[PlayerId, int]:
        """Return the stored values that are still valid: for a value that depends on all tied
        players, either the whole group's or none."""
        scope = TIEBREAKS[code].scope
        if scope == "tied":
            is_same = self._groups_before.get((code, group[0])) == set(group)
            unaltered = group if is_same and self.of.changed.isdisjoint(group) else ()
        else:
            altered = self.of.changed | self.of.met if scope == "opponents" else self.of.changed
            unaltered = [player for player in group if player not in altered]
        values = {player: self.of.stored[player].tiebreaks[code] for player in unaltered}
        return {player: value for player, value in values.items() if value is not None}

    @cached_property
    def _groups_before(self) -> Mapping[tuple[str, PlayerId], set[PlayerId]]:
        """The stored group in which each player was tied before each tie-break."""
        groups: defaultdict[tuple[object, ...], set[PlayerId]] = defaultdict(set)
        groups_of_players = {}
        for player, row in self.of.stored.items():
            key: tuple[object, ...] = (row.qualified, row.points)
            for code in self.of.scheme.tiebreaks:
                if row.tiebreaks[code] is None:
                    break
                groups[key].add(player)
                groups_of_players[code, player] = groups[key]
                key = (*key, row.tiebreaks[code])
        return groups_of_players

    def _context(self, code: str, players: Sequence[PlayerId]) -> TiebreakContext:
        facts: Mapping[PlayerId, Sequence[Fact]] = {}
        opponents: Mapping[PlayerId, Mapping[PlayerId, int]] = {}
        points: Values = {}
        scope = TIEBREAKS[code].scope
        if scope == "opponents":
            opponents, points = fact_queries.opponents(self.of.fact_filter, players), self._points
        elif scope == "tied":
            facts = self.of.reader.common_results(self.of.scope, players)
        else:
            facts = self.of.reader.results(self.of.scope, players)
        points_of = partial(result_points, scheme=self.of.scheme)
        return TiebreakContext(facts, opponents.__getitem__, points, self._draws, points_of)

    @cached_property
    def _points(self) -> Values:
        """The points of all players of the table."""
        stored = self.of.table.standings.order_by().values_list("player_id", "points", "unit")
        points = {PlayerId(player): number * (UNIT // unit) for player, number, unit in stored}
        return points | {player: line.points for player, line in self.of.totals.items()}

    @cached_property
    def _draws(self) -> Sequence[TiebreakDraw]:
        return fact_queries.draws(self.of.table, self.of.table.facts_version)
