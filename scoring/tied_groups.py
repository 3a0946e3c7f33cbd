"""Ranks again the groups of equal points that a change touches, and no others.

Groups are formed as in `scoring.pure.standings.rank`. Values that the change cannot have altered
are taken from the stored rows, and results are only read for players whose values are computed.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property, partial

from django.db.models import Q

from scoring import fact_queries, rows
from scoring.models import Draw, Penalty, Result, SitOut, Standing, Table
from scoring.pure import schemes, standings, tiebreaks
from scoring.pure.facts import Fact, PlayerId, TiebreakDraw
from scoring.pure.points import result_points
from scoring.pure.schemes import Scheme
from scoring.pure.standings import PlayerTotals
from scoring.pure.tiebreaks import TIEBREAKS, TiebreakContext, Values
from scoring.pure.units import COARSE_UNIT, FINE_PER_COARSE, UNIT
from scoring.sql import points_sql
from scoring.sql.fact_filters import FactFilter

StoredRows = dict[PlayerId, Standing]


def changed_rows(table: Table, after: int) -> tuple[StoredRows, StoredRows]:
    """Return the rows that changes since a version may have altered: as they are stored, and as
    they should be."""
    scheme, fact_filter = schemes.read(table.scheme), FactFilter.of_table(table)
    changed = changed_players(table, scheme, after)
    if not changed:
        return {}, {}
    totals = points_sql.player_totals(fact_filter, scheme, changed)
    stored = stored_rows(table, Q(player__in=changed))
    touched = {row.points for row in stored.values()} | {row.points for row in totals.values()}
    by_opponents = [code for code in scheme.tiebreaks if TIEBREAKS[code].scope == "opponents"]
    met: StoredRows = {}
    if by_opponents:
        met = _rows_by_opponents(
            table, fact_filter, by_opponents, _with_other_points(stored, totals)
        )
        touched |= {row.points for row in met.values()}
    stored |= stored_rows(table, _with_points(touched))
    others = [rows.totals(row) for player, row in stored.items() if player not in changed]
    values = _TiebreakValues(table, fact_filter, scheme, stored, totals, changed, met.keys())
    ranked = standings.rank([*totals.values(), *others], scheme, values)
    return stored, {row.player: rows.standing(table.pk, row, scheme.tiebreaks) for row in ranked}


def changed_players(table: Table, scheme: Scheme, after: int) -> set[PlayerId]:
    """Return the players whose own facts began or ceased to hold since a version."""
    period = (after, table.facts_version)
    results = Result.objects.filter(game=table.game) if table.game else Result.objects
    players = {
        PlayerId(player)
        for facts in (results, Penalty.objects, SitOut.objects)
        for player in facts.changed(*period)
        .filter(season=table.season_id)
        .order_by()
        .values_list("player_id", flat=True)
        .distinct()
        if table.scope.players is None or player in table.scope.players
    }
    if "lots" in scheme.tiebreaks:
        for draw in Draw.objects.changed(*period).filter(table=table):
            players.update(draw.players)
    return players


def stored_rows(table: Table, which: Q) -> StoredRows:
    return {PlayerId(row.player_id): row for row in table.standings.filter(which).order_by()}


def _with_points(points: Collection[int]) -> Q:
    """Return the condition of stored rows with one of these numbers of points, in `UNIT`."""
    whole = {units // FINE_PER_COARSE for units in points if not units % FINE_PER_COARSE}
    return Q(unit=UNIT, points__in=points) | Q(unit=COARSE_UNIT, points__in=whole)


def _with_other_points(
    stored: Mapping[PlayerId, Standing], totals: Mapping[PlayerId, PlayerTotals]
) -> list[PlayerId]:
    """Return the players with other points than before."""
    before = {player: row.points for player, row in stored.items()}
    now = {player: row.points for player, row in totals.items()}
    return [player for player in before | now if before.get(player) != now.get(player)]


def _rows_by_opponents(
    table: Table, fact_filter: FactFilter, codes: Sequence[str], players: Collection[PlayerId]
) -> StoredRows:
    """Return the rows ranked by a tie-break that depends on the points of these players."""
    if not players:
        return {}
    opponents = fact_queries.opponents(fact_filter, players).values()
    met = stored_rows(table, Q(player__in={player for group in opponents for player in group}))
    return {
        player: row
        for player, row in met.items()
        if any(row.tiebreaks[code] is not None for code in codes)
    }


@dataclass(frozen=True)
class _TiebreakValues:
    """Values of tie-breaks (a `standings.TiebreakQuery`), from stored rows where they still hold.

    `changed` players have other facts than before, `met` ones have opponents with other points.
    """

    table: Table
    fact_filter: FactFilter
    scheme: Scheme
    stored: StoredRows
    totals: Mapping[PlayerId, PlayerTotals]
    changed: AbstractSet[PlayerId]
    met: AbstractSet[PlayerId]
    facts: dict[PlayerId, list[Fact]] = field(default_factory=dict)  # filled on demand

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
            unaltered = group if is_same and self.changed.isdisjoint(group) else ()
        else:
            altered = self.changed | self.met if scope == "opponents" else self.changed
            unaltered = [player for player in group if player not in altered]
        values = {player: self.stored[player].tiebreaks[code] for player in unaltered}
        return {player: value for player, value in values.items() if value is not None}

    @cached_property
    def _groups_before(self) -> Mapping[tuple[str, PlayerId], set[PlayerId]]:
        """The stored group in which each player was tied before each tie-break."""
        groups: defaultdict[tuple[object, ...], set[PlayerId]] = defaultdict(set)
        groups_of_players = {}
        for player, row in self.stored.items():
            key: tuple[object, ...] = (row.qualified, row.points)
            for code in self.scheme.tiebreaks:
                if row.tiebreaks[code] is None:
                    break
                groups[key].add(player)
                groups_of_players[code, player] = groups[key]
                key = (*key, row.tiebreaks[code])
        return groups_of_players

    def _context(self, code: str, players: Sequence[PlayerId]) -> TiebreakContext:
        opponents: Mapping[PlayerId, Mapping[PlayerId, int]] = {}
        points: Values = {}
        if TIEBREAKS[code].scope == "opponents":
            opponents, points = fact_queries.opponents(self.fact_filter, players), self._points
        elif missing := set(players) - self.facts.keys():
            self.facts.update((player, []) for player in missing)
            for fact in fact_queries.result_facts(self.fact_filter, missing):
                self.facts[fact.player].append(fact)
        points_of = partial(result_points, scheme=self.scheme)
        return TiebreakContext(self.facts, opponents.__getitem__, points, self._draws, points_of)

    @cached_property
    def _points(self) -> Values:
        """The points of all players of the table."""
        stored = self.table.standings.order_by().values_list("player_id", "points", "unit")
        points = {PlayerId(player): number * (UNIT // unit) for player, number, unit in stored}
        return points | {player: line.points for player, line in self.totals.items()}

    @cached_property
    def _draws(self) -> Sequence[TiebreakDraw]:
        return fact_queries.draws(self.table, self.table.facts_version)
