"""Selection of the players who advance from the tables of a knock-out, sit in the final or change
tables as king of the table. Players are names; reasons explain each cut between equal places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

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
    """The tables of a final, the best players at the first; `out` are finalists without a table."""

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


def finalists(
    places: Mapping[str, int], strength: Sequence[str], count: int, sizes: Sizes
) -> Qualification:
    """Return the `count` best players by their `places` in the standings, of equals the first in
    `strength`. `reasons` explain ties between finalists and others, and between the tables of a
    final.

    >>> finalists({"a": 1, "b": 2, "c": 2}, ["a", "c", "b"], 2, Sizes(2, 2)).players
    ('a', 'c')
    """
    ranked = sorted(strength, key=lambda name: places[name])
    chosen = ranked[:count]
    reasons = [*_reasons_of_cut(ranked, places, len(chosen), code="tie_for_final")]
    reasons += _reasons_between(final(chosen, count, sizes).tables, places)
    return Qualification(tuple(chosen), tuple(reasons))


def consolation(
    finalists: Sequence[str], places: Mapping[str, int], ranking: Sequence[str], sizes: Sizes
) -> tuple[FinalTables, tuple[KnockoutReason, ...]]:
    """Return the table of the finalists and the tables of the players who are out, best first by
    `ranking`. `places` are shared by equals; reasons explain ties, and the number without a table.

    >>> consolation(["a", "b"], {"c": 1, "d": 2, "e": 3}, ["c", "d", "e"], Sizes(2, 2))[0].tables
    (('a', 'b'), ('c', 'd'))
    """
    seats = final(ranking, len(ranking), sizes)
    reasons = [*_reasons_between(seats.tables, places, first=1)]
    if seats.out:
        cut = len(ranking) - len(seats.out)
        reasons += _reasons_of_cut(ranking, places, cut, code="tie_for_consolation")
        reasons.append({"code": "gap", "sit_out": len(seats.out)})
    return FinalTables((tuple(finalists), *seats.tables), seats.out), tuple(reasons)


def places_played_for(sizes: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and the last place that each table of a final plays for.

    >>> places_played_for([4, 5])
    [(1, 4), (5, 9)]
    """
    ends = [*accumulate(sizes)]
    return [(before + 1, end) for before, end in pairwise([0, *ends])]


def king_reasons(
    tables: Sequence[FinishedTable], strength: Sequence[str]
) -> tuple[KnockoutReason, ...]:
    """Return the ties that decide who moves up or down as king of the table: the best of each table
    but the first move up, the last of each but the last one move down."""
    order = {name: number for number, name in enumerate(strength)}
    reasons: list[KnockoutReason] = []
    for number, table in enumerate(tables):
        if table.places is None or len(table.players) < 2:
            continue
        ranked = _ranked_players(table, order)
        places = dict(zip(table.players, table.places, strict=True))
        if number > 0:
            reasons += _reasons_of_cut(ranked, places, 1, code="tie_to_move_up", table=number)
        if number < len(tables) - 1:
            cut = len(ranked) - 1
            reasons += _reasons_of_cut(ranked, places, cut, code="tie_to_stay", table=number)
    return tuple(reasons)


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
    yield from _reasons_of_cut(ranked, place_of, cut, code="tie_at_cut", table=number)


def _reasons_between(
    tables: Sequence[Sequence[str]], places: Mapping[str, int], first: int = 0
) -> Iterator[KnockoutReason]:
    """Yield the ties between players at different tables; `first` is the number of the first."""
    ranked, seated = [*chain(*tables)], 0
    for number, table in enumerate(tables[:-1], first):
        seated += len(table)
        yield from _reasons_of_cut(ranked, places, seated, code="tie_between_tables", table=number)


def _reasons_of_cut(
    ranked: Sequence[str], place_of: Mapping[str, int], cut: int, **about: object
) -> Iterator[KnockoutReason]:
    """Yield why the first `cut` players are on the better side, if those beside the cut share a
    place."""
    if not 0 < cut < len(ranked) or place_of[ranked[cut - 1]] != place_of[ranked[cut]]:
        return
    tied = [name for name in ranked if place_of[name] == place_of[ranked[cut]]]
    through = [name for name in tied if name in ranked[:cut]]
    yield {**about, "players": tied, "go_on": through}
