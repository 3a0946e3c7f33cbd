"""Constraints in a round that was dealt by rank: players close in rank change places for them.

So a snake keeps strong and weak players at every table, and forbidden pairs are still apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from seating.rules import Rule
from seating.solver.instance import SearchInstance

PASSES = 4


def meet_constraints(
    instance: SearchInstance, tables: list[list[int]], ranked: Sequence[int]
) -> None:
    """Exchange players in place as long as that meets more constraints, the closest in rank
    first."""
    repair = _Repair(instance, tables)
    for _ in range(PASSES):
        moves = [repair.move(player, ranked) for player in ranked if repair.is_unmet(player)]
        if not any(moves):
            return


class _Repair:
    def __init__(self, instance: SearchInstance, tables: list[list[int]]) -> None:
        self.instance, self.tables = instance, tables
        self.table_of = {player: number for number, table in enumerate(tables) for player in table}
        weight = instance.weight
        self.layers = [
            (masks, weight[rule])
            for masks, rule in (
                (instance.forbidden, Rule.FORBIDDEN_PAIR),
                (instance.level_conflicts, Rule.LEVEL_GAP),
                (instance.same_level, Rule.SAME_LEVEL),
                (instance.same_team, Rule.SAME_TEAM),
            )
            if weight[rule] and any(masks)
        ]
        self.together_weight = weight[Rule.TOGETHER]

    def is_unmet(self, player: int) -> bool:
        return self._cost(player, self.table_of[player]) > 0

    def move(self, player: int, ranked: Sequence[int]) -> bool:
        """Exchange this player for the closest in rank that makes the seating cheaper, if any."""
        place = ranked.index(player)
        nearest = sorted(range(len(ranked)), key=lambda other: (abs(other - place), -other))
        return any(self._exchange_if_better(player, ranked[other]) for other in nearest)

    def _exchange_if_better(self, one: int, other: int) -> bool:
        here, there = self.table_of[one], self.table_of[other]
        if here == there:
            return False
        before = self._table_cost(here) + self._table_cost(there)
        self._exchange(one, other)
        if self._table_cost(here) + self._table_cost(there) < before:
            return True
        self._exchange(other, one)
        return False

    def _exchange(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        table, other_table = self.tables[here], self.tables[there]
        seat, other_seat = table.index(one), other_table.index(other)
        table[seat], other_table[other_seat] = other, one
        self.table_of[one], self.table_of[other] = there, here

    def _table_cost(self, number: int) -> int:
        return sum([self._cost(player, number) for player in self.tables[number]])

    def _cost(self, player: int, number: int) -> int:
        instance, mask = self.instance, self.instance.mask(self.tables[number])
        cost = 2 * instance.table_cost(player, number)  # pairs are counted from both sides
        for masks, weight in self.layers:
            cost += (masks[player] & mask).bit_count() * weight
        missed = (instance.together[player] & ~mask).bit_count()
        return cost + missed * self.together_weight
