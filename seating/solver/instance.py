"""A request prepared for the search: players are numbers in an order shuffled by the seed.

Everything about pairs is one bit mask per player, so that one operation tests a whole table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from problems.seats import MOST_SEATS
from seating.random_source import RandomSource
from seating.request import Pair, Request
from seating.rules import Rule, search_order
from seating.sizes import Partition, partition

TimeCheck = Callable[[], bool]  # whether the search may go on
RULE_BITS = 40  # bits of one rule in a packed cost: more than any sum of counts can need
MOST_MEETINGS = 1000  # sum of the weights of the meetings of a pair; more counts as this


class RoundSeating(NamedTuple):
    """One round: tables in seat order, and the players who sit out."""

    tables: list[list[int]]
    sit_outs: list[int]


class SearchInstance:
    """Everything about a request that stays constant during the search."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.rounds = request.rounds
        self.random_source = RandomSource(request.seed)
        self.player_order = self.random_source.shuffled(request.present_players)
        self.number = {player: number for number, player in enumerate(self.player_order)}
        self.player_count = len(self.player_order)
        self.bits = [1 << number for number in range(self.player_count)]
        self.partition: Partition = partition(self.player_count, request.sizes)
        self.rules = search_order(request.rules)
        self.weight = weights(self.rules)
        self._read_history()
        self._read_pairs()
        self._read_table_constraints()

    def _read_history(self) -> None:
        """Read earlier opponents, repeated meetings, sit-outs, used seats and the opponents of the
        last round."""
        request, everybody = self.request, len(self.request.players) + 1
        self.seats = max(request.preferred)
        bit_of = [0] * everybody  # of the players who are here; ABSENT is the last
        for player, bit in zip(self.player_order, self.bits, strict=True):
            bit_of[player] = bit
        opponents, last_opponents = [0] * everybody, [0] * everybody
        sit_out_counts, meetings = [0] * everybody, 0
        seat_counts = [[0] * MOST_SEATS for _ in range(everybody)]
        self._read_repeats()
        for past_round in request.history:
            last_opponents = [0] * everybody
            for table in past_round.tables:
                mask = 0
                for seat, player in enumerate(table):
                    mask |= bit_of[player]
                    seat_counts[player][seat] += 1
                for player in table:
                    opponents[player] |= mask
                    last_opponents[player] = mask
                present = mask.bit_count()
                meetings += present * (present - 1) // 2
            for player in past_round.sit_out:
                sit_out_counts[player] += 1
        self.past_opponents = [opponents[player] & ~bit_of[player] for player in self.player_order]
        self.last_opponents = [
            last_opponents[player] & ~bit_of[player] for player in self.player_order
        ]
        self.sit_out_counts = [sit_out_counts[player] for player in self.player_order]
        self.seat_counts = [seat_counts[player][: self.seats] for player in self.player_order]
        self.seat_balances = [request.seat_balance.get(player, 0) for player in self.player_order]
        self.past_repeats = meetings - sum(mask.bit_count() for mask in self.past_opponents) // 2

    def _read_repeats(self) -> None:
        """Read who met twice and who had a table of an odd size, if rules count that."""
        self.past_thirds, self.met_twice = 0, [0] * self.player_count
        self.odd_size_counts = [0] * self.player_count
        if self.weight[Rule.THIRD_MEETING]:
            self._read_third_meetings()
        if self.weight[Rule.REPEAT_TABLE_SIZE]:
            for past_round in self.request.history:
                odd = odd_sizes([len(table) for table in past_round.tables])
                for table in past_round.tables if odd else ():
                    for player in table if len(table) in odd else ():
                        if player in self.number:
                            self.odd_size_counts[self.number[player]] += 1

    def _read_third_meetings(self) -> None:
        met = [0] * self.player_count
        for past_round in self.request.history:
            for table in past_round.tables:
                present = [self.number[player] for player in table if player in self.number]
                mask = self.mask(present)
                for player in present:
                    others = mask ^ self.bits[player]
                    self.past_thirds += (self.met_twice[player] & others).bit_count()
                    self.met_twice[player] |= met[player] & others
                    met[player] |= others
        self.past_thirds //= 2

    def _read_pairs(self) -> None:
        request = self.request
        self._read_past_meetings()
        self.forbidden = self._masks(request.forbidden)
        self.together = self._masks(request.together)
        self.together_pairs = sum(mask.bit_count() for mask in self.together) // 2
        self.level_conflicts = [0] * self.player_count
        if Rule.LEVEL_GAP in request.rules:
            levels = [request.levels.get(player) for player in self.player_order]
            self.level_conflicts = [
                self._level_conflicts(level, levels, request.level_gap) for level in levels
            ]
        self.same_level = [0] * self.player_count
        if Rule.SAME_LEVEL in request.rules:
            self.same_level = self._same_level_masks()
        self.same_team = [0] * self.player_count
        if Rule.SAME_TEAM in request.rules:
            self.same_team = self._same_team_masks()

    def _read_past_meetings(self) -> None:
        """Read what the earlier meetings of each two players cost: the square of the sum of their
        weights."""
        number, weights = self.number, [[0] * self.player_count for _ in range(self.player_count)]
        for past_round in self.request.history if self.weight[Rule.PAST_MEETING] else ():
            for table in past_round.tables if past_round.weight else ():
                present = [number[player] for player in table if player in number]
                for one in present:
                    row = weights[one]
                    for other in present:
                        row[other] += past_round.weight
        self.past_meetings = [
            [min(weight, MOST_MEETINGS) ** 2 for weight in row] for row in weights
        ]

    def _same_level_masks(self) -> list[int]:
        levels = [self.request.levels.get(player) for player in self.player_order]
        masks: dict[int | None, int] = {None: 0}
        for level, bit in zip(levels, self.bits, strict=True):
            if level is not None:
                masks[level] = masks.get(level, 0) | bit
        return [masks[level] & ~bit for level, bit in zip(levels, self.bits, strict=True)]

    def _same_team_masks(self) -> list[int]:
        masks = [0] * self.player_count
        for team in self.request.teams:
            present = [self.number[player] for player in team if player in self.number]
            team_mask = self.mask(present)
            for player in present:
                masks[player] |= team_mask & ~self.bits[player]
        return masks

    def _masks(self, pairs: Iterable[Pair]) -> list[int]:
        masks = [0] * self.player_count
        for one, other in pairs:
            if one in self.number and other in self.number:
                masks[self.number[one]] |= self.bits[self.number[other]]
                masks[self.number[other]] |= self.bits[self.number[one]]
        return masks

    def _level_conflicts(self, level: int | None, levels: Sequence[int | None], gap: int) -> int:
        if level is None:
            return 0
        return sum(
            bit
            for bit, other in zip(self.bits, levels, strict=True)
            if other is not None and abs(other - level) > gap
        )

    def _read_table_constraints(self) -> None:
        """Read the tables that players are bound to, and their ranks."""
        request = self.request
        self.fixed_tables = [request.fixed.get(player, -1) for player in self.player_order]
        self.needs_step_free = [player in request.step_free.players for player in self.player_order]
        self.has_table_constraints = bool(
            (self.weight[Rule.FIXED_TABLE] and any(table >= 0 for table in self.fixed_tables))
            or (self.weight[Rule.STEP_FREE] and any(self.needs_step_free))
        )
        rank_of = {player: rank for rank, player in enumerate(request.ranking)}
        self.rank = [rank_of.get(player, 0) for player in self.player_order]

    def seat_values(self, size: int) -> tuple[int, ...]:
        """Return the measured advantage of each seat of a table of this size."""
        return tuple(self.request.seat_values.get(size, (0,) * size))

    def misplaced(self, player: int, table: int) -> tuple[bool, bool]:
        """Return whether the player is not at his fixed table, and whether he needs a step-free
        table and this is none."""
        at_wrong_table = self.fixed_tables[player] not in (-1, table)
        has_steps = table not in self.request.step_free.tables
        return at_wrong_table, self.needs_step_free[player] and has_steps

    def table_cost(self, player: int, table: int) -> int:
        at_wrong_table, at_steps = self.misplaced(player, table)
        return (
            at_wrong_table * self.weight[Rule.FIXED_TABLE] + at_steps * self.weight[Rule.STEP_FREE]
        )

    def span(self, table: Sequence[int]) -> int:
        ranks = [self.rank[player] for player in table]
        return max(ranks) - min(ranks) - len(ranks) + 1

    def sit_out_turns(self, sit_outs_by_round: Iterable[Iterable[int]]) -> int:
        """Return how many players play in these rounds before whose turn to sit out others do: they
        have sat out less often, or as often and rank lower."""
        counts, total = list(self.sit_out_counts), 0
        for sit_outs in sit_outs_by_round:
            turns = [
                (times << RULE_BITS) - rank for times, rank in zip(counts, self.rank, strict=True)
            ]
            for index, turn in enumerate(sorted([turns[player] for player in sit_outs])):
                total += max(0, sum([other < turn for other in turns]) - index)
            for player in sit_outs:
                counts[player] += 1
        return total

    def mask(self, players: Iterable[int]) -> int:
        bit_mask = 0
        for player in players:
            bit_mask |= self.bits[player]
        return bit_mask

    def name(self, player: int) -> str:
        return self.request.players[self.player_order[player]]


def odd_sizes(sizes: Iterable[int]) -> frozenset[int]:
    """Return the sizes of a round's tables but the usual one, at which most players sit (of equals
    the larger).

    >>> sorted(odd_sizes([4, 4, 3, 5])), sorted(odd_sizes([4, 4]))
    ([3, 5], [])
    """
    players = Counter[int]()
    for size in sizes:
        players[size] += size
    usual = max(players, key=lambda size: (players[size], size), default=0)
    return frozenset(players) - {usual}


def bit_numbers(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def weights(rules: Sequence[Rule]) -> dict[Rule, int]:
    """Return one weight per rule such that comparing weighted sums compares the cost vectors rule
    by rule."""
    weights_by_rule = dict.fromkeys(Rule, 0)
    for index, rule in enumerate(reversed(rules)):
        weights_by_rule[rule] = 1 << (RULE_BITS * index)
    return weights_by_rule


def pack_vector(vector: Sequence[int]) -> int:
    """Return a vector in the order of the rules as one number."""
    total = 0
    for count in vector:
        total = (total << RULE_BITS) + count
    return total
