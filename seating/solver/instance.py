"""A request as the search reads it: players are numbers in an order drawn by the seed.

Everything about pairs is a bit mask per player, so that a whole table is asked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from seating.random_source import Chance
from seating.request import MOST_SEATS, Pair, Request
from seating.rules import Rule
from seating.sizes import Partition, partition

InTime = Callable[[], bool]  # whether the search may go on
DIGIT = 40  # bits of one rule in a packed cost: more than any sum of counts can need


class Draw(NamedTuple):
    """One round: tables in seat order, and who sits out."""

    tables: list[list[int]]
    out: list[int]


class Ground:
    """What is known before a draw; nothing of it changes."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.rounds = request.rounds
        self.chance = Chance(request.seed)
        self.order = self.chance.shuffled(request.here)
        self.number = {player: number for number, player in enumerate(self.order)}
        self.n = len(self.order)
        self.bits = [1 << number for number in range(self.n)]
        self.partition: Partition = partition(self.n, request.sizes)
        self.weight = weights(request.rules)
        self._read_history()
        self._read_pairs()
        self._read_places()

    def _read_history(self) -> None:
        """Whom everybody has met, how often meetings were repeats, sit-outs, seats, last round."""
        request, everybody = self.request, len(self.request.players) + 1
        self.seats = max(request.preferred)
        bits = [0] * everybody  # of whoever is here; ABSENT is the last
        for player, bit in zip(self.order, self.bits, strict=True):
            bits[player] = bit
        met, last, sat, meetings = [0] * everybody, [0] * everybody, [0] * everybody, 0
        used = [[0] * MOST_SEATS for _ in range(everybody)]
        for past in request.history:
            last = [0] * everybody
            for table in past.tables:
                mask = 0
                for seat, player in enumerate(table):
                    mask |= bits[player]
                    used[player][seat] += 1
                for player in table:
                    met[player] |= mask
                    last[player] = mask
                here = mask.bit_count()
                meetings += here * (here - 1) // 2
            for player in past.sit_out:
                sat[player] += 1
        self.met = [met[player] & ~bits[player] for player in self.order]
        self.last = [last[player] & ~bits[player] for player in self.order]
        self.sat = [sat[player] for player in self.order]
        self.used = [used[player][: self.seats] for player in self.order]
        self.repeated = meetings - sum(mask.bit_count() for mask in self.met) // 2

    def _read_pairs(self) -> None:
        request = self.request
        self.forbidden = self._masks(request.forbidden)
        self.together = self._masks(request.together)
        self.wished = sum(mask.bit_count() for mask in self.together) // 2
        self.far = [0] * self.n
        if Rule.LEVEL_GAP in request.rules:
            levels = [request.levels.get(player) for player in self.order]
            self.far = [self._far(each, levels, request.level_gap) for each in levels]

    def _masks(self, pairs: Iterable[Pair]) -> list[int]:
        masks = [0] * self.n
        for one, other in pairs:
            if one in self.number and other in self.number:
                masks[self.number[one]] |= self.bits[self.number[other]]
                masks[self.number[other]] |= self.bits[self.number[one]]
        return masks

    def _far(self, level: int | None, levels: Sequence[int | None], gap: int) -> int:
        if level is None:
            return 0
        return sum(
            bit
            for bit, other in zip(self.bits, levels, strict=True)
            if other is not None and abs(other - level) > gap
        )

    def _read_places(self) -> None:
        """Where somebody wants to sit, and how far up the ranking he stands."""
        request = self.request
        self.wanted = [request.fixed.get(player, -1) for player in self.order]
        self.needs = [player in request.step_free.players for player in self.order]
        self.labelled = bool(
            (self.weight[Rule.FIXED_TABLE] and any(table >= 0 for table in self.wanted))
            or (self.weight[Rule.STEP_FREE] and any(self.needs))
        )
        place = {player: rank for rank, player in enumerate(request.ranking)}
        self.rank = [place.get(player, 0) for player in self.order]

    def misplaced(self, player: int, table: int) -> tuple[bool, bool]:
        """Not at the table he wants; not at a step-free one although he needs it."""
        off = self.wanted[player] not in (-1, table)
        return off, self.needs[player] and table not in self.request.step_free.tables

    def place_cost(self, player: int, table: int) -> int:
        off, steps = self.misplaced(player, table)
        return off * self.weight[Rule.FIXED_TABLE] + steps * self.weight[Rule.STEP_FREE]

    def span(self, table: Sequence[int]) -> int:
        ranks = [self.rank[player] for player in table]
        return max(ranks) - min(ranks) - len(ranks) + 1

    def mask(self, players: Iterable[int]) -> int:
        found = 0
        for player in players:
            found |= self.bits[player]
        return found

    def name(self, player: int) -> str:
        return self.request.players[self.order[player]]


def ones(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def weights(rules: Sequence[Rule]) -> dict[Rule, int]:
    """One number instead of a vector: comparing the sums compares the vectors, rule by rule."""
    found = dict.fromkeys(Rule, 0)
    for index, rule in enumerate(reversed(rules)):
        found[rule] = 1 << (DIGIT * index)
    return found


def packed(vector: Sequence[int]) -> int:
    """A vector in the order of the rules as one number."""
    total = 0
    for count in vector:
        total = (total << DIGIT) + count
    return total
