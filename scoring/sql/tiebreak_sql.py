"""Who goes before whom among equals. The tie-breaks of a scheme are asked one after the other, each
only of those still tied; what depends on the others is summed up by the database, for all groups of
tied players at once. `scoring.pure.tiebreaks` says what each code means, and in Python how it is
counted.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from scoring.models import Draw, Result, Standing, Table
from scoring.pure.facts import PlayerId
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.pure.units import HUNDREDTH, UNIT, half_even
from scoring.sql.fact_filters import SqlFragment, FactFilter, id_condition, pair_relation
from scoring.sql.points_sql import TotalsRow

Group: TypeAlias = list[PlayerId]
TiebreakValues: TypeAlias = dict[str, int]

RESULTS = Result._meta.db_table
BEFORE_TIEBREAKS = 2  # parts of a key: qualified, points
MIDDLE = 1 << 63  # no number is negative any more


class TiebreakInputs(NamedTuple):
    """What a tie-break may look at besides the tied players' own lines.

    `lines` are those of everybody, or those of the players who have `changed`: then the stored
    standings of the table tell about the others.
    """

    table: Table
    of: FactFilter
    lines: Mapping[PlayerId, TotalsRow]
    changed: Collection[int] | None = None
    draws: Sequence[Sequence[int]] = ()  # the latest first


def tiebreak_inputs(
    table: Table,
    of: FactFilter,
    scheme: Scheme,
    lines: Mapping[PlayerId, TotalsRow],
    changed: Collection[int] | None = None,
) -> TiebreakInputs:
    draws: Sequence[Sequence[int]] = ()
    if "lots" in scheme.tiebreaks:
        drawn = Draw.objects.filter(table=table).at(of.version).order_by("-id")
        draws = list(drawn.values_list("players", flat=True))
    return TiebreakInputs(table, of, lines, changed, draws)


class StoredNeighbour(NamedTuple):
    """A stored row as far as its place needs it."""

    rank_key: bytes
    strength: int | None

    def value(self, index: int) -> bytes:
        """That of the tie-break at this place in the scheme, packed."""
        start = 8 * (BEFORE_TIEBREAKS + index)
        return self.rank_key[start : start + 8]


class OtherRows(Protocol):
    """The stored rows of a table, of which a few are about to change."""

    def led_by(self, keys: Collection[bytes]) -> Mapping[PlayerId, StoredNeighbour]:
        """Those whose keys begin with one of these."""

    drifts: Mapping[int, int]  # what the strength of other players gains by the change

    def following(self) -> Iterable[bytes]:
        """The keys of the rows with such a gain."""

    def whole(self, players: Collection[PlayerId]) -> Mapping[PlayerId, Standing]:
        """The rows of these, who change with the others."""


class RankedRow:
    """A row on its way: its line, and its key as far as the tie-breaks have been asked."""

    def __init__(self, line: TotalsRow) -> None:
        self.line = line
        self.values: TiebreakValues = {}
        self.strength: int | None = None  # if it was looked at
        self.key = _packed(int(line.qualified)) + _packed(line.points)

    def add(self, code: str, value: int) -> None:
        self.values[code] = value
        self.key += _part(code, value)


def rank(
    lines: Mapping[PlayerId, TotalsRow],
    before: Mapping[PlayerId, Standing],
    scheme: Scheme,
    ask: TiebreakInputs,
    others: OtherRows | None = None,
) -> dict[PlayerId, RankedRow]:
    """These players with the values of their tie-breaks, and all whose own move with theirs.

    A tie-break that looks at others is asked of every group that one of the moving has left or
    joined, and of no other; who gets another value by that is moving from there on. `before` are
    the stored rows of the players, also of those who have no line any more. Without `others` the
    lines are those of everybody. What is a player's own has its value always, the rest is 0 where
    he is not tied: `scoring.sql.places_sql.with_places` tells what was looked at.
    """
    moving = {player: RankedRow(line) for player, line in lines.items()}
    left = {player: bytes(row.rank_key) for player, row in before.items()}
    for index, code in enumerate(scheme.tiebreaks):
        if own := OWN_VALUES.get(code):
            for row in moving.values():
                row.add(code, own(row.line))
            continue
        if code == "lots" and not ask.draws:
            for row in moving.values():
                row.add(code, 0)
            continue
        asked = scheme.tiebreaks[:index]
        around = _around(moving, left, code, asked, others) if others else {}
        tied = _groups(moving, around, asked)
        if code == "strength":
            _add_strength(moving, around, left, tied, asked, ask, others)
            continue
        values = GROUP_VALUES[code](tied, ask) if tied else {}
        differ = {
            player
            for player, stored in around.items()
            if stored.value(index) != _part(code, values.get(player, 0))
        }
        _join(moving, left, differ, asked, others)
        for player, row in moving.items():
            row.add(code, values.get(player, 0))
    return moving


def _join(
    moving: dict[PlayerId, RankedRow],
    left: dict[PlayerId, bytes],
    players: Collection[PlayerId],
    asked: Sequence[str],
    others: OtherRows | None,
) -> None:
    """These of the others move too, with all that was asked so far."""
    if others and players:
        for player, row in others.whole(players).items():
            moving[player] = _from(row, asked)
            left[player] = bytes(row.rank_key)


def _around(
    moving: Mapping[PlayerId, RankedRow],
    left: Mapping[PlayerId, bytes],
    code: str,
    asked: Sequence[str],
    others: OtherRows,
) -> dict[PlayerId, StoredNeighbour]:
    """Who else is in the groups that one of the moving has left or joined."""
    size = 8 * (BEFORE_TIEBREAKS + len(asked))
    keys = {row.key for row in moving.values()} | {key[:size] for key in left.values()}
    if TIEBREAKS[code].scope == "all":
        keys |= {key[:size] for key in others.following()}
    return {
        player: row
        for player, row in others.led_by(keys).items()
        if player not in moving and player not in left
    }


def _add_strength(
    moving: dict[PlayerId, RankedRow],
    around: Mapping[PlayerId, StoredNeighbour],
    left: dict[PlayerId, bytes],
    tied: Sequence[Group],
    asked: Sequence[str],
    ask: TiebreakInputs,
    others: OtherRows | None,
) -> None:
    """The sums of stored rows gain what their opponents have gained; only the rest is summed up."""
    members = {player for group in tied for player in group}
    drifts = others.drifts if others else {}
    sums = {
        player: row.strength + drifts.get(player, 0)
        for player, row in around.items()
        if row.strength is not None and player in members
    }
    sums |= _opponents_points(members - sums.keys(), ask)
    differ = {player for player, row in around.items() if row.strength != sums.get(player)}
    _join(moving, left, differ, asked, others)
    for player, moved in moving.items():
        moved.strength = sums.get(player)
        moved.add("strength", _mean(moved.strength or 0, moved.line.met))


def _mean(total: int, met: int) -> int:
    """To the nearest hundredth of a point."""
    return half_even(total, met * HUNDREDTH) * HUNDREDTH


def _from(row: Standing, codes: Iterable[str]) -> RankedRow:
    """A stored row as far as these tie-breaks."""
    found = RankedRow(totals_of(row))
    for code in codes:
        found.add(code, row.tiebreaks[code])
    found.strength = row.strength if "strength" in codes else None
    return found


def totals_of(row: Standing) -> TotalsRow:
    return TotalsRow(*(getattr(row, name) for name in TotalsRow._fields))


def _groups(
    moving: Mapping[PlayerId, RankedRow], stored: Mapping[PlayerId, StoredNeighbour], codes: Sequence[str]
) -> list[Group]:
    """Who is still tied with whom: more than one of the same key."""
    found: defaultdict[bytes, Group] = defaultdict(list)
    size = 8 * (BEFORE_TIEBREAKS + len(codes))
    for player, row in moving.items():
        found[row.key].append(player)
    for player, neighbour in stored.items():
        found[neighbour.rank_key[:size]].append(player)
    return [group for group in found.values() if len(group) > 1]


def common_parts(one: bytes, other: bytes) -> int:
    """How many numbers of two keys of one length are equal before the first that is not."""
    differ = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
    return (8 * len(one) - differ.bit_length()) // 64


def _part(code: str, value: int) -> bytes:
    """More is better, also of what is wanted least."""
    return _packed(-value if TIEBREAKS[code].fewest else value)


def _packed(number: int) -> bytes:
    """Eight bytes that sort as the numbers do."""
    return (number + MIDDLE).to_bytes(8, "big")


OWN_VALUES: Mapping[str, Callable[[TotalsRow], int]] = {
    "wins": lambda line: line.wins * UNIT,
    "best_evening": lambda line: line.best_evening,
    "last_result": lambda line: line.last_result,
    "sit_outs": lambda line: line.sit_outs * UNIT,
}


def _mini_table(groups: Sequence[Group], ask: TiebreakInputs) -> dict[PlayerId, int]:
    tied = _tied(groups)
    sql = f"{_met(tied, ask)} SELECT player_id, {HALF_POINTS} FROM met GROUP BY player_id"
    return _halves(groups, ask.of.fetch(sql, tied))


def _head_to_head(groups: Sequence[Group], ask: TiebreakInputs) -> dict[PlayerId, int]:
    """Only the table sizes at which every one of the group has met another of it."""
    tied = _tied(groups)
    sql = f"""
        {_met(tied, ask)},
        sized AS (
            SELECT grp, players, player_id, {HALF_POINTS} AS halves
            FROM met GROUP BY grp, players, player_id
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
    return _halves(groups, ask.of.fetch(sql, tied))


def _opponents_points(players: Collection[PlayerId], ask: TiebreakInputs) -> dict[PlayerId, int]:
    """The sum of the points of everybody they have met, each as often as met."""
    if not players:
        return {}
    who, (everybody, given) = id_condition("a.player_id", "players", players), _everybody(ask)
    sql = f"""
        WITH everybody(player_id, points) AS ({everybody})
        SELECT a.player_id, CAST(SUM(e.points) AS bigint)
        FROM {RESULTS} a
        JOIN {RESULTS} b ON b.match_id = a.match_id AND b.player_id <> a.player_id
        JOIN everybody e ON e.player_id = b.player_id
        WHERE {who.sql} AND {ask.of.where("a")} AND {ask.of.holds("b")}
        GROUP BY a.player_id
    """
    found = ask.of.fetch(sql, who, *given, table=ask.table.pk)
    return {PlayerId(player): total for player, total in found}


def _everybody(ask: TiebreakInputs) -> tuple[str, list[SqlFragment]]:
    """Everybody's points: those just counted, and those stored for who has not changed."""
    points = [(player, line.points) for player, line in ask.lines.items()]
    counted = [pair_relation("counted", points)] if points else []
    changed = [] if ask.changed is None else [id_condition("player_id", "changed", ask.changed)]
    sources = [f"SELECT * FROM ({each.sql}) counted" for each in counted]
    sources += [
        f"SELECT player_id, points FROM {Standing._meta.db_table} "
        f"WHERE table_id = %(table)s AND NOT ({each.sql})"
        for each in changed
    ]
    return " UNION ALL ".join(sources), counted + changed


def _lots(groups: Sequence[Group], ask: TiebreakInputs) -> dict[PlayerId, int]:
    """Players behind in the latest draw that holds the whole group; without one all are equal."""
    found: dict[PlayerId, int] = {}
    for group in groups:
        order = next((draw for draw in ask.draws if set(group) <= set(draw)), None)
        for player in group:
            found[player] = (len(order) - 1 - order.index(player)) * UNIT if order else 0
    return found


GROUP_VALUES: Mapping[str, Callable[[Sequence[Group], TiebreakInputs], dict[PlayerId, int]]] = {
    "mini_table": _mini_table,
    "head_to_head": _head_to_head,
    "lots": _lots,
}

# of all duels: two for each of the others at the table who is behind, one for each who is level
HALF_POINTS = "CAST(SUM(2 * there - 2 * first - level + 1) AS bigint)"


def _tied(groups: Sequence[Group]) -> SqlFragment:
    """Who is in which group."""
    members = ((player, number) for number, group in enumerate(groups) for player in group)
    return pair_relation("tied", members)


def _met(tied: SqlFragment, ask: TiebreakInputs) -> str:
    """`tied`: who is in which group; `met`: what they have played with others of it, how many of
    these were there, the place among these (the first of those shared) and how many share it."""
    return f"""
        WITH tied(player_id, grp) AS ({tied.sql}),
        mine AS (
            SELECT t.grp, r.match_id, r.player_id, r.place, r.players,
                   COUNT(*) OVER (PARTITION BY t.grp, r.match_id) AS there
            FROM tied t JOIN {RESULTS} r ON r.player_id = t.player_id WHERE {ask.of.where("r")}
        ),
        met AS (
            SELECT grp, player_id, players, there,
                   RANK() OVER (PARTITION BY grp, match_id ORDER BY place) AS first,
                   COUNT(*) OVER (PARTITION BY grp, match_id, place) AS level
            FROM mine WHERE there > 1
        )"""


def _halves(groups: Sequence[Group], rows: Collection[tuple[int, ...]]) -> dict[PlayerId, int]:
    halves = {PlayerId(player): count for player, count in rows}
    return {player: halves.get(player, 0) * UNIT // 2 for group in groups for player in group}
