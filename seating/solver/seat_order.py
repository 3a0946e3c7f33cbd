"""Orders the players of each table so that seats are shared fairly: each seat about equally often,
the first seat in turn, or the measured advantages of seats added up to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from seating.rules import Rule
from seating.solver import edge_colouring
from seating.solver.instance import RULE_BITS, RoundSeating, SearchInstance

PASSES = 6
SPREAD_WEIGHT = 1 << 20  # a step of spread outweighs every finer evenness
SEAT_RULES = (Rule.SEAT_SPREAD, Rule.FIRST_SEAT, Rule.SEAT_ADVANTAGE)


def balance_seats(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> None:
    """Order every table in place by the rules about seats."""
    tables = [table for seating in seatings for table in seating.tables]
    rules = [rule for rule in instance.rules if rule in SEAT_RULES]
    if rules == [Rule.SEAT_SPREAD]:
        _spread_seats(instance, tables, PASSES if len(seatings) > 1 else 0)
    elif rules:
        _SeatBalance(instance, rules).order(tables, PASSES if len(seatings) > 1 else 1)


def _spread_seats(instance: SearchInstance, tables: Sequence[list[int]], passes: int) -> None:
    """Order every table in place: perfectly if all players sat evenly so far and all tables are of
    one size, else round by round, repeated while that helps."""
    seat_counts = [list(counts) for counts in instance.seat_counts]
    if all(min(counts) == max(counts) for counts in seat_counts) and {*map(len, tables)} == {
        instance.seats
    }:
        return edge_colouring.seat_evenly(tables, instance.player_count, instance.seats)
    for table in tables:
        table[:] = best_order(table, seat_counts)
        _count_seats(table, seat_counts, 1)
    for _ in range(passes):
        if not any(_improve(table, seat_counts) for table in tables):
            return


class _SeatBalance:
    """The use of seats by each player so far, and what a further seat would cost by each rule."""

    def __init__(self, instance: SearchInstance, rules: Sequence[Rule]) -> None:
        self.instance, self.rules = instance, rules
        self.seat_counts = [list(counts) for counts in instance.seat_counts]
        self.first_counts = [counts[0] for counts in instance.seat_counts]
        self.balances = list(instance.seat_balances)

    def order(self, tables: Sequence[list[int]], passes: int) -> None:
        """Order each table at the least cost, given the order of all others."""
        for number in range(passes):
            before = list(map(tuple, tables))
            for table in tables:
                if number:
                    self._count(table, -1)
                costs = [self._costs(player, len(table)) for player in table]
                table[:] = [table[index] for index in _assign(costs)]
                self._count(table, 1)
            if number and before == list(map(tuple, tables)):
                return

    def _count(self, table: Sequence[int], times: int) -> None:
        _count_seats(table, self.seat_counts, times)
        self.first_counts[table[0]] += times
        for player, value in zip(table, self.instance.seat_values(len(table)), strict=True):
            self.balances[player] += value * times

    def _costs(self, player: int, seats: int) -> list[int]:
        """Return what each seat costs this player, earlier rules outweighing later ones."""
        first = 2 * self.first_counts[player] + 1
        balance, values = self.balances[player], self.instance.seat_values(seats)
        costs = {
            Rule.SEAT_SPREAD: _seat_costs(self.seat_counts[player], seats),
            Rule.FIRST_SEAT: [first] + [0] * (seats - 1),
            Rule.SEAT_ADVANTAGE: [abs(balance + value) - abs(balance) for value in values],
        }
        total = [0] * seats
        for rule in self.rules:
            total = [
                (cost << RULE_BITS) + further
                for cost, further in zip(total, costs[rule], strict=True)
            ]
        return total


def best_order(table: Sequence[int], seat_counts: Sequence[Sequence[int]]) -> list[int]:
    """Return the order with the least spread, then with the players on the seats they used
    least."""
    costs = [_seat_costs(seat_counts[player], len(table)) for player in table]
    return [table[index] for index in _assign(costs)]


def seat_cost(table: Sequence[int], seat_counts: Sequence[Sequence[int]]) -> int:
    """Return the least sum of spreads of these players after one more round at this table."""
    costs = [_seat_costs(seat_counts[player], len(table)) for player in table]
    order = _assign(costs)
    return sum(costs[index][seat] // SPREAD_WEIGHT for seat, index in enumerate(order))


def _improve(table: list[int], seat_counts: list[list[int]]) -> bool:
    value_before = _unevenness(table, seat_counts)
    _count_seats(table, seat_counts, -1)
    order = best_order(table, seat_counts)
    _count_seats(order, seat_counts, 1)
    if _unevenness(order, seat_counts) < value_before:
        table[:] = order
        return True
    _count_seats(order, seat_counts, -1)
    _count_seats(table, seat_counts, 1)
    return False


def _unevenness(table: Sequence[int], seat_counts: Sequence[Sequence[int]]) -> tuple[int, int]:
    return (
        sum(max(seat_counts[player]) - min(seat_counts[player]) for player in table),
        sum(times * times for player in table for times in seat_counts[player]),
    )


def _count_seats(table: Sequence[int], seat_counts: list[list[int]], times: int) -> None:
    for seat, player in enumerate(table):
        if seat < len(seat_counts[player]):
            seat_counts[player][seat] += times


def _seat_costs(counts: Sequence[int], seats: int) -> list[int]:
    """Return what each seat of a table would cost this player; a seat beyond the counted ones
    changes nothing."""
    least, most = min(counts), max(counts)
    spread = most - least
    single_least = counts.count(least) == 1
    costs = [
        (max(most, times + 1) - (least + 1 if single_least and times == least else least))
        * SPREAD_WEIGHT
        + times
        for times in counts[:seats]
    ]
    return costs + [spread * SPREAD_WEIGHT + least] * (seats - len(counts))


def _assign(costs: Sequence[Sequence[int]]) -> Sequence[int]:
    """Return which player takes each seat at the least total cost."""
    return _assign_four(costs) if len(costs) == 4 else _assign_any(costs)


def _assign_four(costs: Sequence[Sequence[int]]) -> Sequence[int]:
    """Return the assignment for four players: two and two, each pair in its better order. Written
    out because most tables have four seats."""
    least, order = -1, (0, 1, 2, 3)
    for i, j, k, m in _HALVES:
        one, two, three, four = costs[i], costs[j], costs[k], costs[m]
        in_order, swapped_first = one[0] + two[1], two[0] + one[1]
        in_order_last, swapped_last = three[2] + four[3], four[2] + three[3]
        total = (in_order if in_order <= swapped_first else swapped_first) + (
            in_order_last if in_order_last <= swapped_last else swapped_last
        )
        if least < 0 or total < least:
            least = total
            first = (i, j) if in_order <= swapped_first else (j, i)
            order = (*first, *((k, m) if in_order_last <= swapped_last else (m, k)))
    return order


_HALVES = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2), (2, 3, 0, 1))


def _assign_any(costs: Sequence[Sequence[int]]) -> Sequence[int]:
    """Return the assignment for any size by dynamic programming: the least cost of each set of
    players seat by seat, then back again."""
    sets, least_costs = _subsets(len(costs)), [0]
    columns = [[cost[seat] for cost in costs] for seat in range(len(costs))]
    for seat, choices in sets:
        column = columns[seat]
        least_costs.append(min([least_costs[others] + column[last] for others, last in choices]))
    order, players_left = list[int](), len(sets)
    while players_left:
        seat, choices = sets[players_left - 1]
        players_left, last = next(
            (others, last)
            for others, last in choices
            if least_costs[others] + columns[seat][last] == least_costs[players_left]
        )
        order.append(last)
    return order[::-1]


@cache
def _subsets(size: int) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return for each set but the empty one its last seat, and each smaller set with the player it
    lacks."""
    return [
        (subset.bit_count() - 1, [(subset ^ 1 << k, k) for k in range(size) if subset >> k & 1])
        for subset in range(1, 1 << size)
    ]
