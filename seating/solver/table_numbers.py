"""Chooses the number of each table of a round for players who are bound to a table.

To every other rule the tables of a round are alike, so they may exchange their numbers freely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seating.solver.instance import SearchInstance, TimeCheck

PASSES = 4


def renumber_tables(instance: SearchInstance, tables: list[list[int]], in_time: TimeCheck) -> None:
    """Exchange the numbers of whole tables as long as that costs less."""
    for _ in range(PASSES):
        before = [*map(id, tables)]
        for here in range(len(tables)):
            for there in _suitable_numbers(instance, tables[here], here, len(tables)):
                if not in_time():
                    return
                _swap_if_cheaper(instance, tables, here, there)
        if before == [*map(id, tables)]:
            return


def _suitable_numbers(
    instance: SearchInstance, table: Sequence[int], here: int, tables: int
) -> Iterator[int]:
    """Yield the numbers of tables at which the misplaced players of this table may sit."""
    for player in table:
        at_wrong_table, at_steps = instance.misplaced(player, here)
        if at_wrong_table and instance.fixed_tables[player] < tables:
            yield instance.fixed_tables[player]
        if at_steps:
            yield from [
                number for number in sorted(instance.request.step_free.tables) if number < tables
            ]


def _swap_if_cheaper(
    instance: SearchInstance, tables: list[list[int]], here: int, there: int
) -> None:
    one, other = tables[here], tables[there]
    cost_before = _cost(instance, one, here) + _cost(instance, other, there)
    if _cost(instance, one, there) + _cost(instance, other, here) < cost_before:
        tables[here], tables[there] = other, one


def _cost(instance: SearchInstance, table: Sequence[int], number: int) -> int:
    return sum(instance.table_cost(player, number) for player in table)
