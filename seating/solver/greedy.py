"""Greedy construction of rounds without repetitions: fills whole tables by bit masks, then repairs
them by exchanges."""

from __future__ import annotations

from collections.abc import Sequence

from seating.rules import Rule
from seating.solver import table_numbers
from seating.solver.instance import RoundSeating, SearchInstance, TimeCheck

PASSES = 12


def greedy_rounds(
    instance: SearchInstance,
    sizes: Sequence[int],
    fixed: Sequence[RoundSeating] = (),
    in_time: TimeCheck = lambda: True,
    smaller: Sequence[Sequence[int]] = (),
) -> list[RoundSeating]:
    """Return `fixed` and further rounds; each avoids earlier meetings where possible.

    A round with conflicts is tried again with the lists of `smaller` tables, one after the other.
    """
    opponents, last_opponents = list(instance.past_opponents), list(instance.last_opponents)
    sit_out_counts = list(instance.sit_out_counts)
    seatings = list(fixed)
    for seating in fixed:
        _update_history(instance, seating, opponents, last_opponents, sit_out_counts)
    for _ in range(instance.rounds - len(fixed)):
        sit_outs = choose_sit_outs(instance, sit_out_counts, instance.player_count - sum(sizes))
        avoided = _avoided_players(instance, opponents, last_opponents)
        tables = _fill_and_repair(instance, [sizes, *smaller], sit_outs, avoided, in_time)
        if instance.has_table_constraints:
            table_numbers.renumber_tables(instance, tables, in_time)
        seatings.append(RoundSeating(tables, sit_outs))
        _update_history(instance, seatings[-1], opponents, last_opponents, sit_out_counts)
    return seatings


def _fill_and_repair(
    instance: SearchInstance,
    size_lists: Sequence[Sequence[int]],
    sit_outs: Sequence[int],
    avoided: Sequence[int],
    in_time: TimeCheck,
) -> list[list[int]]:
    """Return the tables of the first list of sizes without a conflict, else those with the fewest
    conflicts."""
    fewest, best = -1, list[list[int]]()
    for sizes in size_lists:
        tables = fill_tables(instance, sizes, sit_outs, avoided)
        conflicts = repair(instance, tables, avoided, in_time)
        if fewest < 0 or conflicts < fewest:
            fewest, best = conflicts, tables
        if not conflicts:
            break
    return best


def choose_sit_outs(
    instance: SearchInstance, sit_out_counts: Sequence[int], number: int
) -> list[int]:
    """Return the players who sat out least, of equals the lowest in rank if that counts; otherwise
    the random player numbers decide."""
    if not number:
        return []
    rank = instance.rank if instance.weight[Rule.SIT_OUT_TURN] else [0] * instance.player_count
    return sorted(
        range(instance.player_count), key=lambda player: (sit_out_counts[player], -rank[player])
    )[:number]


def fill_tables(
    instance: SearchInstance, sizes: Sequence[int], sit_outs: Sequence[int], avoided: Sequence[int]
) -> list[list[int]]:
    """Return filled tables: each begins with the player who has most others to avoid, then takes
    the first players that no player at it avoids."""
    bits = instance.bits
    free = (1 << instance.player_count) - 1 - instance.mask(sit_outs)
    most_avoided_first = sorted(
        range(instance.player_count), key=lambda player: -avoided[player].bit_count()
    )
    seeds = iter(most_avoided_first)
    tables = []
    for size in sizes:
        player = next(seed for seed in seeds if free & bits[seed])
        table, free = [player], free ^ bits[player]
        candidates = free & ~avoided[player]
        while len(table) < size:
            bit = candidates & -candidates or free & -free
            player = bit.bit_length() - 1
            table.append(player)
            free ^= bit
            candidates &= free & ~avoided[player]
        tables.append(table)
    return tables


def repair(
    instance: SearchInstance, tables: list[list[int]], avoided: Sequence[int], in_time: TimeCheck
) -> int:
    """Exchange players who should not meet until there is no conflict or no exchange helps; return
    the number of conflicts left, counted from both sides."""
    exchange = _TableExchange(instance, tables, avoided)
    for attempt in range(PASSES):
        conflicting = exchange.conflicting_players()
        if not conflicting:
            return 0
        for player in conflicting:
            if not in_time():
                return exchange.count_conflicts()
            exchange.move_player(player, attempt)
    return exchange.count_conflicts()


class _TableExchange:
    """Tables with their masks, so that one test covers a whole table."""

    def __init__(
        self, instance: SearchInstance, tables: list[list[int]], avoided: Sequence[int]
    ) -> None:
        self.bits, self.tables, self.avoided = instance.bits, tables, avoided
        self.masks = [instance.mask(table) for table in tables]
        self.seated = sum(self.masks)
        self.table_of = {player: number for number, table in enumerate(tables) for player in table}
        self.random_start = instance.random_source.below

    def conflicting_players(self) -> list[int]:
        return [
            player
            for mask, table in zip(self.masks, self.tables, strict=True)
            for player in table
            if self.avoided[player] & mask
        ]

    def count_conflicts(self) -> int:
        return sum(
            (self.avoided[player] & mask).bit_count()
            for mask, table in zip(self.masks, self.tables, strict=True)
            for player in table
        )

    def move_player(self, player: int, attempt: int) -> None:
        """Exchange a player for one so that neither has a conflict; from the second attempt on for
        one so that there are no more conflicts than before."""
        mask = self.masks[self.table_of[player]]
        if not self.avoided[player] & mask:
            return
        others = mask ^ self.bits[player]
        excluded = mask
        for neighbour in self.tables[self.table_of[player]]:
            if neighbour != player:
                excluded |= self.avoided[neighbour]
        other = self._conflict_free_partner(player, self.seated & ~excluded)
        if other is None and attempt:
            other = self._acceptable_partner(player, others)
        if other is not None:
            self._exchange(player, other)

    def _conflict_free_partner(self, player: int, candidates: int) -> int | None:
        """Return the first of the candidates at whose table the player has no conflict."""
        bits, avoided, masks, table_of = self.bits, self.avoided[player], self.masks, self.table_of
        while candidates:
            bit = candidates & -candidates
            other = bit.bit_length() - 1
            if not avoided & (masks[table_of[other]] ^ bits[other]):
                return other
            candidates ^= bit
        return None

    def _acceptable_partner(self, player: int, others: int) -> int | None:
        """Return a player whose exchange adds no conflict, searched from a random start, so that a
        deadlock can move."""
        bits, avoided, table_of = self.bits, self.avoided, self.table_of
        conflicts_now = (avoided[player] & others).bit_count()
        own_table, number = table_of[player], len(bits)
        start = self.random_start(number)
        for step in range(number):
            other = (start + step) % number
            table = table_of.get(other, own_table)
            if table == own_table:
                continue
            rest = self.masks[table] ^ bits[other]
            conflicts_before = conflicts_now + (avoided[other] & rest).bit_count()
            conflicts_after = (avoided[other] & others).bit_count() + (
                avoided[player] & rest
            ).bit_count()
            if conflicts_after <= conflicts_before:
                return other
        return None

    def _exchange(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        both = self.bits[one] | self.bits[other]
        self.masks[here] ^= both
        self.masks[there] ^= both
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.table_of[one], self.table_of[other] = there, here


def _avoided_players(
    instance: SearchInstance, opponents: Sequence[int], last_opponents: Sequence[int]
) -> list[int]:
    """Return for each player the mask of players to avoid by any active rule."""
    weight = instance.weight
    layers = [
        masks
        for masks, rule in (
            (instance.forbidden, Rule.FORBIDDEN_PAIR),
            (instance.level_conflicts, Rule.LEVEL_GAP),
            (instance.same_level, Rule.SAME_LEVEL),
            (instance.same_team, Rule.SAME_TEAM),
            (last_opponents, Rule.CONSECUTIVE_REPEAT),
            (opponents, Rule.REPEAT_PAIR),
            (instance.past_opponents, Rule.PAST_MEETING),
        )
        if weight[rule]
    ]
    avoided = [0] * instance.player_count
    for masks in layers:
        avoided = [total | mask for total, mask in zip(avoided, masks, strict=True)]
    return avoided


def _update_history(
    instance: SearchInstance,
    seating: RoundSeating,
    opponents: list[int],
    last_opponents: list[int],
    sit_out_counts: list[int],
) -> None:
    last_opponents[:] = [0] * instance.player_count
    for table in seating.tables:
        mask = instance.mask(table)
        for player in table:
            last_opponents[player] = mask ^ instance.bits[player]
            opponents[player] |= last_opponents[player]
    for player in seating.sit_outs:
        sit_out_counts[player] += 1
