"""Simulated annealing over all rounds together, rule by rule from the first to the last.

A neighbour is an exchange of two players in one round. Costs are packed into one number, so that no
sum of lesser rules outweighs a greater one. The cooling processes the rules in their order and
leaves the greater ones as good as they are. All arithmetic is on whole numbers, so the result is
the same on every machine. The order of seats is decided afterwards (`seat_order.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from seating.rules import Rule
from seating.solver.instance import (
    RULE_BITS,
    RoundSeating,
    SearchInstance,
    TimeCheck,
    bit_numbers,
    odd_sizes,
)

COOLING_STEPS = (2, 3, 4, 5, 6, 8, 12)  # a cost of one more is taken about once in 2 to this
BLOCK = 256  # exchanges between two checks of faults and clock
# a random number below 1024 accepts a change of cost n or more once in 2 to the n
ACCEPTANCE = tuple(10 - number.bit_length() for number in range(1024))


class Annealing:
    """The current rounds, with the tables from which the change of cost of an exchange is
    computed."""

    def __init__(self, instance: SearchInstance, seatings: Sequence[RoundSeating]) -> None:
        self.instance, self.player_count = instance, instance.player_count
        # the last group of a round: those who sit out
        self.sit_out_group = max(len(seating.tables) for seating in seatings)
        self.groups = [self._groups_of(seating) for seating in seatings]
        self.weights = instance.weight
        self.random_source = instance.random_source
        self._index_groups()
        self._count_meetings()
        self._count_odd_tables()
        self._sum_pair_costs()

    def _groups_of(self, seating: RoundSeating) -> list[list[int]]:
        """Return the groups of a round: its tables, empty groups up to the same number in every
        round, and those who sit out."""
        empty: list[list[int]] = [[] for _ in range(self.sit_out_group - len(seating.tables))]
        return [*map(list, seating.tables), *empty, list(seating.sit_outs)]

    def _index_groups(self) -> None:
        """Fill `group_of`, the group of every player by round; the first row is the last round of
        history.

        A player who sits out has a separate number there, because that player meets no other one.
        """
        player_count, sit_out_group = self.player_count, self.sit_out_group
        before = [
            ((mask | bit) & -(mask | bit)).bit_length()
            for mask, bit in zip(self.instance.last_opponents, self.instance.bits, strict=True)
        ]
        self.group_of = [before]
        for groups in self.groups:
            row = [sit_out_group + 1 + player for player in range(player_count)]
            for number, table in enumerate(groups[:-1]):
                for player in table:
                    row[player] = number
            self.group_of.append(row)
        self.group_of.append([-1 - player for player in range(player_count)])
        self.sit_out_counts = list(self.instance.sit_out_counts)
        for groups in self.groups:
            for player in groups[-1]:
                self.sit_out_counts[player] += 1

    def _count_meetings(self) -> None:
        """Count how often each two players have met, in the history at most twice."""
        player_count = self.player_count
        self.meetings = meetings = [0] * (player_count * player_count)
        for player, mask in enumerate(self.instance.past_opponents):
            for other in bit_numbers(mask):
                meetings[player * player_count + other] = 1
        for player, mask in enumerate(self.instance.met_twice):
            for other in bit_numbers(mask):
                meetings[player * player_count + other] = 2
        for groups in self.groups:
            for table in groups[:-1]:
                for player in table:
                    for other in table:
                        meetings[player * player_count + other] += player != other

    def _count_odd_tables(self) -> None:
        """Note the tables of an odd size, and how often each player sits at one."""
        self.odd_counts = list(self.instance.odd_size_counts)
        self.odd_tables: list[frozenset[int]] = []
        for groups in self.groups:
            odd = odd_sizes(map(len, filter(None, groups[:-1])))
            numbers = [number for number, table in enumerate(groups[:-1]) if len(table) in odd]
            self.odd_tables.append(frozenset(numbers))
            for number in numbers:
                for player in groups[number]:
                    self.odd_counts[player] += 1

    def _sum_pair_costs(self) -> None:
        """Sum up what two players at one table cost in any case; `pair_costs` is None if that is
        always 0."""
        instance, weights, player_count = self.instance, self.weights, self.player_count
        layers = [
            (masks, weight)
            for masks, weight in (
                (instance.forbidden, weights[Rule.FORBIDDEN_PAIR]),
                (instance.level_conflicts, weights[Rule.LEVEL_GAP]),
                (instance.same_level, weights[Rule.SAME_LEVEL]),
                (instance.same_team, weights[Rule.SAME_TEAM]),
                (instance.together, -weights[Rule.TOGETHER]),
            )
            if weight and any(masks)
        ]
        past_weight = weights[Rule.PAST_MEETING]
        self.pair_costs: list[int] | None = None
        if layers or past_weight:
            self.pair_costs = pair_costs = [
                cost * past_weight for row in instance.past_meetings for cost in row
            ]
            for masks, weight in layers:
                for player, mask in enumerate(masks):
                    for other in bit_numbers(mask):
                        pair_costs[player * player_count + other] += weight
        self.repeat_weight = weights[Rule.REPEAT_PAIR]
        self.consecutive_weight = weights[Rule.CONSECUTIVE_REPEAT]
        # rules that no exchange can touch are not looked at, because this runs for every exchange
        can_meet_thrice = any(instance.met_twice) or len(self.groups) > 2
        self.third_weight = weights[Rule.THIRD_MEETING] if can_meet_thrice else 0
        self.size_weight = weights[Rule.REPEAT_TABLE_SIZE] if any(self.odd_tables) else 0
        self.turn_weight = weights[Rule.SIT_OUT_TURN]
        self.rank_weight = weights[Rule.RANK_DISTANCE]
        self.sit_out_weight = weights[Rule.SIT_OUT]
        self.has_table_constraints = instance.has_table_constraints

    def run(
        self, rules: Sequence[Rule], total: int, target: int, steps: int, in_time: TimeCheck
    ) -> tuple[int, list[RoundSeating]]:
        """Return the least cost found, starting from `total` and ending at `target` at the latest,
        and its rounds.

        The search cools through `rules` in their order and skips a rule that is at its target when
        its turn comes, because the search for a greater rule may have spoilt a lesser one.
        """
        self.total, self.best_cost, self.best_seatings = total, total, self._snapshot()
        blocks_left = steps // BLOCK
        for index, rule in enumerate(rules):
            rules_above_target = [
                rule for rule in rules[index:] if self._is_above_target(rule, target)
            ]
            blocks = max(1, blocks_left // (len(COOLING_STEPS) * max(1, len(rules_above_target))))
            for cooling in COOLING_STEPS:
                for _ in range(blocks):
                    if not self._is_above_target(rule, target):
                        break
                    if self.best_cost <= target or not in_time():
                        return self.best_cost, self.best_seatings
                    self._run_block(self.weights[rule], cooling)
                    blocks_left -= 1
        return self.best_cost, self.best_seatings

    def _is_above_target(self, rule: Rule, target: int) -> bool:
        """Return whether the cost of only this rule is above its part of the target."""
        weight = self.weights[rule]
        return self.total // weight % (1 << RULE_BITS) > target // weight % (1 << RULE_BITS)

    def _run_block(self, weight: int, cooling: int) -> None:
        """Try `BLOCK` exchanges at one temperature, half of them with a player who is in
        conflict."""
        random, player_count = self.random_source.random, self.player_count
        number = len(self.groups)
        conflicting = self._conflicting_players()
        cost_change, apply = self._cost_change, self._apply
        group_of, sit_out_group = self.group_of, self.sit_out_group
        for step in range(BLOCK):
            if step & 1 and conflicting:
                index, one = conflicting[int(random() * len(conflicting))]
            else:
                index, one = int(random() * number), int(random() * player_count)
            other = int(random() * player_count)
            row = group_of[index + 1]
            here, there = min(row[one], sit_out_group), min(row[other], sit_out_group)
            if here == there:
                continue
            delta = cost_change(index, one, here, other, there)
            if delta <= 0 or delta * cooling <= ACCEPTANCE[int(random() * 1024)] * weight:
                apply(index, one, here, other, there)
                self.total += delta
                if self.total < self.best_cost:
                    self.best_cost, self.best_seatings = self.total, self._snapshot()

    def _cost_change(self, index: int, one: int, here: int, other: int, there: int) -> int:
        """Return how the cost changes if the two players change places."""
        groups = self.groups[index]
        delta = 0
        if here < self.sit_out_group:
            delta += self._pair_change(index, one, other, groups[here])
        else:
            delta += (
                self.sit_out_weight
                * 2
                * (self.sit_out_counts[other] - self.sit_out_counts[one] + 1)
            )
        if there < self.sit_out_group:
            delta += self._pair_change(index, other, one, groups[there])
        else:
            delta += (
                self.sit_out_weight
                * 2
                * (self.sit_out_counts[one] - self.sit_out_counts[other] + 1)
            )
        if self.turn_weight and self.sit_out_group in (here, there):
            delta += self.turn_weight * self._turn_change(index, one, other)
        if self.size_weight:
            change = (there in self.odd_tables[index]) - (here in self.odd_tables[index])
            if change:
                more = change * (self.odd_counts[one] - self.odd_counts[other]) + 1
                delta += self.size_weight * 2 * more
        if self.rank_weight:
            delta += self.rank_weight * self._rank_change(groups, one, here, other, there)
        if self.has_table_constraints:
            delta += self._table_change(one, here, other, there)
        return delta

    def _pair_change(self, index: int, leaves: int, comes: int, table: Sequence[int]) -> int:
        """Return the cost of the arriving player's pairs at one table less the cost of the leaving
        player's."""
        player_count, meetings, repeat_weight = self.player_count, self.meetings, self.repeat_weight
        old, new = leaves * player_count, comes * player_count
        delta = 0
        if repeat_weight:
            count = 0
            for player in table:
                if player != leaves:
                    count += (meetings[new + player] > 0) - (meetings[old + player] > 1)
            delta = count * repeat_weight
        if self.third_weight:
            delta += self.third_weight * self._third_change(leaves, comes, table)
        if self.pair_costs is not None:
            pair_costs = self.pair_costs
            for player in table:
                if player != leaves:
                    delta += pair_costs[new + player] - pair_costs[old + player]
        if self.consecutive_weight:
            delta += self.consecutive_weight * self._consecutive_change(index, leaves, comes, table)
        return delta

    def _third_change(self, leaves: int, comes: int, table: Sequence[int]) -> int:
        """Return by how many pairs who meet for the third time the exchange changes this table."""
        meetings, count = self.meetings, 0
        old, new = leaves * self.player_count, comes * self.player_count
        for player in table:
            if player != leaves:
                count += (meetings[new + player] > 1) - (meetings[old + player] > 2)
        return count

    def _consecutive_change(self, index: int, leaves: int, comes: int, table: Sequence[int]) -> int:
        """Return by how many pairs in consecutive rounds the exchange changes this table."""
        count = 0
        for row in (self.group_of[index], self.group_of[index + 2]):
            old, new = row[leaves], row[comes]
            for player in table:
                if player != leaves:
                    count += (row[player] == new) - (row[player] == old)
        return count

    def _turn_change(self, index: int, one: int, other: int) -> int:
        change = {one: other, other: one}
        before = [groups[-1] for groups in self.groups]
        after = list(before)
        after[index] = [change.get(player, player) for player in before[index]]
        return self.instance.sit_out_turns(after) - self.instance.sit_out_turns(before)

    def _rank_change(
        self, groups: Sequence[Sequence[int]], one: int, here: int, other: int, there: int
    ) -> int:
        delta = 0
        for leaves, comes, group in ((one, other, here), (other, one, there)):
            if group < self.sit_out_group:
                table = groups[group]
                changed = [comes if player == leaves else player for player in table]
                delta += self.instance.span(changed) - self.instance.span(table)
        return delta

    def _table_change(self, one: int, here: int, other: int, there: int) -> int:
        cost, sit_out_group = self.instance.table_cost, self.sit_out_group
        delta = 0
        if here < sit_out_group:
            delta += cost(other, here) - cost(one, here)
        if there < sit_out_group:
            delta += cost(one, there) - cost(other, there)
        return delta

    def _apply(self, index: int, one: int, here: int, other: int, there: int) -> None:
        groups, row = self.groups[index], self.group_of[index + 1]
        for leaves, comes, group in ((one, other, here), (other, one, there)):
            table = groups[group]
            if group < self.sit_out_group:
                self._swap_meetings(leaves, comes, table)
            else:
                self.sit_out_counts[leaves] -= 1
                self.sit_out_counts[comes] += 1
            table[table.index(leaves)] = comes
            if group in self.odd_tables[index]:
                self.odd_counts[leaves] -= 1
                self.odd_counts[comes] += 1
        row[one] = there if there < self.sit_out_group else self.sit_out_group + 1 + one
        row[other] = here if here < self.sit_out_group else self.sit_out_group + 1 + other

    def _swap_meetings(self, leaves: int, comes: int, table: Sequence[int]) -> None:
        player_count, meetings = self.player_count, self.meetings
        for player in table:
            if player != leaves:
                meetings[leaves * player_count + player] -= 1
                meetings[player * player_count + leaves] -= 1
                meetings[comes * player_count + player] += 1
                meetings[player * player_count + comes] += 1

    def _conflicting_players(self) -> list[tuple[int, int]]:
        """Return the round and number of every player who is in a pair that costs something."""
        conflicting = []
        player_count, meetings = self.player_count, self.meetings
        pair_costs, group_of = self.pair_costs, self.group_of
        repeat_weight, consecutive_weight = self.repeat_weight, self.consecutive_weight
        for index, groups in enumerate(self.groups):
            before = group_of[index]
            for table in groups[:-1]:
                for one in table:
                    for other in table:
                        if one != other and (
                            (repeat_weight and meetings[one * player_count + other] > 1)
                            or (
                                pair_costs is not None
                                and pair_costs[one * player_count + other] > 0
                            )
                            or (consecutive_weight and before[one] == before[other])
                        ):
                            conflicting.append((index, one))
                            break
        return conflicting

    def _snapshot(self) -> list[RoundSeating]:
        return [
            RoundSeating([list(table) for table in groups[:-1] if table], list(groups[-1]))
            for groups in self.groups
        ]
