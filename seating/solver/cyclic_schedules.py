"""Schedules that turn: one round is searched instead of all of them.

Players stand in circles of `turn` people and move on by one from round to round; those who are too
few for a circle stay where they are. Two who share a table then stand, in every other round, as a
pair of the same *kind* stands in the first: of the same two circles, the same way round from each
other. So nobody meets anybody twice if no two pairs of the first round are of one kind, and a kind
that is there once too often costs a repetition in each round. (Starters of difference families;
social golfers are found by them where exchanges in all rounds end in a rut.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seating.random_source import Chance
from seating.solver.instance import InTime

BLOCK = 32  # exchanges between two looks at what is wrong and at the clock
TURNS = 2  # lengths of circles to be tried: as many as there are rounds, and one more
LIVES = 3  # fresh starts for each of them
LUCK = tuple(10 - number.bit_length() for number in range(1024))  # n or more: once in 2 to the n
CHILL = 5  # one kind too many is taken once in 2 to this: cold, yet out of most ruts


class _Start(NamedTuple):
    excess: int
    turn: int
    tables: list[list[int]]


def schedule(
    sizes: Sequence[int], rounds: int, chance: Chance, steps: int, in_time: InTime
) -> list[list[list[int]]]:
    """Tables of `rounds` rounds for players from 0, with as few repetitions as were found in so
    many `steps`; [] where no circle fits, or for a single round."""
    n = sum(sizes)
    turns = [m for m in range(rounds, rounds + TURNS) if m <= n and n % m <= len(sizes)]
    best: _Start | None = None
    for life in range(LIVES * len(turns)):
        turn = turns[life % len(turns)]
        search = _Search(sizes, turn, chance)
        found = search.run(steps // (LIVES * len(turns)), in_time)
        if best is None or found.excess < best.excess:
            best = found
        if not best.excess or not in_time():
            break
    return [turned(best.tables, best.turn, day) for day in range(rounds)] if best else []


def turned(tables: Sequence[Sequence[int]], turn: int, day: int) -> list[list[int]]:
    """So many days after the first, in circles of `turn`."""
    stay = sum(map(len, tables)) // turn * turn
    return [
        [each if each >= stay else each - each % turn + (each + day) % turn for each in table]
        for table in tables
    ]


class _Search:
    """The first round, by exchanges of two people."""

    def __init__(self, sizes: Sequence[int], turn: int, chance: Chance) -> None:
        self.n, self.turn, self.random = sum(sizes), turn, chance.random
        self.kind, self.count = _kinds(self.n, turn)
        people = iter(chance.shuffled(range(self.n)))
        self.tables = [[next(people) for _ in range(size)] for size in sizes]
        self.at = [0] * self.n
        for number, table in enumerate(self.tables):
            for index, player in enumerate(table):
                self.at[player] = number
                for other in table[:index]:
                    self.count[self.kind[player][other]] += 1
        self.excess = sum(max(0, count - 1) for count in self.count)

    def run(self, steps: int, in_time: InTime) -> _Start:
        """The best that was met; half of the exchanges begin where something is wrong."""
        best, wrong = self._now(), self._wrong()
        for step in range(steps):
            if not best.excess:
                break
            if step % BLOCK == 0:
                wrong = self._wrong()
                if not in_time():
                    break
            one = int(self.random() * (len(wrong) if step & 1 else self.n))
            self._exchange(wrong[one] if step & 1 else one, int(self.random() * self.n))
            if self.excess < best.excess:
                best = self._now()
        return best

    def _wrong(self) -> list[int]:
        """Who is in a pair whose kind is there twice."""
        kind, count = self.kind, self.count
        return [
            one
            for table in self.tables
            for one in table
            if any(one != other and count[kind[one][other]] > 1 for other in table)
        ] or [*range(self.n)]

    def _now(self) -> _Start:
        return _Start(self.excess, self.turn, [list(table) for table in self.tables])

    def _exchange(self, one: int, other: int) -> None:
        """Done if it mends something, and now and then although it does not."""
        at, tables = self.at, self.tables
        here, there = at[one], at[other]
        if here == there:
            return
        mine = [player for player in tables[here] if player != one]
        theirs = [player for player in tables[there] if player != other]
        delta = self._part(one, mine) + self._part(other, theirs)
        delta += self._join(other, mine) + self._join(one, theirs)
        if delta * CHILL > LUCK[int(self.random() * 1024)] and delta > 0:
            self._part(other, mine)
            self._part(one, theirs)
            self._join(one, mine)
            self._join(other, theirs)
            return
        self.excess += delta
        tables[here], tables[there] = [*mine, other], [*theirs, one]
        at[one], at[other] = there, here

    def _part(self, player: int, others: Sequence[int]) -> int:
        count, kind, delta = self.count, self.kind[player], 0
        for other in others:
            each = kind[other]
            count[each] -= 1
            delta -= count[each] > 0
        return delta

    def _join(self, player: int, others: Sequence[int]) -> int:
        count, kind, delta = self.count, self.kind[player], 0
        for other in others:
            each = kind[other]
            delta += count[each] > 0
            count[each] += 1
        return delta


def _kinds(n: int, turn: int) -> tuple[list[list[int]], list[int]]:
    """The kind of each pair, and for each kind 1 where two of it meet again whatever happens:
    both stay, or stand right across their circle."""
    stay = n // turn * turn
    numbers: dict[tuple[int, int, int], int] = {}
    again: list[int] = []
    kinds = [[-1] * n for _ in range(n)]
    for one in range(n):
        for other in range(one + 1, n):
            key = _kind(one, other, turn, stay)
            if key not in numbers:
                numbers[key] = len(again)
                again.append(int(one >= stay or key == (one // turn, one // turn, turn / 2)))
            kinds[one][other] = kinds[other][one] = numbers[key]
    return kinds, again


def _kind(one: int, other: int, turn: int, stay: int) -> tuple[int, int, int]:
    """For `one` < `other`: their circles, or who stays, and how far apart they stand."""
    if other >= stay:
        return (one if one >= stay else one // turn, other, -1)
    ahead = (other - one) % turn
    if one // turn == other // turn:
        ahead = min(ahead, turn - ahead)
    return one // turn, other // turn, ahead
