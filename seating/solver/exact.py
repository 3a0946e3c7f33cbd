"""The proven best next round of a small event: every way to fill the tables, without repetition.

Costs add up table by table, so the cheapest way to leave a set of players unseated is all that has
to be kept of the tables filled so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from seating.solver import cost, greedy, seat_order
from seating.solver.instance import Draw, Ground, packed
from seating.rules import Rule

MOST_PLAYERS = 12
MOST_WAYS = 40  # lists of sizes; more than twelve players at up to four tables can need

_Chain = tuple["tuple[int, ...]", "_Chain | None"]
_States = dict[int, tuple[int, "_Chain | None"]]


def solve(ground: Ground) -> Draw | None:
    """None where there are too many players, rounds or sizes to try everything."""
    if ground.n > MOST_PLAYERS or ground.rounds > 1 or not ground.partition.tables:
        return None
    ways = _ways(ground)
    return _Exact(ground).best(ways) if len(ways) <= MOST_WAYS else None


def size_lists(players: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All lists of table sizes for so many, each with the largest first."""
    if not players:
        yield ()
    for size in range(min(most, players), least - 1, -1):
        for others in size_lists(players - size, least, size):
            yield (size, *others)


def _ways(ground: Ground) -> list[tuple[int, ...]]:
    """The usual sizes first, so that they win where others are only as good."""
    limits, usual = ground.request.sizes, ground.partition.tables
    found = [usual, *size_lists(sum(usual), limits.least, limits.most)]
    if ground.labelled:
        found = [order for way in found for order in sorted(set(permutations(way)), reverse=True)]
    return list(dict.fromkeys(found))


class _Exact:
    """Every cost is added once and none is negative, so whatever costs more than the best so far
    is given up at once."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.weight = ground, ground.weight
        everybody = range(ground.n)
        self.pair = [[_pair(ground, one, other) for other in everybody] for one in everybody]
        self.everybody = (1 << ground.n) - 1
        self.wished = [
            mask >> (player + 1) << (player + 1) for player, mask in enumerate(ground.together)
        ]
        self.places = [
            [ground.place_cost(player, table) for player in everybody]
            for table in range(ground.n if ground.labelled else 0)
        ]
        self.known: dict[int, int] = {}
        self.spreads: dict[int, int] = {}

    def best(self, ways: Sequence[tuple[int, ...]]) -> Draw:
        """One that is as good as the quick draw is looked for first, so the limit is low."""
        least, chain = self._quick() + 1, None
        for way in ways:
            found = self._fill(way, least)
            if found is not None:
                least, chain = found
        groups = _groups(chain)
        tables = [seat_order.best_order(table, self.ground.used) for table in groups[1:]]
        return Draw(tables, list(groups[0]))

    def _quick(self) -> int:
        """What a draw without search costs beyond what the past has cost."""
        ground, weight = self.ground, self.weight
        draws = greedy.draw(ground, ground.partition.tables)
        seat_order.balance(ground, draws)
        past = ground.repeated * weight[Rule.REPEAT_PAIR]
        past += sum([times * times for times in ground.sat]) * weight[Rule.SIT_OUT]
        return packed(cost.vector(ground, draws)) - past

    def _fill(self, way: Sequence[int], least: int) -> tuple[int, _Chain | None] | None:
        """The cheapest filling of tables of these sizes; the first group sits out."""
        states: _States = {}
        for out in combinations(range(self.ground.n), self.ground.n - sum(way)):
            states[self.everybody - self.ground.mask(out)] = (self._sitting(out), (out, None))
        for table, size in enumerate(way):
            alike = not self.ground.labelled and len({*way[table:]}) == 1
            states = self._seat(states, table, size, alike, least)
        return states.get(0)

    def _seat(self, states: _States, table: int, size: int, alike: bool, least: int) -> _States:
        """Where all tables to come are alike, this one gets the first who is left."""
        ahead: _States = {}
        bits, known, labelled = self.ground.bits, self.known, self.ground.labelled
        for left, (spent, chain) in states.items():
            players = [player for player in range(self.ground.n) if left & bits[player]]
            fixed, others = (players[:1], players[1:]) if alike else ([], players)
            for rest in combinations(others, size - len(fixed)):
                group = (*fixed, *rest)
                mask = sum([bits[player] for player in group])
                total = spent + (known[mask] if mask in known else self._cost(group, mask))
                if labelled:
                    total += sum([self.places[table][player] for player in group])
                key = left - mask
                limit = ahead[key][0] if key in ahead else least
                if total < limit:
                    total += self._spread(group, mask)
                    if total < limit:
                        ahead[key] = (total, (group, chain))
        return ahead

    def _cost(self, group: tuple[int, ...], mask: int) -> int:
        """Of these players at one table, wherever it stands and whoever sits where."""
        ground, weight = self.ground, self.weight
        total = sum([self.pair[one][other] for one, other in combinations(group, 2)])
        total += self._apart(group, mask)
        if len(group) not in ground.request.preferred:
            total += len(group) * weight[Rule.PREFERRED_SIZE]
        if weight[Rule.RANK_DISTANCE]:
            total += ground.span(group) * weight[Rule.RANK_DISTANCE]
        self.known[mask] = total
        return total

    def _spread(self, group: tuple[int, ...], mask: int) -> int:
        """The seats cost most time to weigh, so only those of groups that may still win."""
        weight = self.weight[Rule.SEAT_SPREAD]
        if weight and mask not in self.spreads:
            self.spreads[mask] = seat_order.seat_cost(group, self.ground.used) * weight
        return self.spreads.get(mask, 0)

    def _apart(self, group: Sequence[int], mask: int) -> int:
        """Wishes that are missed, each counted at its player of the lower number."""
        missed = sum([(self.wished[player] & ~mask).bit_count() for player in group])
        return missed * self.weight[Rule.TOGETHER]

    def _sitting(self, out: Sequence[int]) -> int:
        ground = self.ground
        times = sum([2 * ground.sat[player] + 1 for player in out])
        spread = sum([max(ground.used[player]) - min(ground.used[player]) for player in out])
        total = times * self.weight[Rule.SIT_OUT] + spread * self.weight[Rule.SEAT_SPREAD]
        return total + self._apart(out, 0)


def _pair(ground: Ground, one: int, other: int) -> int:
    """What these two at one table add."""
    weight = ground.weight
    by_masks = (
        (ground.forbidden, weight[Rule.FORBIDDEN_PAIR]),
        (ground.far, weight[Rule.LEVEL_GAP]),
        (ground.last, weight[Rule.CONSECUTIVE_REPEAT]),
        (ground.met, weight[Rule.REPEAT_PAIR]),
    )
    return sum(each for masks, each in by_masks if masks[one] >> other & 1)


def _groups(chain: _Chain | None) -> list[tuple[int, ...]]:
    found = []
    while chain is not None:
        group, chain = chain
        found.append(group)
    return found[::-1]
