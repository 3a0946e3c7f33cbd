"""A round without repetitions, quickly: whole tables at a time by bit masks, then mending."""

from __future__ import annotations

from collections.abc import Sequence

from seating.solver import table_numbers
from seating.solver.instance import Draw, Ground, InTime
from seating.rules import Rule

PASSES = 12


def draw(
    ground: Ground,
    sizes: Sequence[int],
    given: Sequence[Draw] = (),
    in_time: InTime = lambda: True,
    smaller: Sequence[Sequence[int]] = (),
) -> list[Draw]:
    """After the given rounds, round after round; each avoids what came before as it can.

    A round in which that goes wrong is tried again with `smaller` tables, one list after the other.
    """
    met, last, sat = list(ground.met), list(ground.last), list(ground.sat)
    found = list(given)
    for drawn in given:
        _remember(ground, drawn, met, last, sat)
    for _ in range(ground.rounds - len(given)):
        out = choose_sit_outs(ground, sat, ground.n - sum(sizes))
        bad = _avoided(ground, met, last)
        tables = _seated(ground, [sizes, *smaller], out, bad, in_time)
        if ground.labelled:
            table_numbers.renumber_tables(ground, tables, in_time)
        found.append(Draw(tables, out))
        _remember(ground, found[-1], met, last, sat)
    return found


def _seated(
    ground: Ground,
    ways: Sequence[Sequence[int]],
    out: Sequence[int],
    bad: Sequence[int],
    in_time: InTime,
) -> list[list[int]]:
    """By the first list of sizes with which nothing goes wrong; else by that where least does."""
    least, best = -1, list[list[int]]()
    for sizes in ways:
        tables = fill_tables(ground, sizes, out, bad)
        wrong = repair(ground, tables, bad, in_time)
        if least < 0 or wrong < least:
            least, best = wrong, tables
        if not wrong:
            break
    return best


def choose_sit_outs(ground: Ground, sat: Sequence[int], number: int) -> list[int]:
    """Who sat out least; players are numbered by lot, so the lot decides among equals."""
    if not number:
        return []
    return sorted(range(ground.n), key=lambda player: sat[player])[:number]


def fill_tables(
    ground: Ground, sizes: Sequence[int], out: Sequence[int], bad: Sequence[int]
) -> list[list[int]]:
    """Whoever is hardest to seat begins a table; the others are the first whom nobody avoids."""
    bits = ground.bits
    free = (1 << ground.n) - 1 - ground.mask(out)
    hardest = sorted(range(ground.n), key=lambda player: -bad[player].bit_count())
    first = iter(hardest)
    tables = []
    for size in sizes:
        player = next(each for each in first if free & bits[each])
        table, free = [player], free ^ bits[player]
        fits = free & ~bad[player]
        while len(table) < size:
            bit = fits & -fits or free & -free
            player = bit.bit_length() - 1
            table.append(player)
            free ^= bit
            fits &= free & ~bad[player]
        tables.append(table)
    return tables


def repair(ground: Ground, tables: list[list[int]], bad: Sequence[int], in_time: InTime) -> int:
    """Exchanges those who should not meet until nothing is wrong or nothing helps; how often
    somebody still meets whom he should not."""
    room = _Room(ground, tables, bad)
    for turn in range(PASSES):
        wrong = room.wrong()
        if not wrong:
            return 0
        for player in wrong:
            if not in_time():
                return room.meetings()
            room.settle(player, turn)
    return room.meetings()


class _Room:
    """Tables with their masks, so that one question is asked of all tables at once."""

    def __init__(self, ground: Ground, tables: list[list[int]], bad: Sequence[int]) -> None:
        self.bits, self.tables, self.bad = ground.bits, tables, bad
        self.masks = [ground.mask(table) for table in tables]
        self.seated = sum(self.masks)
        self.where = {player: number for number, table in enumerate(tables) for player in table}
        self.start = ground.chance.below

    def wrong(self) -> list[int]:
        return [
            player
            for mask, table in zip(self.masks, self.tables, strict=True)
            for player in table
            if self.bad[player] & mask
        ]

    def meetings(self) -> int:
        return sum(
            (self.bad[player] & mask).bit_count()
            for mask, table in zip(self.masks, self.tables, strict=True)
            for player in table
        )

    def settle(self, player: int, turn: int) -> None:
        """An exchange after which nothing is wrong for both; else one that is no worse."""
        mask = self.masks[self.where[player]]
        if not self.bad[player] & mask:
            return
        others = mask ^ self.bits[player]
        avoided = mask
        for each in self.tables[self.where[player]]:
            if each != player:
                avoided |= self.bad[each]
        other = self._free(player, self.seated & ~avoided)
        if other is None and turn:
            other = self._no_worse(player, others)
        if other is not None:
            self._exchange(player, other)

    def _free(self, player: int, fits: int) -> int | None:
        """Of those who fit at this table, one at whose table the player fits."""
        bits, bad, masks, where = self.bits, self.bad[player], self.masks, self.where
        while fits:
            bit = fits & -fits
            other = bit.bit_length() - 1
            if not bad & (masks[where[other]] ^ bits[other]):
                return other
            fits ^= bit
        return None

    def _no_worse(self, player: int, others: int) -> int | None:
        """From a drawn start on, so that standing still moves somewhere."""
        bits, bad, where = self.bits, self.bad, self.where
        now = (bad[player] & others).bit_count()
        mine, number = where[player], len(bits)
        first = self.start(number)
        for step in range(number):
            other = (first + step) % number
            table = where.get(other, mine)
            if table == mine:
                continue
            left = self.masks[table] ^ bits[other]
            before = now + (bad[other] & left).bit_count()
            after = (bad[other] & others).bit_count() + (bad[player] & left).bit_count()
            if after <= before:
                return other
        return None

    def _exchange(self, one: int, other: int) -> None:
        here, there = self.where[one], self.where[other]
        both = self.bits[one] | self.bits[other]
        self.masks[here] ^= both
        self.masks[there] ^= both
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.where[one], self.where[other] = there, here


def _avoided(ground: Ground, met: Sequence[int], last: Sequence[int]) -> list[int]:
    """Whom each player should not meet by any rule that counts."""
    weight = ground.weight
    layers = [
        masks
        for masks, rule in (
            (ground.forbidden, Rule.FORBIDDEN_PAIR),
            (ground.far, Rule.LEVEL_GAP),
            (last, Rule.CONSECUTIVE_REPEAT),
            (met, Rule.REPEAT_PAIR),
        )
        if weight[rule]
    ]
    found = [0] * ground.n
    for masks in layers:
        found = [all_ | mask for all_, mask in zip(found, masks, strict=True)]
    return found


def _remember(ground: Ground, draw: Draw, met: list[int], last: list[int], sat: list[int]) -> None:
    last[:] = [0] * ground.n
    for table in draw.tables:
        mask = ground.mask(table)
        for player in table:
            last[player] = mask ^ ground.bits[player]
            met[player] |= last[player]
    for player in draw.out:
        sat[player] += 1
