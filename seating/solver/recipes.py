"""Modes that follow a recipe instead of a search: random, snake, interval, king and script."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import chain

from seating.rules import Mode
from seating.solver import deal_repair, greedy
from seating.solver.instance import RoundSeating, SearchInstance, odd_sizes

DEALT = (Mode.SNAKE, Mode.INTERVAL)


def recipe_rounds(instance: SearchInstance) -> list[RoundSeating]:
    """Return all rounds of a mode that is not searched."""
    if instance.request.mode is Mode.SCRIPT:
        return [_scripted_round(instance, number) for number in range(instance.rounds)]
    sit_out_counts, seatings = list(instance.sit_out_counts), []
    for _ in range(instance.rounds):
        order = _ORDERS[instance.request.mode](instance)
        sit_outs = _choose_sit_outs(instance, order, sit_out_counts)
        present = [player for player in order if player not in sit_outs]
        tables = _TABLES[instance.request.mode](present, instance.partition.tables)
        if instance.request.mode in DEALT:
            deal_repair.meet_constraints(instance, tables, present)
        seatings.append(RoundSeating(tables, sit_outs))
        for player in sit_outs:
            sit_out_counts[player] += 1
    return seatings


def ranked_rounds(instance: SearchInstance, sizes: Sequence[int]) -> list[RoundSeating]:
    """Return rounds with close ranks at every table, from which the search for a Swiss round
    begins."""
    sit_out_counts, seatings = list(instance.sit_out_counts), []
    odd_counts, odd = list(instance.odd_size_counts), odd_sizes(sizes)
    for _ in range(instance.rounds):
        sit_outs = greedy.choose_sit_outs(
            instance, sit_out_counts, instance.player_count - sum(sizes)
        )
        present = [player for player in _rank_order(instance) if player not in sit_outs]
        sizes_in_order = _sizes_in_order(present, sizes, odd, odd_counts) if odd else sizes
        tables = _fill_in_order(present, sizes_in_order)
        seatings.append(RoundSeating(tables, sit_outs))
        for player in chain(*[table for table in tables if len(table) in odd]):
            odd_counts[player] += 1
        for player in sit_outs:
            sit_out_counts[player] += 1
    return seatings


def _choose_sit_outs(
    instance: SearchInstance, order: Sequence[int], sit_out_counts: Sequence[int]
) -> list[int]:
    """Return the players who sat out least; among equals the last of the order."""
    backwards = list(reversed(order))
    backwards.sort(key=lambda player: sit_out_counts[player])
    return backwards[: instance.partition.sit_out]


def _random_order(instance: SearchInstance) -> list[int]:
    return instance.random_source.shuffled(range(instance.player_count))


def _rank_order(instance: SearchInstance) -> list[int]:
    return sorted(range(instance.player_count), key=lambda player: instance.rank[player])


def _king_order(instance: SearchInstance) -> list[int]:
    """Return the players from the top table down: those who stay, come up or come down; newcomers
    are last."""
    tables = instance.request.results
    ladder: list[list[int]] = [[] for _ in tables]
    for number, table in enumerate(tables):
        movers = min(instance.request.movers, len(table) // 2)
        for place, player in enumerate(table):
            up, down = place < movers, place >= len(table) - movers
            ladder[max(0, min(len(tables) - 1, number - up + down))].append(player)
    seated = [instance.number[player] for player in chain(*ladder) if player in instance.number]
    return seated + [player for player in range(instance.player_count) if player not in seated]


def _fill_in_order(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    waiting = iter(order)
    return [[next(waiting) for _ in range(size)] for size in sizes]


def _sizes_in_order(
    order: Sequence[int], sizes: Sequence[int], odd: Collection[int], odd_counts: Sequence[int]
) -> tuple[int, ...]:
    """Return the sizes in the order in which the tables of odd sizes fall on those players who had
    them least; ranks are as close at every order."""

    @cache
    def cheapest(left: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return the least cost of tables of these sizes for the last players, and their order."""
        if not left:
            return 0, ()
        first = len(order) - sum(left)
        options = []
        for index, size in enumerate(left):
            if index and left[index - 1] == size:
                continue
            cost, rest = cheapest(left[:index] + left[index + 1 :])
            if size in odd:
                cost += sum(2 * odd_counts[player] + 1 for player in order[first : first + size])
            options.append((cost, (size, *rest)))
        return min(options, key=lambda option: option[0])

    return cheapest(tuple(sorted(sizes, reverse=True)))[1]


def _snake(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    return _deal(order, sizes, alternate=True)


def _intervals(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    return _deal(order, sizes, alternate=False)


def _deal(order: Sequence[int], sizes: Sequence[int], *, alternate: bool) -> list[list[int]]:
    """Deal one player to every table that still has room, again and again; `alternate` reverses the
    direction after each pass."""
    tables: list[list[int]] = [[] for _ in sizes]
    waiting, forwards = iter(order), True
    for pass_number in range(max(sizes, default=0)):
        tables_with_room = [number for number, size in enumerate(sizes) if size > pass_number]
        for number in tables_with_room if forwards else reversed(tables_with_room):
            tables[number].append(next(waiting))
        forwards = not (forwards and alternate)
    return tables


def _scripted_round(instance: SearchInstance, number: int) -> RoundSeating:
    """Return a round of the script; a table that is too small now is not played."""
    card, least = instance.request.script[number], instance.request.sizes.least
    most = instance.request.sizes.most
    tables = [
        [instance.number[player] for player in table]
        for table in card
        if least <= len(table) <= most
    ]
    seated = set(chain(*tables))
    return RoundSeating(
        tables, [player for player in range(instance.player_count) if player not in seated]
    )


_ORDERS: Mapping[Mode, Callable[[SearchInstance], list[int]]] = {
    Mode.RANDOM: _random_order,
    Mode.SNAKE: _rank_order,
    Mode.INTERVAL: _rank_order,
    Mode.KING: _king_order,
}
_TABLES: Mapping[Mode, Callable[[Sequence[int], Sequence[int]], list[list[int]]]] = {
    Mode.RANDOM: _fill_in_order,
    Mode.SNAKE: _snake,
    Mode.INTERVAL: _intervals,
    Mode.KING: _fill_in_order,
}
