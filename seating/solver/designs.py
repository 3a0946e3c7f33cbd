"""Combinatorial designs: schedules known from mathematics in which no pair meets twice.

Players form a grid of k columns of q, where q is a prime power. Round m puts together the points
(x, m·x + b) of a field of q elements: two lines of different slopes meet once, two of the same
slope never (an affine plane if k = q, a transversal design if k < q). Then each column is a smaller
event of its own. Tables of two are a round robin by the circle method. 15 players in threes are
Kirkman's schoolgirls; many other numbers have cyclic schedules like theirs (`cyclic_starters.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from seating.solver.cyclic_schedules import shifted_round
from seating.solver.cyclic_starters import SIGNS, STARTERS

Table = tuple[int, ...]
Schedule = list[list[Table]]


def schedule(players: int, size: int) -> Schedule:
    """Return as many rounds as are known without a repetition, all players at tables of one
    size."""
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
    """Return a known schedule with some tables one player short, made by leaving places of one
    column empty."""
    size, number = max(tables), len(tables)
    missing = size * number - players
    if missing < 0 or missing > number or min(tables) < size - 1:
        return []
    if not missing:
        return schedule(players, size)
    rounds = schedule(size * number, size) if size > 2 else []
    absent = set(range(size * number - missing, size * number))
    sizes = sorted(tables, reverse=True)
    shortened = [_without_players(round_, absent) for round_ in rounds]
    return [
        round_ for round_ in shortened if [*map(len, round_)] == sizes
    ]  # never two off one table


def _without_players(tables: Sequence[Table], absent: set[int]) -> list[Table]:
    """Return the tables without these players, the largest first."""
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
    """Return the rounds of the circle method: one player stays, the others move round."""
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
    """Return p and m if the number is p to the power of m, p a prime, else None."""
    prime = next((divisor for divisor in range(2, number + 1) if number % divisor == 0), 0)
    power = 0
    while prime and number % prime == 0:
        number, power = number // prime, power + 1
    return (prime, power) if prime and number == 1 else None


class _Field:
    """The finite field of q elements: polynomials modulo a primitive one, numbered by their
    coefficients as digits to the base p."""

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
        """Multiply two polynomials modulo one whose leading coefficient is 1 and whose others are
        `modulus`."""
        result = [0] * (2 * self.degree - 1)
        for i, a in enumerate(one):
            for j, b in enumerate(other):
                result[i + j] += a * b
        for top in range(len(result) - 1, self.degree - 1, -1):
            for i, digit in enumerate(modulus):
                result[top - self.degree + i] -= result[top] * digit
        return [digit % self.prime for digit in result[: self.degree]]

    def _irreducible(self) -> Iterator[tuple[int, ...]]:
        """Yield the polynomials modulo which the powers of x run through all elements but 0."""
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
