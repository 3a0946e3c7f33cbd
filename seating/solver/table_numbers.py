"""Which number each table of a round gets, for those who are bound to a table.

To every other rule the tables of a round are alike, so they may change their numbers at will.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seating.solver.instance import Ground, InTime

PASSES = 4


def renumber_tables(ground: Ground, tables: list[list[int]], in_time: InTime) -> None:
    """Whole tables change places as long as that costs less."""
    for _ in range(PASSES):
        before = [*map(id, tables)]
        for here in range(len(tables)):
            for there in _wanted(ground, tables[here], here, len(tables)):
                if not in_time():
                    return
                _exchange(ground, tables, here, there)
        if before == [*map(id, tables)]:
            return


def _wanted(ground: Ground, table: Sequence[int], here: int, tables: int) -> Iterator[int]:
    """Where those would sit who are not where they should be."""
    for player in table:
        off, steps = ground.misplaced(player, here)
        if off and ground.wanted[player] < tables:
            yield ground.wanted[player]
        if steps:
            yield from [free for free in sorted(ground.request.step_free.tables) if free < tables]


def _exchange(ground: Ground, tables: list[list[int]], here: int, there: int) -> None:
    one, other = tables[here], tables[there]
    now = _cost(ground, one, here) + _cost(ground, other, there)
    if _cost(ground, one, there) + _cost(ground, other, here) < now:
        tables[here], tables[there] = other, one


def _cost(ground: Ground, table: Sequence[int], number: int) -> int:
    return sum(ground.place_cost(player, number) for player in table)
