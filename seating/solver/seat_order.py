"""Who of a table sits where: the order that evens out the seats best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from seating.solver import edge_colouring
from seating.solver.instance import Draw, Ground

PASSES = 6
EVEN = 1 << 20  # a step of spread outweighs every finer evenness


def balance(ground: Ground, draws: Sequence[Draw]) -> None:
    """Orders every table in place: perfectly where everybody sat evenly so far and all tables are
    equal; else round by round, then again while that helps.
    """
    used = [list(counts) for counts in ground.used]
    tables = [table for draw in draws for table in draw.tables]
    if all(min(counts) == max(counts) for counts in used) and {*map(len, tables)} == {ground.seats}:
        return edge_colouring.even(tables, ground.n, ground.seats)
    for table in tables:
        table[:] = best_order(table, used)
        _sit(table, used, 1)
    for _ in range(PASSES if len(draws) > 1 else 0):
        if not any(_again(table, used) for table in tables):
            return


def best_order(table: Sequence[int], used: Sequence[Sequence[int]]) -> list[int]:
    """The order with the least spread, then with everybody where he sat least."""
    costs = [_costs(used[player], len(table)) for player in table]
    return [table[index] for index in _assign(costs)]


def seat_cost(table: Sequence[int], used: Sequence[Sequence[int]]) -> int:
    """The least sum of spreads of these players after sitting here once more."""
    costs = [_costs(used[player], len(table)) for player in table]
    order = _assign(costs)
    return sum(costs[index][seat] // EVEN for seat, index in enumerate(order))


def _again(table: list[int], used: list[list[int]]) -> bool:
    before = _value(table, used)
    _sit(table, used, -1)
    found = best_order(table, used)
    _sit(found, used, 1)
    if _value(found, used) < before:
        table[:] = found
        return True
    _sit(found, used, -1)
    _sit(table, used, 1)
    return False


def _value(table: Sequence[int], used: Sequence[Sequence[int]]) -> tuple[int, int]:
    return (
        sum(max(used[player]) - min(used[player]) for player in table),
        sum(times * times for player in table for times in used[player]),
    )


def _sit(table: Sequence[int], used: list[list[int]], times: int) -> None:
    for seat, player in enumerate(table):
        if seat < len(used[player]):
            used[player][seat] += times


def _costs(counts: Sequence[int], seats: int) -> list[int]:
    """What each seat of a table would cost this player; beyond the counted ones nothing changes."""
    least, most = min(counts), max(counts)
    spread = most - least
    lone = counts.count(least) == 1
    found = [
        (max(most, times + 1) - (least + 1 if lone and times == least else least)) * EVEN + times
        for times in counts[:seats]
    ]
    return found + [spread * EVEN + least] * (seats - len(counts))


def _assign(costs: Sequence[Sequence[int]]) -> Sequence[int]:
    """Which player takes each seat, by the least sum."""
    return _assign_four(costs) if len(costs) == 4 else _assign_any(costs)


def _assign_four(costs: Sequence[Sequence[int]]) -> Sequence[int]:
    """The same, written out for the size that is played most: two and two, each the better way."""
    least, found = -1, (0, 1, 2, 3)
    for i, j, k, m in _HALVES:
        one, two, three, four = costs[i], costs[j], costs[k], costs[m]
        head, turned = one[0] + two[1], two[0] + one[1]
        tail, swapped = three[2] + four[3], four[2] + three[3]
        total = (head if head <= turned else turned) + (tail if tail <= swapped else swapped)
        if least < 0 or total < least:
            least = total
            first = (i, j) if head <= turned else (j, i)
            found = (*first, *((k, m) if tail <= swapped else (m, k)))
    return found


_HALVES = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2), (2, 3, 0, 1))


def _assign_any(costs: Sequence[Sequence[int]]) -> Sequence[int]:
    """Seat after seat, the least that each set of players can cost there; then back again."""
    sets, spent = _sets(len(costs)), [0]
    columns = [[each[seat] for each in costs] for seat in range(len(costs))]
    for seat, ways in sets:
        column = columns[seat]
        spent.append(min([spent[others] + column[last] for others, last in ways]))
    order, taken = list[int](), len(sets)
    while taken:
        seat, ways = sets[taken - 1]
        taken, last = next(
            (others, last)
            for others, last in ways
            if spent[others] + columns[seat][last] == spent[taken]
        )
        order.append(last)
    return order[::-1]


@cache
def _sets(size: int) -> list[tuple[int, list[tuple[int, int]]]]:
    """Every set but the empty one as a number: its last seat; without each player, and him."""
    return [
        (taken.bit_count() - 1, [(taken ^ 1 << k, k) for k in range(size) if taken >> k & 1])
        for taken in range(1, 1 << size)
    ]
