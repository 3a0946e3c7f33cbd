"""Draws that follow a recipe instead of a search: nothing is made better than the recipe has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from seating.solver import greedy
from seating.solver.instance import Draw, Ground
from seating.rules import Mode


def draw(ground: Ground) -> list[Draw]:
    """All rounds of a mode that is not searched."""
    if ground.request.mode is Mode.SCRIPT:
        return [_scripted(ground, number) for number in range(ground.rounds)]
    sat, found = list(ground.sat), []
    for _ in range(ground.rounds):
        order = _ORDERS[ground.request.mode](ground)
        out = _sitters(ground, order, sat)
        here = [player for player in order if player not in out]
        found.append(Draw(_TABLES[ground.request.mode](here, ground.partition.tables), out))
        for player in out:
            sat[player] += 1
    return found


def ranked_rounds(ground: Ground, sizes: Sequence[int]) -> list[Draw]:
    """Close ranks at every table: where the search for a Swiss round begins."""
    sat, found = list(ground.sat), []
    for _ in range(ground.rounds):
        out = greedy.choose_sit_outs(ground, sat, ground.n - sum(sizes))
        here = [player for player in _by_rank(ground) if player not in out]
        found.append(Draw(_in_a_row(here, sizes), out))
        for player in out:
            sat[player] += 1
    return found


def _sitters(ground: Ground, order: Sequence[int], sat: Sequence[int]) -> list[int]:
    """Who sat out least; among equals the last of the order."""
    backwards = list(reversed(order))
    backwards.sort(key=lambda player: sat[player])
    return backwards[: ground.partition.sit_out]


def _by_lot(ground: Ground) -> list[int]:
    return ground.chance.shuffled(range(ground.n))


def _by_rank(ground: Ground) -> list[int]:
    return sorted(range(ground.n), key=lambda player: ground.rank[player])


def _by_ladder(ground: Ground) -> list[int]:
    """From the top table down: who stays, who comes up, who comes down; newcomers are last."""
    tables = ground.request.results
    ladder: list[list[int]] = [[] for _ in tables]
    for number, table in enumerate(tables):
        movers = min(ground.request.movers, len(table) // 2)
        for place, player in enumerate(table):
            up, down = place < movers, place >= len(table) - movers
            ladder[max(0, min(len(tables) - 1, number - up + down))].append(player)
    known = [ground.number[player] for player in chain(*ladder) if player in ground.number]
    return known + [player for player in range(ground.n) if player not in known]


def _in_a_row(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    waiting = iter(order)
    return [[next(waiting) for _ in range(size)] for size in sizes]


def _to_and_fro(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    return _dealt(order, sizes, turning=True)


def _at_intervals(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    return _dealt(order, sizes, turning=False)


def _dealt(order: Sequence[int], sizes: Sequence[int], *, turning: bool) -> list[list[int]]:
    """One to every table that still has room, then the next one."""
    tables: list[list[int]] = [[] for _ in sizes]
    waiting, forwards = iter(order), True
    for lap in range(max(sizes, default=0)):
        open_ = [number for number, size in enumerate(sizes) if size > lap]
        for number in open_ if forwards else reversed(open_):
            tables[number].append(next(waiting))
        forwards = not (forwards and turning)
    return tables


def _scripted(ground: Ground, number: int) -> Draw:
    """As the card has it; a table that is too small now is not played."""
    card, least = ground.request.script[number], ground.request.sizes.least
    most = ground.request.sizes.most
    tables = [
        [ground.number[player] for player in table] for table in card if least <= len(table) <= most
    ]
    seated = set(chain(*tables))
    return Draw(tables, [player for player in range(ground.n) if player not in seated])


_ORDERS: Mapping[Mode, Callable[[Ground], list[int]]] = {
    Mode.RANDOM: _by_lot,
    Mode.SNAKE: _by_rank,
    Mode.INTERVAL: _by_rank,
    Mode.KING: _by_ladder,
}
_TABLES: Mapping[Mode, Callable[[Sequence[int], Sequence[int]], list[list[int]]]] = {
    Mode.RANDOM: _in_a_row,
    Mode.SNAKE: _to_and_fro,
    Mode.INTERVAL: _at_intervals,
    Mode.KING: _in_a_row,
}
