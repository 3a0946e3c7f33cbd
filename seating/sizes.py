"""Divides players into tables of allowed sizes.

The best division has, in this order: fewest sit-outs, most players at tables of a preferred size,
the smallest difference between the largest and the smallest table, fewest tables, the most even
ones (squares of the sizes), and fewest of the largest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from problems.seats import MOST_SEATS

MOST_PLAYERS = 1000


@dataclass(frozen=True)
class Sizes:
    """The allowed sizes of tables, and the preferred ones."""

    least: int
    most: int
    preferred: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.most <= MOST_SEATS:
            raise ValueError(f"impossible sizes: {self.least} to {self.most}")


class SitOutReason(StrEnum):
    """The reason why a player sits out."""

    TOO_FEW = "too_few"  # not even one table can be filled
    GAP = "gap"  # too many for these tables, not enough for one more


class Partition(NamedTuple):
    """A division of players: `tables` are sizes, the largest first; `reason` is None if no player
    sits out."""

    tables: tuple[int, ...]
    sit_out: int
    reason: SitOutReason | None


class _Cost(NamedTuple):
    """The cost of a division; it adds up table by table, so the best whole consists of best
    parts."""

    unpreferred: int
    tables: int
    squares: int
    weight: int  # one digit per size, the largest most weighty


_Best = tuple[_Cost, int]  # with the size of the last table
_NOTHING: _Best = (_Cost(0, 0, 0, 0), 0)


def partition(players: int, sizes: Sizes) -> Partition:
    """Return the best division. It never fails: players who fit no table sit out, and `reason`
    explains it."""
    if not 0 <= players <= MOST_PLAYERS:
        raise ValueError(f"0 to {MOST_PLAYERS} players are expected, not {players}")
    seated = next(n for n in range(players, -1, -1) if not n or _can_seat(n, sizes))
    sit_out = players - seated
    reason = None if not sit_out else SitOutReason.GAP if seated else SitOutReason.TOO_FEW
    return Partition(_best(seated, sizes), sit_out, reason)


def is_only(players: int, sizes: Sizes) -> bool:
    """Return whether all players can be divided in only one way with as few as possible at tables
    of a size that is not preferred; then no other rule can change the sizes.

    >>> is_only(8, Sizes(2, 4, frozenset([4]))), is_only(12, Sizes(3, 4))
    (True, False)
    """
    # the fewest players at other sizes, and the number of ways
    cheapest = [(0, 1)] + [(players + 1, 0)] * players
    for size in range(sizes.least, sizes.most + 1):
        cost = 0 if size in sizes.preferred else size
        for number in range(size, players + 1):
            least, way_count = cheapest[number]
            cost_before, other_count = cheapest[number - size]
            best = min(least, cost_before + cost)
            cheapest[number] = (
                best,
                way_count * (least == best) + other_count * (cost_before + cost == best),
            )
    return cheapest[players][1] == 1


def _can_seat(players: int, sizes: Sizes) -> bool:
    tables = -(-players // sizes.most)
    return tables * sizes.least <= players


def _best(players: int, sizes: Sizes) -> tuple[int, ...]:
    cheapest = _within(players, sizes.least, sizes.most, sizes)
    assert cheapest is not None, "so many fit"
    widest = sizes.most - sizes.least
    for spread in range(widest):
        candidates = [
            size
            for least in range(sizes.least, sizes.most - spread + 1)
            if (size := _within(players, least, least + spread, sizes)) is not None
            and size[0].unpreferred == cheapest[0].unpreferred
        ]
        if candidates:
            return min(candidates)[1]
    return cheapest[1]


def _within(
    players: int, least: int, most: int, sizes: Sizes
) -> tuple[_Cost, tuple[int, ...]] | None:
    """Return the cheapest tables of sizes between `least` and `most` for all players, or None."""
    best: list[_Best | None] = [_NOTHING]
    for number in range(1, players + 1):
        best.append(min(_last_steps(best, number, least, most, sizes), default=None))
    last_step = best[players]
    return (
        None
        if last_step is None
        else (last_step[0], tuple(sorted(_sizes_of(best, players), reverse=True)))
    )


def _last_steps(
    best: list[_Best | None], number: int, least: int, most: int, sizes: Sizes
) -> Iterator[_Best]:
    for size in range(least, min(most, number) + 1):
        before = best[number - size]
        if before is not None:
            yield _plus_table(before[0], size, sizes), size


def _plus_table(cost: _Cost, size: int, sizes: Sizes) -> _Cost:
    unpreferred = 0 if size in sizes.preferred else size
    return _Cost(
        cost.unpreferred + unpreferred,
        cost.tables + 1,
        cost.squares + size * size,
        cost.weight + (MOST_PLAYERS + 1) ** size,
    )


def _sizes_of(best: list[_Best | None], players: int) -> Iterator[int]:
    while players:
        last_step = best[players]
        assert last_step is not None
        yield last_step[1]
        players -= last_step[1]
