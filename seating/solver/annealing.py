"""Search by exchanges: all rounds at once, rule by rule from the first to the last.

Costs are packed into one number, so that no sum of lesser rules outweighs a greater one. Cooling
goes through the rules in their order; while a lesser rule is looked at, the greater ones stand.
Everything is whole numbers: the same on every machine. Seats are given afterwards (`seats.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from seating.solver.instance import DIGIT, Draw, Ground, InTime, ones
from seating.rules import Rule

CHILLS = (2, 3, 4, 5, 6, 8, 12)  # a cost of one more is taken about once in 2 to this
BLOCK = 256  # exchanges between two looks at what is wrong and at the clock
LUCK = tuple(10 - number.bit_length() for number in range(1024))  # n or more: once in 2 to the n


class Anneal:
    """The rounds so far, and everything that tells at once what an exchange would change."""

    def __init__(self, ground: Ground, draws: Sequence[Draw]) -> None:
        self.ground, self.n = ground, ground.n
        self.bench = max(len(draw.tables) for draw in draws)  # the group of those who sit out
        self.groups = [self._filled(draw) for draw in draws]
        self.w = ground.weight
        self.chance = ground.chance
        self._place()
        self._meet()
        self._weigh()

    def _filled(self, draw: Draw) -> list[list[int]]:
        """As many groups in every round, some of them empty."""
        empty: list[list[int]] = [[] for _ in range(self.bench - len(draw.tables))]
        return [*map(list, draw.tables), *empty, list(draw.out)]

    def _place(self) -> None:
        """The group of everybody per round; the first row is the last round of history.

        Who sits out has a number of his own there, so that he was with nobody.
        """
        n, bench = self.n, self.bench
        before = [
            ((mask | bit) & -(mask | bit)).bit_length()
            for mask, bit in zip(self.ground.last, self.ground.bits, strict=True)
        ]
        self.at = [before]
        for groups in self.groups:
            row = [bench + 1 + player for player in range(n)]
            for number, table in enumerate(groups[:-1]):
                for player in table:
                    row[player] = number
            self.at.append(row)
        self.at.append([-1 - player for player in range(n)])
        self.sat = list(self.ground.sat)
        for groups in self.groups:
            for player in groups[-1]:
                self.sat[player] += 1

    def _meet(self) -> None:
        """How often each two have met; of the history only whether."""
        n = self.n
        self.met = met = [0] * (n * n)
        for player, mask in enumerate(self.ground.met):
            for other in ones(mask):
                met[player * n + other] = 1
        for groups in self.groups:
            for table in groups[:-1]:
                for player in table:
                    for other in table:
                        met[player * n + other] += player != other

    def _weigh(self) -> None:
        """What two at one table cost whatever else happens; None where nothing does."""
        ground, w, n = self.ground, self.w, self.n
        layers = [
            (masks, weight)
            for masks, weight in (
                (ground.forbidden, w[Rule.FORBIDDEN_PAIR]),
                (ground.far, w[Rule.LEVEL_GAP]),
                (ground.together, -w[Rule.TOGETHER]),
            )
            if weight and any(masks)
        ]
        self.fixed: list[int] | None = None
        if layers:
            self.fixed = fixed = [0] * (n * n)
            for masks, weight in layers:
                for player, mask in enumerate(masks):
                    for other in ones(mask):
                        fixed[player * n + other] += weight
        self.repeat = w[Rule.REPEAT_PAIR]
        self.again = w[Rule.CONSECUTIVE_REPEAT]
        self.ranked = w[Rule.RANK_DISTANCE]
        self.sitting = w[Rule.SIT_OUT]
        self.labelled = ground.labelled

    def run(
        self, rules: Sequence[Rule], total: int, target: int, steps: int, in_time: InTime
    ) -> tuple[int, list[Draw]]:
        """The best found from a cost of `total` down to `target`, and what it costs.

        `rules` are cooled through in their order, but for those that are as good as they can be
        when their turn comes; a greater one may have spoilt a lesser one by then.
        """
        self.total, self.best, self.found = total, total, self._draws()
        left = steps // BLOCK
        for index, rule in enumerate(rules):
            waiting = [each for each in rules[index:] if self._is_off(each, target)]
            blocks = max(1, left // (len(CHILLS) * max(1, len(waiting))))
            for chill in CHILLS:
                for _ in range(blocks):
                    if not self._is_off(rule, target):
                        break
                    if self.best <= target or not in_time():
                        return self.best, self.found
                    self._block(self.w[rule], chill)
                    left -= 1
        return self.best, self.found

    def _is_off(self, rule: Rule, target: int) -> bool:
        """Whether its own part of the cost is above that of the target."""
        weight = self.w[rule]
        return self.total // weight % (1 << DIGIT) > target // weight % (1 << DIGIT)

    def _block(self, weight: int, chill: int) -> None:
        """So many exchanges at one temperature, half of them where something is wrong."""
        random, n, number = self.chance.random, self.n, len(self.groups)
        wrong = self._wrong()
        change, take, at, bench = self._change, self._take, self.at, self.bench
        for step in range(BLOCK):
            if step & 1 and wrong:
                index, one = wrong[int(random() * len(wrong))]
            else:
                index, one = int(random() * number), int(random() * n)
            other = int(random() * n)
            row = at[index + 1]
            here, there = min(row[one], bench), min(row[other], bench)
            if here == there:
                continue
            delta = change(index, one, here, other, there)
            if delta <= 0 or delta * chill <= LUCK[int(random() * 1024)] * weight:
                take(index, one, here, other, there)
                self.total += delta
                if self.total < self.best:
                    self.best, self.found = self.total, self._draws()

    def _change(self, index: int, one: int, here: int, other: int, there: int) -> int:
        """What it would change if these two changed places."""
        groups = self.groups[index]
        delta = 0
        if here < self.bench:
            delta += self._pairs(index, one, other, groups[here])
        else:
            delta += self.sitting * 2 * (self.sat[other] - self.sat[one] + 1)
        if there < self.bench:
            delta += self._pairs(index, other, one, groups[there])
        else:
            delta += self.sitting * 2 * (self.sat[one] - self.sat[other] + 1)
        if self.ranked:
            delta += self.ranked * self._spans(groups, one, here, other, there)
        if self.labelled:
            delta += self._places(one, here, other, there)
        return delta

    def _pairs(self, index: int, leaves: int, comes: int, table: Sequence[int]) -> int:
        """At one table: the pairs of who comes less the pairs of who leaves."""
        n, met, repeat = self.n, self.met, self.repeat
        old, new = leaves * n, comes * n
        delta = 0
        if repeat:
            count = 0
            for player in table:
                if player != leaves:
                    count += (met[new + player] > 0) - (met[old + player] > 1)
            delta = count * repeat
        if self.fixed is not None:
            fixed = self.fixed
            for player in table:
                if player != leaves:
                    delta += fixed[new + player] - fixed[old + player]
        if self.again:
            delta += self.again * self._neighbours(index, leaves, comes, table)
        return delta

    def _neighbours(self, index: int, leaves: int, comes: int, table: Sequence[int]) -> int:
        count = 0
        for row in (self.at[index], self.at[index + 2]):
            old, new = row[leaves], row[comes]
            for player in table:
                if player != leaves:
                    count += (row[player] == new) - (row[player] == old)
        return count

    def _spans(
        self, groups: Sequence[Sequence[int]], one: int, here: int, other: int, there: int
    ) -> int:
        delta = 0
        for leaves, comes, group in ((one, other, here), (other, one, there)):
            if group < self.bench:
                table = groups[group]
                changed = [comes if player == leaves else player for player in table]
                delta += self.ground.span(changed) - self.ground.span(table)
        return delta

    def _places(self, one: int, here: int, other: int, there: int) -> int:
        cost, bench = self.ground.place_cost, self.bench
        delta = 0
        if here < bench:
            delta += cost(other, here) - cost(one, here)
        if there < bench:
            delta += cost(one, there) - cost(other, there)
        return delta

    def _take(self, index: int, one: int, here: int, other: int, there: int) -> None:
        groups, row = self.groups[index], self.at[index + 1]
        for leaves, comes, group in ((one, other, here), (other, one, there)):
            table = groups[group]
            if group < self.bench:
                self._swap_meetings(leaves, comes, table)
            else:
                self.sat[leaves] -= 1
                self.sat[comes] += 1
            table[table.index(leaves)] = comes
        row[one] = there if there < self.bench else self.bench + 1 + one
        row[other] = here if here < self.bench else self.bench + 1 + other

    def _swap_meetings(self, leaves: int, comes: int, table: Sequence[int]) -> None:
        n, met = self.n, self.met
        for player in table:
            if player != leaves:
                met[leaves * n + player] -= 1
                met[player * n + leaves] -= 1
                met[comes * n + player] += 1
                met[player * n + comes] += 1

    def _wrong(self) -> list[tuple[int, int]]:
        """Round and player of everybody in a pair that costs something."""
        found = []
        n, met, fixed, at = self.n, self.met, self.fixed, self.at
        repeat, again = self.repeat, self.again
        for index, groups in enumerate(self.groups):
            before = at[index]
            for table in groups[:-1]:
                for one in table:
                    for other in table:
                        if one != other and (
                            (repeat and met[one * n + other] > 1)
                            or (fixed is not None and fixed[one * n + other] > 0)
                            or (again and before[one] == before[other])
                        ):
                            found.append((index, one))
                            break
        return found

    def _draws(self) -> list[Draw]:
        return [
            Draw([list(table) for table in groups[:-1] if table], list(groups[-1]))
            for groups in self.groups
        ]
