"""Decides who goes on from the tables of a knock-out and who sits in the final. Players are names;
reasons explain what decided where a table did not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from seating.sizes import Sizes, partition

KnockoutReason = Mapping[str, object]


@dataclass(frozen=True)
class FinishedTable:
    """A table with its players and their places, 1 for the best, shared on ties; `places` is None
    for a table that ended without a result."""

    players: tuple[str, ...]
    places: tuple[int, ...] | None


@dataclass(frozen=True)
class Qualification:
    """The players who go on, in the order of the tables, the best of each first. `reasons` explain
    ties at the cut and tables without a result, which `strength` decided."""

    players: tuple[str, ...]
    reasons: tuple[KnockoutReason, ...] = ()


@dataclass(frozen=True)
class FinalTables:
    """The tables of a final, the best players at the first; `out` are finalists for whom no table
    was left."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]


def qualifiers(
    tables: Sequence[FinishedTable],
    go_on: int,
    strength: Sequence[str],
    byes: Sequence[str] = (),
) -> Qualification:
    """Return the `go_on` best of each table, but never a whole table, and all players with a bye.

    `strength` ranks all players, the best first. It decides ties at the cut, and whole tables
    without a result.

    >>> qualifiers([FinishedTable(("a", "b", "c"), (1, 2, 2))], 2, ["c", "b", "a"]).players
    ('a', 'c')
    """
    order = {name: number for number, name in enumerate(strength)}
    players: list[str] = []
    reasons: list[KnockoutReason] = []
    for number, table in enumerate(tables):
        ranked = _ranked_players(table, order)
        cut = min(go_on, len(table.players) - 1)
        players += ranked[:cut]
        reasons += _reasons(table, number, ranked, cut)
    return Qualification((*players, *byes), tuple(reasons))


def final(ranking: Sequence[str], finalists: int, sizes: Sizes) -> FinalTables:
    """Return the best `finalists` players, seated by rank: the best together at the first table,
    and so on.

    >>> final(["a", "b", "c", "d", "e", "f"], 6, Sizes(3, 4))
    FinalTables(tables=(('a', 'b', 'c'), ('d', 'e', 'f')), out=())
    """
    finalist_names = list(ranking[:finalists])
    division = partition(len(finalist_names), sizes)
    remaining = iter(finalist_names)
    tables = tuple([tuple([next(remaining) for _ in range(size)]) for size in division.tables])
    return FinalTables(tables, tuple(remaining))


def _ranked_players(table: FinishedTable, order: Mapping[str, int]) -> list[str]:
    last_rank = len(order)
    place_of = dict(zip(table.players, table.places or (), strict=False))
    return sorted(
        table.players, key=lambda name: (place_of.get(name, 0), order.get(name, last_rank))
    )


def _reasons(
    table: FinishedTable, number: int, ranked: Sequence[str], cut: int
) -> Iterator[KnockoutReason]:
    if table.places is None:
        yield {"code": "no_result", "table": number, "go_on": list(ranked[:cut])}
        return
    place_of = dict(zip(table.players, table.places, strict=True))
    if not 0 < cut < len(ranked) or place_of[ranked[cut - 1]] != place_of[ranked[cut]]:
        return
    tied = [name for name in ranked if place_of[name] == place_of[ranked[cut]]]
    through = [name for name in tied if name in ranked[:cut]]
    yield {"code": "tie_at_cut", "table": number, "players": tied, "go_on": through}
