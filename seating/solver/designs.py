"""Schedules in which nobody meets anybody twice, known from mathematics.

Players of a grid: k columns of q, a prime power. Round m puts together the places (x, m·x + b) of
a field of q elements: two lines of different slopes meet once, two of the same slope never (an
affine plane where k = q, a transversal design where k < q). Then every column is a smaller event
of its own. For tables of two there is the circle of the round robin. 15 in threes are Kirkman's
schoolgirls, and many other numbers have days that turn like theirs (`days.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from seating.solver.cyclic_schedules import shifted_round
from seating.solver.cyclic_starters import SIGNS, STARTERS

Table = tuple[int, ...]
Schedule = list[list[Table]]


def schedule(players: int, size: int) -> Schedule:
    """As many rounds as are known without a repetition, all players at tables of one size."""
    if size < 2 or players % size:
        return []
    if size == 2:
        return _round_robin(players)
    if (players, size) in STARTERS:
        return _cyclic(*STARTERS[players, size])
    column = players // size
    if column >= size and _prime_power(column):
        return _grid(size, column)
    return [[tuple(range(first, first + size)) for first in range(0, players, size)]]


def uneven_schedule(players: int, tables: Sequence[int]) -> Schedule:
    """The same with some tables one short: places of one column stay empty."""
    size, number = max(tables), len(tables)
    missing = size * number - players
    if missing < 0 or missing > number or min(tables) < size - 1:
        return []
    if not missing:
        return schedule(players, size)
    rounds = schedule(size * number, size) if size > 2 else []
    absent = set(range(size * number - missing, size * number))
    sizes = sorted(tables, reverse=True)
    shortened = [_without_players(each, absent) for each in rounds]
    return [each for each in shortened if [*map(len, each)] == sizes]  # never two off one table


def _without_players(tables: Sequence[Table], absent: set[int]) -> list[Table]:
    """The largest first."""
    shortened = [tuple(player for player in table if player not in absent) for table in tables]
    return sorted(shortened, key=len, reverse=True)


def _grid(columns: int, q: int) -> Schedule:
    field = _Field(q)
    rounds = [
        [
            tuple(x * q + field.add(field.times(slope, x), b) for x in range(columns))
            for b in range(q)
        ]
        for slope in range(q)
    ]
    inside = schedule(q, columns)
    return rounds + [
        [tuple(x * q + place for place in table) for x in range(columns) for table in tables]
        for tables in inside
    ]


def _round_robin(players: int) -> Schedule:
    """One stays, the others walk round."""
    others = players - 1
    return [
        [_round_robin_pair(others, round_number, step) for step in range(players // 2)]
        for round_number in range(others)
    ]


def _round_robin_pair(others: int, round_number: int, step: int) -> Table:
    return (
        ((round_number + step) % others, (round_number - step) % others)
        if step
        else (others, round_number)
    )


def _cyclic(rounds: int, starter: str) -> Schedule:
    first = [[SIGNS.index(sign) for sign in row] for row in starter.split()]
    return [
        [tuple(row) for row in shifted_round(first, rounds, number)] for number in range(rounds)
    ]


def _prime_power(number: int) -> bool:
    return _factor(number) is not None


def _factor(number: int) -> tuple[int, int] | None:
    """p and m where the number is p to the power of m."""
    prime = next((each for each in range(2, number + 1) if number % each == 0), 0)
    power = 0
    while prime and number % prime == 0:
        number, power = number // prime, power + 1
    return (prime, power) if prime and number == 1 else None


class _Field:
    """q elements, numbered by their digits to the base p: polynomials modulo a primitive one."""

    def __init__(self, q: int) -> None:
        factor = _factor(q)
        assert factor is not None, "a prime power"
        self.prime, self.degree = factor
        self.modulus = next(self._irreducible()) if self.degree > 1 else ()

    def add(self, one: int, other: int) -> int:
        pairs = zip(self._digits(one), self._digits(other), strict=True)
        return self._number([(a + b) % self.prime for a, b in pairs])

    def times(self, one: int, other: int) -> int:
        if self.degree == 1:
            return one * other % self.prime
        return self._number(self._product(self._digits(one), self._digits(other), self.modulus))

    def _product(
        self, one: Sequence[int], other: Sequence[int], modulus: Sequence[int]
    ) -> list[int]:
        """`modulus` are the lower digits of a polynomial whose highest is 1."""
        result = [0] * (2 * self.degree - 1)
        for i, a in enumerate(one):
            for j, b in enumerate(other):
                result[i + j] += a * b
        for top in range(len(result) - 1, self.degree - 1, -1):
            for i, digit in enumerate(modulus):
                result[top - self.degree + i] -= result[top] * digit
        return [digit % self.prime for digit in result[: self.degree]]

    def _irreducible(self) -> Iterator[tuple[int, ...]]:
        """Those modulo which x runs through all elements but 0 before it comes back to 1."""
        order = self.prime**self.degree - 1
        one = [1] + [0] * (self.degree - 1)
        x = [0, 1] + [0] * (self.degree - 2)
        for modulus in product(range(self.prime), repeat=self.degree):
            power, steps = self._product(x, one, modulus), 1
            while power != one and any(power) and steps < order:
                power, steps = self._product(power, x, modulus), steps + 1
            if power == one and steps == order:
                yield modulus

    def _digits(self, number: int) -> list[int]:
        digits = []
        for _ in range(self.degree):
            number, digit = divmod(number, self.prime)
            digits.append(digit)
        return digits

    def _number(self, digits: Sequence[int]) -> int:
        total = 0
        for digit in reversed(digits):
            total = total * self.prime + digit
        return total
