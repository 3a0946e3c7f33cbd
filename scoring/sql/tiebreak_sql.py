"""Orders players with equal points by the tie-breaks of a scheme, one after the other, each only
for players who are still tied.

`scoring.pure.tiebreaks` defines each code and computes it in Python. Here the database computes
what depends on other players, for all groups of tied players at once.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from scoring.models import Draw, Result, Standing, Table
from scoring.pure.facts import PlayerId
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.pure.units import HUNDREDTH, UNIT, half_even
from scoring.sql.fact_filters import FactFilter, SqlFragment, id_condition, pair_relation
from scoring.sql.points_sql import TotalsRow

Group: TypeAlias = list[PlayerId]
TiebreakValues: TypeAlias = dict[str, int]

RESULTS = Result._meta.db_table
PARTS_BEFORE_TIEBREAKS = 2  # parts of a key: qualified, points
OFFSET = 1 << 63  # no number is negative any more


class TiebreakInputs(NamedTuple):
    """The data that a tie-break may use besides the tied players' own totals.

    `totals` are those of all players, or those of the players who have `changed`; then the stored
    standings of the table have the others'.
    """

    table: Table
    fact_filter: FactFilter
    totals: Mapping[PlayerId, TotalsRow]
    changed: Collection[int] | None = None
    draws: Sequence[Sequence[int]] = ()  # the latest first


def tiebreak_inputs(
    table: Table,
    fact_filter: FactFilter,
    scheme: Scheme,
    totals: Mapping[PlayerId, TotalsRow],
    changed: Collection[int] | None = None,
) -> TiebreakInputs:
    draws: Sequence[Sequence[int]] = ()
    if "lots" in scheme.tiebreaks:
        latest_first = Draw.objects.filter(table=table).at(fact_filter.version).order_by("-id")
        draws = list(latest_first.values_list("players", flat=True))
    return TiebreakInputs(table, fact_filter, totals, changed, draws)


class StoredNeighbour(NamedTuple):
    """A stored row with the values that its place depends on."""

    rank_key: bytes
    strength: int | None

    def value(self, index: int) -> bytes:
        """Return the packed value of the tie-break at this index in the scheme."""
        start = 8 * (PARTS_BEFORE_TIEBREAKS + index)
        return self.rank_key[start : start + 8]


class OtherRows(Protocol):
    """The stored rows of a table of which a few are about to change."""

    def rows_with_prefixes(self, keys: Collection[bytes]) -> Mapping[PlayerId, StoredNeighbour]:
        """Return the rows whose keys begin with one of these."""

    strength_gains: Mapping[int, int]  # what the strength of other players gains by the change

    def keys_with_gains(self) -> Iterable[bytes]:
        """Return the keys of the rows whose strength gains by the change."""

    def full_rows(self, players: Collection[PlayerId]) -> Mapping[PlayerId, Standing]:
        """Return the rows of these players, which change with the others."""


class RankedRow:
    """A row that is being ranked: its totals, and its key up to the tie-breaks computed so far."""

    def __init__(self, totals: TotalsRow) -> None:
        self.totals = totals
        self.values: TiebreakValues = {}
        self.strength: int | None = None  # if it was looked at
        self.key = _pack(int(totals.qualified)) + _pack(totals.points)

    def add(self, code: str, value: int) -> None:
        self.values[code] = value
        self.key += _key_part(code, value)


def rank(
    totals: Mapping[PlayerId, TotalsRow],
    stored_rows: Mapping[PlayerId, Standing],
    scheme: Scheme,
    inputs: TiebreakInputs,
    others: OtherRows | None = None,
) -> dict[PlayerId, RankedRow]:
    """Return these players with the values of their tie-breaks, and all whose own values change
    with theirs, as `scoring.pure.standings.rank` orders them.

    A tie-break that depends on others is computed for every group that one of the changing players
    has left or joined, and for no other; a player who gets another value by that counts as changing
    from there on. `stored_rows` are the stored rows of the players, also of those who have no
    results any more. Without `others`, the totals are those of all players. A player's own values
    are always computed, the others are 0 where he is not tied: `scoring.sql.places_sql.with_places`
    decides which were used.
    """
    ranked = {player: RankedRow(line) for player, line in totals.items()}
    keys_left = {player: bytes(row.rank_key) for player, row in stored_rows.items()}
    for index, code in enumerate(scheme.tiebreaks):
        if own_value := OWN_VALUES.get(code):
            for row in ranked.values():
                row.add(code, own_value(row.totals))
            continue
        if code == "lots" and not inputs.draws:
            for row in ranked.values():
                row.add(code, 0)
            continue
        earlier_codes = scheme.tiebreaks[:index]
        neighbours = _neighbours(ranked, keys_left, code, earlier_codes, others) if others else {}
        tied_groups = _tied_groups(ranked, neighbours, earlier_codes)
        if code == "strength":
            _add_strength(ranked, neighbours, keys_left, tied_groups, earlier_codes, inputs, others)
            continue
        values = GROUP_VALUES[code](tied_groups, inputs) if tied_groups else {}
        changed_neighbours = {
            player
            for player, stored in neighbours.items()
            if stored.value(index) != _key_part(code, values.get(player, 0))
        }
        _add_ranked(ranked, keys_left, changed_neighbours, earlier_codes, others)
        for player, row in ranked.items():
            row.add(code, values.get(player, 0))
    return ranked


def _add_ranked(
    ranked: dict[PlayerId, RankedRow],
    keys_left: dict[PlayerId, bytes],
    players: Collection[PlayerId],
    earlier_codes: Sequence[str],
    others: OtherRows | None,
) -> None:
    """Add these of the other rows to the changing ones, with the tie-breaks computed so far."""
    if others and players:
        for player, row in others.full_rows(players).items():
            ranked[player] = _ranked_from_stored(row, earlier_codes)
            keys_left[player] = bytes(row.rank_key)


def _neighbours(
    ranked: Mapping[PlayerId, RankedRow],
    keys_left: Mapping[PlayerId, bytes],
    code: str,
    earlier_codes: Sequence[str],
    others: OtherRows,
) -> dict[PlayerId, StoredNeighbour]:
    """Return the other players in the groups that one of the changing players has left or
    joined."""
    size = 8 * (PARTS_BEFORE_TIEBREAKS + len(earlier_codes))
    keys = {row.key for row in ranked.values()} | {key[:size] for key in keys_left.values()}
    if TIEBREAKS[code].scope == "all":
        keys |= {key[:size] for key in others.keys_with_gains()}
    return {
        player: row
        for player, row in others.rows_with_prefixes(keys).items()
        if player not in ranked and player not in keys_left
    }


def _add_strength(
    ranked: dict[PlayerId, RankedRow],
    neighbours: Mapping[PlayerId, StoredNeighbour],
    keys_left: dict[PlayerId, bytes],
    tied_groups: Sequence[Group],
    earlier_codes: Sequence[str],
    inputs: TiebreakInputs,
    others: OtherRows | None,
) -> None:
    """Add the strength (`scoring.pure.tiebreaks.strength`): stored sums gain what the opponents
    have gained, and only the rest is summed up from results."""
    members = {player for group in tied_groups for player in group}
    strength_gains = others.strength_gains if others else {}
    sums = {
        player: row.strength + strength_gains.get(player, 0)
        for player, row in neighbours.items()
        if row.strength is not None and player in members
    }
    sums |= _opponents_points(members - sums.keys(), inputs)
    changed_neighbours = {
        player for player, row in neighbours.items() if row.strength != sums.get(player)
    }
    _add_ranked(ranked, keys_left, changed_neighbours, earlier_codes, others)
    for player, ranked_row in ranked.items():
        ranked_row.strength = sums.get(player)
        mean = _mean_units(ranked_row.strength or 0, ranked_row.totals.met)
        ranked_row.add("strength", mean)


def _mean_units(total: int, met: int) -> int:
    """Return the mean to the nearest hundredth of a point."""
    return half_even(total, met * HUNDREDTH) * HUNDREDTH


def _ranked_from_stored(row: Standing, codes: Iterable[str]) -> RankedRow:
    """Return a stored row ranked up to these tie-breaks."""
    ranked_row = RankedRow(totals_of(row))
    for code in codes:
        ranked_row.add(code, row.tiebreaks[code])
    ranked_row.strength = row.strength if "strength" in codes else None
    return ranked_row


def totals_of(row: Standing) -> TotalsRow:
    return TotalsRow(*(getattr(row, name) for name in TotalsRow._fields))


def _tied_groups(
    ranked: Mapping[PlayerId, RankedRow],
    stored: Mapping[PlayerId, StoredNeighbour],
    codes: Sequence[str],
) -> list[Group]:
    """Return the groups of more than one player with the same key."""
    groups: defaultdict[bytes, Group] = defaultdict(list)
    size = 8 * (PARTS_BEFORE_TIEBREAKS + len(codes))
    for player, row in ranked.items():
        groups[row.key].append(player)
    for player, neighbour in stored.items():
        groups[neighbour.rank_key[:size]].append(player)
    return [group for group in groups.values() if len(group) > 1]


def common_parts(one: bytes, other: bytes) -> int:
    """Return how many numbers at the start of two keys of one length are equal."""
    differ = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
    return (8 * len(one) - differ.bit_length()) // 64


def _key_part(code: str, value: int) -> bytes:
    """Return the value packed for the key, negated if the lower value is the better one."""
    return _pack(-value if TIEBREAKS[code].fewest else value)


def _pack(number: int) -> bytes:
    """Return eight bytes that sort as the numbers do."""
    return (number + OFFSET).to_bytes(8, "big")


OWN_VALUES: Mapping[str, Callable[[TotalsRow], int]] = {
    "wins": lambda line: line.wins * UNIT,
    "best_evening": lambda line: line.best_evening,
    "last_result": lambda line: line.last_result,
    "sit_outs": lambda line: line.sit_outs * UNIT,
}


def _mini_table(groups: Sequence[Group], inputs: TiebreakInputs) -> dict[PlayerId, int]:
    """Return the values of `scoring.pure.tiebreaks.mini_table`."""
    tied = _group_relation(groups)
    meetings = _meetings_cte(tied, inputs)
    sql = f"{meetings} SELECT player_id, {HALF_POINTS} FROM meetings GROUP BY player_id"
    return _values_from_halves(groups, inputs.fact_filter.fetch(sql, tied))


def _head_to_head(groups: Sequence[Group], inputs: TiebreakInputs) -> dict[PlayerId, int]:
    """Return the values of `scoring.pure.tiebreaks.head_to_head`: only table sizes count at which
    every one of the group has met another of it."""
    tied = _group_relation(groups)
    sql = f"""
        {_meetings_cte(tied, inputs)},
        sized AS (
            SELECT grp, players, player_id, {HALF_POINTS} AS halves
            FROM meetings GROUP BY grp, players, player_id
        ),
        common AS (
            SELECT sized.grp, sized.players
            FROM sized JOIN (SELECT grp, COUNT(*) AS members FROM tied GROUP BY grp) whole
            ON whole.grp = sized.grp
            GROUP BY sized.grp, sized.players HAVING COUNT(*) = MAX(whole.members)
        )
        SELECT sized.player_id, CAST(SUM(sized.halves) AS bigint)
        FROM sized JOIN common ON common.grp = sized.grp AND common.players = sized.players
        GROUP BY sized.player_id
    """
    return _values_from_halves(groups, inputs.fact_filter.fetch(sql, tied))


def _opponents_points(players: Collection[PlayerId], inputs: TiebreakInputs) -> dict[PlayerId, int]:
    """Return the sum of the points of each player's opponents, each as often as met."""
    if not players:
        return {}
    player_condition, (all_points, fragments) = (
        id_condition("a.player_id", "players", players),
        _all_points(inputs),
    )
    sql = f"""
        WITH everybody(player_id, points) AS ({all_points})
        SELECT a.player_id, CAST(SUM(e.points) AS bigint)
        FROM {RESULTS} a
        JOIN {RESULTS} b ON b.match_id = a.match_id AND b.player_id <> a.player_id
        JOIN everybody e ON e.player_id = b.player_id
        WHERE {player_condition.sql} AND {inputs.fact_filter.where("a")}
        AND {inputs.fact_filter.version_condition("b")}
        GROUP BY a.player_id
    """
    rows = inputs.fact_filter.fetch(sql, player_condition, *fragments, table=inputs.table.pk)
    return {PlayerId(player): total for player, total in rows}


def _all_points(inputs: TiebreakInputs) -> tuple[str, list[SqlFragment]]:
    """Return the points of all players: the new ones of changed players, and the stored ones of the
    others."""
    points = [(player, line.points) for player, line in inputs.totals.items()]
    counted_points = [pair_relation("counted", points)] if points else []
    changed_condition = (
        [] if inputs.changed is None else [id_condition("player_id", "changed", inputs.changed)]
    )
    sources = [f"SELECT * FROM ({each.sql}) counted" for each in counted_points]
    sources += [
        f"SELECT player_id, points FROM {Standing._meta.db_table} "
        f"WHERE table_id = %(table)s AND NOT ({each.sql})"
        for each in changed_condition
    ]
    return " UNION ALL ".join(sources), counted_points + changed_condition


def _draw_values(groups: Sequence[Group], inputs: TiebreakInputs) -> dict[PlayerId, int]:
    """Return the values of `scoring.pure.tiebreaks.draw_positions`: the players behind in the
    latest draw that holds the whole group; without one all are equal."""
    values: dict[PlayerId, int] = {}
    for group in groups:
        order = next((draw for draw in inputs.draws if set(group) <= set(draw)), None)
        for player in group:
            values[player] = (len(order) - 1 - order.index(player)) * UNIT if order else 0
    return values


GROUP_VALUES: Mapping[str, Callable[[Sequence[Group], TiebreakInputs], dict[PlayerId, int]]] = {
    "mini_table": _mini_table,
    "head_to_head": _head_to_head,
    "lots": _draw_values,
}

# of all duels: two for each of the others at the table who is behind, one for each who is level
HALF_POINTS = "CAST(SUM(2 * there - 2 * first - level + 1) AS bigint)"


def _group_relation(groups: Sequence[Group]) -> SqlFragment:
    """Return the relation of the tied players and the numbers of their groups."""
    members = ((player, number) for number, group in enumerate(groups) for player in group)
    return pair_relation("tied", members)


def _meetings_cte(tied: SqlFragment, inputs: TiebreakInputs) -> str:
    """Return `tied`, the players of each group, and `meetings`, their results against others of it.

    `meetings` has how many of the group sat there, the place among them (the first of those
    shared) and how many share it.
    """
    return f"""
        WITH tied(player_id, grp) AS ({tied.sql}),
        mine AS (
            SELECT t.grp, r.match_id, r.player_id, r.place, r.players,
                   COUNT(*) OVER (PARTITION BY t.grp, r.match_id) AS there
            FROM tied t JOIN {RESULTS} r ON r.player_id = t.player_id
            WHERE {inputs.fact_filter.where("r")}
        ),
        meetings AS (
            SELECT grp, player_id, players, there,
                   RANK() OVER (PARTITION BY grp, match_id ORDER BY place) AS first,
                   COUNT(*) OVER (PARTITION BY grp, match_id, place) AS level
            FROM mine WHERE there > 1
        )"""


def _values_from_halves(
    groups: Sequence[Group], rows: Collection[tuple[int, ...]]
) -> dict[PlayerId, int]:
    halves = {PlayerId(player): count for player, count in rows}
    return {player: halves.get(player, 0) * UNIT // 2 for group in groups for player in group}
