"""Exhaustive search for the best next round of a small event, by dynamic programming over sets of
players.

Costs add up table by table, so of the tables filled so far only the cheapest way to leave each set
of players unseated has to be kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from seating.rules import Rule
from seating.solver import cost, greedy, seat_order
from seating.solver.instance import RoundSeating, SearchInstance, odd_sizes, pack_vector

MOST_PLAYERS = 12
MOST_SIZE_LISTS = 40  # lists of sizes; more than twelve players at up to four tables can need

_Chain = tuple["tuple[int, ...]", "_Chain | None"]
_States = dict[int, tuple[int, "_Chain | None"]]


def best_round(instance: SearchInstance) -> RoundSeating | None:
    """Return the best round, or None if there are too many players, rounds or table sizes to try
    everything."""
    if instance.player_count > MOST_PLAYERS or instance.rounds > 1 or not instance.partition.tables:
        return None
    size_orders = _size_orders(instance)
    return (
        _ExhaustiveSearch(instance).best(size_orders)
        if len(size_orders) <= MOST_SIZE_LISTS
        else None
    )


def size_lists(players: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all lists of table sizes for this number of players, each with the largest first."""
    if not players:
        yield ()
    for size in range(min(most, players), least - 1, -1):
        for others in size_lists(players - size, least, size):
            yield (size, *others)


def _size_orders(instance: SearchInstance) -> list[tuple[int, ...]]:
    """Return the lists of sizes to try, the usual sizes first so that they win ties."""
    limits, usual = instance.request.sizes, instance.partition.tables
    size_orders = [usual, *size_lists(sum(usual), limits.least, limits.most)]
    if instance.has_table_constraints:
        size_orders = [
            order
            for size_list in size_orders
            for order in sorted(set(permutations(size_list)), reverse=True)
        ]
    return list(dict.fromkeys(size_orders))


class _ExhaustiveSearch:
    """The search over all divisions into tables.

    Every cost is added once and none is negative, so a division that costs more than the best so
    far is dropped immediately.
    """

    def __init__(self, instance: SearchInstance) -> None:
        self.instance, self.weight = instance, instance.weight
        players = range(instance.player_count)
        self.pair_costs = [
            [_pair_cost(instance, one, other) for other in players] for one in players
        ]
        self.everybody = (1 << instance.player_count) - 1
        self.together_masks = [
            mask >> (player + 1) << (player + 1) for player, mask in enumerate(instance.together)
        ]
        self.table_costs = [
            [instance.table_cost(player, table) for player in players]
            for table in range(instance.player_count if instance.has_table_constraints else 0)
        ]
        self.odd_costs = [
            (2 * times + 1) * instance.weight[Rule.REPEAT_TABLE_SIZE]
            for times in instance.odd_size_counts
        ]
        self.group_costs: dict[int, int] = {}
        self.group_spreads: dict[int, int] = {}

    def best(self, size_orders: Sequence[tuple[int, ...]]) -> RoundSeating:
        """Return the best round. The cost of a greedy round is the limit to begin with."""
        least, chain = self._greedy_cost() + 1, None
        for table_sizes in size_orders:
            filling = self._fill(table_sizes, least)
            if filling is not None:
                least, chain = filling
        groups = _chain_groups(chain)
        tables = [seat_order.best_order(table, self.instance.seat_counts) for table in groups[1:]]
        seating = RoundSeating(tables, list(groups[0]))
        if self.weight[Rule.FIRST_SEAT] or self.weight[Rule.SEAT_ADVANTAGE]:
            seat_order.balance_seats(self.instance, [seating])
        return seating

    def _greedy_cost(self) -> int:
        """Return the cost of a greedy round without the part that the history costs."""
        instance, weight = self.instance, self.weight
        seatings = greedy.greedy_rounds(instance, instance.partition.tables)
        seat_order.balance_seats(instance, seatings)
        past_cost = instance.past_repeats * weight[Rule.REPEAT_PAIR]
        past_cost += (
            sum([times * times for times in instance.sit_out_counts]) * weight[Rule.SIT_OUT]
        )
        past_cost += instance.past_thirds * weight[Rule.THIRD_MEETING]
        past_cost += (
            sum([times * times for times in instance.odd_size_counts])
            * weight[Rule.REPEAT_TABLE_SIZE]
        )
        return pack_vector(cost.cost_vector(instance, seatings)) - past_cost

    def _fill(self, table_sizes: Sequence[int], least: int) -> tuple[int, _Chain | None] | None:
        """Return the cheapest filling of tables of these sizes, whose first group sits out; None if
        none is below `least`."""
        states: _States = {}
        for sit_outs in combinations(
            range(self.instance.player_count), self.instance.player_count - sum(table_sizes)
        ):
            states[self.everybody - self.instance.mask(sit_outs)] = (
                self._sit_out_cost(sit_outs),
                (sit_outs, None),
            )
        odd = odd_sizes(table_sizes) if self.weight[Rule.REPEAT_TABLE_SIZE] else frozenset()
        for table, size in enumerate(table_sizes):
            alike = not self.instance.has_table_constraints and len({*table_sizes[table:]}) == 1
            states = self._seat(states, table, size, alike, size in odd, least)
        return states.get(0)

    def _seat(
        self, states: _States, table: int, size: int, alike: bool, odd: bool, least: int
    ) -> _States:
        """Return the states after one more table. If all remaining tables are alike, it takes the
        first unseated player, so no division is counted twice."""
        next_states: _States = {}
        bits, group_costs = self.instance.bits, self.group_costs
        labelled = self.instance.has_table_constraints
        for unseated, (cost_so_far, chain) in states.items():
            players = [
                player for player in range(self.instance.player_count) if unseated & bits[player]
            ]
            first_player, others = (players[:1], players[1:]) if alike else ([], players)
            for rest in combinations(others, size - len(first_player)):
                group = (*first_player, *rest)
                mask = sum([bits[player] for player in group])
                total = cost_so_far + (
                    group_costs[mask] if mask in group_costs else self._cost(group, mask)
                )
                if labelled:
                    total += sum([self.table_costs[table][player] for player in group])
                if odd:
                    total += sum([self.odd_costs[player] for player in group])
                key = unseated - mask
                limit = next_states[key][0] if key in next_states else least
                if total < limit:
                    total += self._spread(group, mask)
                    if total < limit:
                        next_states[key] = (total, (group, chain))
        return next_states

    def _cost(self, group: tuple[int, ...], mask: int) -> int:
        """Return the cost of these players at one table, regardless of its number and their
        seats."""
        instance, weight = self.instance, self.weight
        total = sum([self.pair_costs[one][other] for one, other in combinations(group, 2)])
        total += self._missed_cost(group, mask)
        if len(group) not in instance.request.preferred:
            total += len(group) * weight[Rule.PREFERRED_SIZE]
        if weight[Rule.RANK_DISTANCE]:
            total += instance.span(group) * weight[Rule.RANK_DISTANCE]
        self.group_costs[mask] = total
        return total

    def _spread(self, group: tuple[int, ...], mask: int) -> int:
        """Return the cost of the seats of a group; the most expensive part, so only computed for
        groups that may still win."""
        weight = self.weight[Rule.SEAT_SPREAD]
        if weight and mask not in self.group_spreads:
            self.group_spreads[mask] = (
                seat_order.seat_cost(group, self.instance.seat_counts) * weight
            )
        return self.group_spreads.get(mask, 0)

    def _missed_cost(self, group: Sequence[int], mask: int) -> int:
        """Return the cost of missed constraints to share a table, each counted at its player of the
        lower number."""
        missed = sum([(self.together_masks[player] & ~mask).bit_count() for player in group])
        return missed * self.weight[Rule.TOGETHER]

    def _sit_out_cost(self, sit_outs: Sequence[int]) -> int:
        """Return the cost of these players sitting out."""
        instance = self.instance
        sit_out_squares = sum([2 * instance.sit_out_counts[player] + 1 for player in sit_outs])
        spread = sum(
            [
                max(instance.seat_counts[player]) - min(instance.seat_counts[player])
                for player in sit_outs
            ]
        )
        total = sit_out_squares * self.weight[Rule.SIT_OUT] + spread * self.weight[Rule.SEAT_SPREAD]
        if sit_outs and self.weight[Rule.SIT_OUT_TURN]:
            total += instance.sit_out_turns([sit_outs]) * self.weight[Rule.SIT_OUT_TURN]
        return total + self._missed_cost(sit_outs, 0)


def _pair_cost(instance: SearchInstance, one: int, other: int) -> int:
    """Return what these two players at one table add to the cost."""
    weight = instance.weight
    by_masks = (
        (instance.forbidden, weight[Rule.FORBIDDEN_PAIR]),
        (instance.level_conflicts, weight[Rule.LEVEL_GAP]),
        (instance.same_level, weight[Rule.SAME_LEVEL]),
        (instance.same_team, weight[Rule.SAME_TEAM]),
        (instance.last_opponents, weight[Rule.CONSECUTIVE_REPEAT]),
        (instance.past_opponents, weight[Rule.REPEAT_PAIR]),
        (instance.met_twice, weight[Rule.THIRD_MEETING]),
    )
    by_pair = sum(by_mask for masks, by_mask in by_masks if masks[one] >> other & 1)
    return by_pair + instance.past_meetings[one][other] * weight[Rule.PAST_MEETING]


def _chain_groups(chain: _Chain | None) -> list[tuple[int, ...]]:
    groups = []
    while chain is not None:
        group, chain = chain
        groups.append(group)
    return groups[::-1]
