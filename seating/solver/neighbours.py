"""Left neighbours: an order of seats that repeats few of them.

The order of seats is first made even (`seat_order.py`); here it only changes to the better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from seating.rules import Rule
from seating.solver.instance import RoundSeating, SearchInstance

LEAST_SEATS = 3  # at a table of two both neighbours are the same player
MOST_PERMUTED = 5  # seats: all orders are tried; at larger tables only exchanges
PASSES = 3

Neighbours = tuple[int, int]


def neighbours(table: Sequence[int]) -> list[Neighbours]:
    """Return each player with the one on the left; the next seat is on the left."""
    if len(table) < LEAST_SEATS:
        return []
    return list(zip(table, [*table[1:], table[0]], strict=True))


def neighbour_counts(instance: SearchInstance) -> Counter[Neighbours]:
    """Return how often these players sat side by side in the history."""
    number, counts = instance.number, Counter[Neighbours]()
    for past_round in instance.request.history:
        for table in past_round.tables:
            counts.update(
                [
                    (number[one], number[left])
                    for one, left in neighbours(table)
                    if one in number and left in number
                ]
            )
    return counts


def separate_neighbours(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> None:
    """Reorder tables in place for fewer repeated left neighbours, and no less even seats unless
    that rule comes later."""
    tables = [table for seating in seatings for table in seating.tables]
    seats = _SeatCounts(instance, tables)
    for _ in range(PASSES):
        before = list(map(tuple, tables))
        for table in tables:
            seats.add(table, -1)
            table[:] = min([table, *_orders(table)], key=lambda order: seats.cost([*order]))
            seats.add(table, 1)
        if before == list(map(tuple, tables)):
            return


class _SeatCounts:
    """The number of times each player used each seat and had each left neighbour."""

    def __init__(self, instance: SearchInstance, tables: Sequence[Sequence[int]]) -> None:
        self.seat_counts = [list(counts) for counts in instance.seat_counts]
        self.neighbour_counts = neighbour_counts(instance)
        weight = instance.weight
        self.is_spread_first = weight[Rule.SEAT_SPREAD] > weight[Rule.REPEAT_LEFT_NEIGHBOUR]
        for table in tables:
            self.add(table, 1)

    def add(self, table: Sequence[int], times: int) -> None:
        for seat, player in enumerate(table):
            if seat < len(self.seat_counts[player]):
                self.seat_counts[player][seat] += times
        for pair in neighbours(table):
            self.neighbour_counts[pair] += times

    def cost(self, table: Sequence[int]) -> tuple[int, int]:
        repeats = sum(self.neighbour_counts[pair] > 0 for pair in neighbours(table))
        spread = 0
        for seat, player in enumerate(table):
            counts = list(self.seat_counts[player])
            if seat < len(counts):
                counts[seat] += 1
            spread += max(counts) - min(counts)
        return (spread, repeats) if self.is_spread_first else (repeats, spread)


def _orders(table: Sequence[int]) -> Iterator[list[int]]:
    if len(table) <= MOST_PERMUTED:
        yield from map(list, permutations(table))
        return
    for one, other in combinations(range(len(table)), 2):
        order = list(table)
        order[one], order[other] = order[other], order[one]
        yield order
