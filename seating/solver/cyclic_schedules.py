"""Cyclic schedules: one round is searched, and all others follow by shifting it.

Players stand in circles of `cycle` players and move on by one from round to round; players who do
not fill a circle stay where they are. Two who share a table then stand, in every other round, where
a pair of the same *kind* stands in the first: in the same two circles and at the same distance. So
no pair meets twice if no two pairs of the first round are of one kind, and each surplus pair of a
kind costs one repetition per round. (Such rounds are starters of difference families; they solve
social golfer problems on which exchanges in all rounds get stuck.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seating.random_source import RandomSource
from seating.solver.instance import TimeCheck

BLOCK = 32  # exchanges between two checks of faults and clock
LENGTHS_TRIED = 2  # lengths of circles to be tried: as many as there are rounds, and one more
RESTARTS = 3  # fresh starts for each of them
# a random number below 1024 accepts a change of cost n or more once in 2 to the n
ACCEPTANCE = tuple(10 - number.bit_length() for number in range(1024))
COOLING = 5  # one kind too many is taken once in 2 to this: cold, yet out of most ruts


class _Starter(NamedTuple):
    excess: int
    cycle: int
    tables: list[list[int]]


def cyclic_schedule(
    sizes: Sequence[int], rounds: int, random_source: RandomSource, steps: int, in_time: TimeCheck
) -> list[list[list[int]]]:
    """Return the tables of `rounds` rounds for players from 0, with the fewest repetitions found in
    `steps`; an empty list if no circle fits or for a single round."""
    n = sum(sizes)
    cycles = [m for m in range(rounds, rounds + LENGTHS_TRIED) if m <= n and n % m <= len(sizes)]
    best: _Starter | None = None
    for restart in range(RESTARTS * len(cycles)):
        cycle = cycles[restart % len(cycles)]
        search = _Search(sizes, cycle, random_source)
        starter = search.run(steps // (RESTARTS * len(cycles)), in_time)
        if best is None or starter.excess < best.excess:
            best = starter
        if not best.excess or not in_time():
            break
    return (
        [shifted_round(best.tables, best.cycle, shift) for shift in range(rounds)] if best else []
    )


def shifted_round(tables: Sequence[Sequence[int]], cycle: int, shift: int) -> list[list[int]]:
    """Return a round `shift` rounds after the first, in circles of `cycle`."""
    fixed_from = sum(map(len, tables)) // cycle * cycle
    return [
        [
            player if player >= fixed_from else player - player % cycle + (player + shift) % cycle
            for player in table
        ]
        for table in tables
    ]


class _Search:
    """A local search for the first round by exchanges of two players."""

    def __init__(self, sizes: Sequence[int], cycle: int, random_source: RandomSource) -> None:
        self.n, self.cycle, self.random = sum(sizes), cycle, random_source.random
        self.pair_kind, self.kind_counts = _pair_kinds(self.n, cycle)
        people = iter(random_source.shuffled(range(self.n)))
        self.tables = [[next(people) for _ in range(size)] for size in sizes]
        self.table_of = [0] * self.n
        for number, table in enumerate(self.tables):
            for index, player in enumerate(table):
                self.table_of[player] = number
                for other in table[:index]:
                    self.kind_counts[self.pair_kind[player][other]] += 1
        self.excess = sum(max(0, count - 1) for count in self.kind_counts)

    def run(self, steps: int, in_time: TimeCheck) -> _Starter:
        """Return the best starter found; half of the exchanges begin with a conflicting player."""
        best, conflicting = self._snapshot(), self._conflicting_players()
        for step in range(steps):
            if not best.excess:
                break
            if step % BLOCK == 0:
                conflicting = self._conflicting_players()
                if not in_time():
                    break
            one = int(self.random() * (len(conflicting) if step & 1 else self.n))
            self._exchange(conflicting[one] if step & 1 else one, int(self.random() * self.n))
            if self.excess < best.excess:
                best = self._snapshot()
        return best

    def _conflicting_players(self) -> list[int]:
        """Return the players in a pair whose kind occurs more than once, or all players if there
        are none."""
        kind, count = self.pair_kind, self.kind_counts
        return [
            one
            for table in self.tables
            for one in table
            if any(one != other and count[kind[one][other]] > 1 for other in table)
        ] or [*range(self.n)]

    def _snapshot(self) -> _Starter:
        return _Starter(self.excess, self.cycle, [list(table) for table in self.tables])

    def _exchange(self, one: int, other: int) -> None:
        """Exchange two players if that reduces the excess, and now and then although it does
        not."""
        table_of, tables = self.table_of, self.tables
        here, there = table_of[one], table_of[other]
        if here == there:
            return
        mine = [player for player in tables[here] if player != one]
        theirs = [player for player in tables[there] if player != other]
        delta = self._remove(one, mine) + self._remove(other, theirs)
        delta += self._insert(other, mine) + self._insert(one, theirs)
        if delta * COOLING > ACCEPTANCE[int(self.random() * 1024)] and delta > 0:
            self._remove(other, mine)
            self._remove(one, theirs)
            self._insert(one, mine)
            self._insert(other, theirs)
            return
        self.excess += delta
        tables[here], tables[there] = [*mine, other], [*theirs, one]
        table_of[one], table_of[other] = there, here

    def _remove(self, player: int, others: Sequence[int]) -> int:
        count, kind, delta = self.kind_counts, self.pair_kind[player], 0
        for other in others:
            other_kind = kind[other]
            count[other_kind] -= 1
            delta -= count[other_kind] > 0
        return delta

    def _insert(self, player: int, others: Sequence[int]) -> int:
        count, kind, delta = self.kind_counts, self.pair_kind[player], 0
        for other in others:
            other_kind = kind[other]
            delta += count[other_kind] > 0
            count[other_kind] += 1
        return delta


def _pair_kinds(n: int, cycle: int) -> tuple[list[list[int]], list[int]]:
    """Return the kind of each pair, and for each kind a count of 1 if its pairs repeat in any case:
    both stay, or stand opposite each other in one circle."""
    fixed_from = n // cycle * cycle
    numbers: dict[tuple[int, int, int], int] = {}
    initial_counts: list[int] = []
    kinds = [[-1] * n for _ in range(n)]
    for one in range(n):
        for other in range(one + 1, n):
            key = _pair_kind(one, other, cycle, fixed_from)
            if key not in numbers:
                numbers[key] = len(initial_counts)
                initial_counts.append(
                    int(one >= fixed_from or key == (one // cycle, one // cycle, cycle / 2))
                )
            kinds[one][other] = kinds[other][one] = numbers[key]
    return kinds, initial_counts


def _pair_kind(one: int, other: int, cycle: int, fixed_from: int) -> tuple[int, int, int]:
    """Return for `one` < `other` their circles, or the player who stays, and their distance."""
    if other >= fixed_from:
        return (one if one >= fixed_from else one // cycle, other, -1)
    ahead = (other - one) % cycle
    if one // cycle == other // cycle:
        ahead = min(ahead, cycle - ahead)
    return one // cycle, other // cycle, ahead
