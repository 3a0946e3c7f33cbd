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
        best = _best(table, order)
        cut = min(go_on, len(table.players) - 1)
        players += best[:cut]
        reasons += _reasons(table, number, best, cut)
    return Qualification((*players, *byes), tuple(reasons))


def final(ranking: Sequence[str], finalists: int, sizes: Sizes) -> FinalTables:
    """The best so many, seated by rank: the best together at the first table, and so on.

    >>> final(["a", "b", "c", "d", "e", "f"], 6, Sizes(3, 4))
    Final(tables=(('a', 'b', 'c'), ('d', 'e', 'f')), out=())
    """
    chosen = list(ranking[:finalists])
    found = partition(len(chosen), sizes)
    waiting = iter(chosen)
    tables = tuple([tuple([next(waiting) for _ in range(size)]) for size in found.tables])
    return FinalTables(tables, tuple(waiting))


def _best(table: FinishedTable, order: Mapping[str, int]) -> list[str]:
    last = len(order)
    place = dict(zip(table.players, table.places or (), strict=False))
    return sorted(table.players, key=lambda name: (place.get(name, 0), order.get(name, last)))


def _reasons(table: FinishedTable, number: int, best: Sequence[str], cut: int) -> Iterator[KnockoutReason]:
    if table.places is None:
        yield {"code": "no_result", "table": number, "go_on": list(best[:cut])}
        return
    place = dict(zip(table.players, table.places, strict=True))
    if not 0 < cut < len(best) or place[best[cut - 1]] != place[best[cut]]:
        return
    tied = [name for name in best if place[name] == place[best[cut]]]
    through = [name for name in tied if name in best[:cut]]
    yield {"code": "tie_at_cut", "table": number, "players": tied, "go_on": through}
