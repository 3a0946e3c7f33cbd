"""Who goes on from the tables of a knock-out, and who sits in the final. Names only; what decides
where a table does not is told in reasons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from seating.sizes import Sizes, partition

KnockoutReason = Mapping[str, object]


@dataclass(frozen=True)
class FinishedTable:
    """A table: its players and their places, 1 for the best, shared on ties; None for a table that
    ended without a result."""

    players: tuple[str, ...]
    places: tuple[int, ...] | None


@dataclass(frozen=True)
class Qualification:
    """`players` in the order of the tables, the best of each first. `reasons` tell of ties at the
    cut and of tables without result, which `strength` has decided."""

    players: tuple[str, ...]
    reasons: tuple[KnockoutReason, ...] = ()


@dataclass(frozen=True)
class FinalTables:
    """The first table is that of the best; `out` are finalists for whom no table was left."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]


def qualifiers(
    tables: Sequence[FinishedTable],
    go_on: int,
    strength: Sequence[str],
    byes: Sequence[str] = (),
) -> Qualification:
    """The `go_on` best of each table, but never a whole table, and whoever had a bye.

    `strength` ranks everybody, the best first: it decides ties at the cut, and whole tables without
    a result.

    >>> qualifiers([Finished(("a", "b", "c"), (1, 2, 2))], 2, ["c", "b", "a"]).players
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
    """The best so many, seated by rank: the best together at the first table, and so on.

    >>> final(["a", "b", "c", "d", "e", "f"], 6, Sizes(3, 4))
    Final(tables=(('a', 'b', 'c'), ('d', 'e', 'f')), out=())
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
