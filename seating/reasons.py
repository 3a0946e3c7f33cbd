"""Why a plan is not what was wished for: who sits out, which wishes are unmet, and against what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from seating.solver.instance import Draw, Ground, ones
from seating.rules import SEARCHED, Rule

PlanReason = dict[str, object]
MOST_TOLD = 1000  # unmet wishes; the cost counts them all
MOST_AGAINST = 8


class SeatingConstraint(NamedTuple):
    """One or two players; `tables` are those that would do, None where any would."""

    rule: Rule
    players: tuple[int, ...]
    tables: frozenset[int] | None = None


def reasons(ground: Ground, draws: Sequence[Draw], *, in_time: bool) -> Iterator[PlanReason]:
    if ground.partition.reason is not None:
        yield {"code": ground.partition.reason.value, "sit_out": ground.partition.sit_out}
    yield from islice(_Wishes(ground).unmet(draws), MOST_TOLD)
    if not in_time:
        yield {"code": "out_of_time", "seconds": ground.request.seconds}


class _Wishes:
    """Those whose rules count; pairs as masks, since levels may set thousands apart."""

    def __init__(self, ground: Ground) -> None:
        self.ground, request, rules = ground, ground.request, ground.request.rules
        pairs = ((Rule.FORBIDDEN_PAIR, ground.forbidden), (Rule.LEVEL_GAP, ground.far))
        self.apart = {rule: masks for rule, masks in pairs if rule in rules and any(masks)}
        self.bound = Rule.TOGETHER in rules and any(ground.together)
        self.together = ground.together if self.bound else [0] * ground.n
        self.placed: dict[int, list[SeatingConstraint]] = {}
        if Rule.FIXED_TABLE in rules:
            for player, table in request.fixed.items():
                self._place(Rule.FIXED_TABLE, player, frozenset({table}))
        if Rule.STEP_FREE in rules:
            for player in sorted(request.step_free.players):
                self._place(Rule.STEP_FREE, player, request.step_free.tables)

    def _place(self, rule: Rule, player: int, tables: frozenset[int]) -> None:
        if player in self.ground.number:
            number = self.ground.number[player]
            self.placed.setdefault(number, []).append(SeatingConstraint(rule, (number,), tables))

    def unmet(self, draws: Sequence[Draw]) -> Iterator[PlanReason]:
        for number, draw in enumerate(draws):
            for wish in self._missed(draw):
                yield {
                    "code": "unmet",
                    **self._told(wish),
                    "round": number,
                    "conflicts_with": self._conflicts(wish, draw),
                }

    def _missed(self, draw: Draw) -> Iterator[SeatingConstraint]:
        """Who sits out breaks no wish but the one to sit with somebody."""
        tables = [(table, self.ground.mask(table)) for table in draw.tables]
        for rule, masks in self.apart.items():
            for table, mask in tables:
                yield from [SeatingConstraint(rule, pair) for pair in _pairs(table, masks, mask)]
        groups = [*tables, *[([player], 0) for player in draw.out]] if self.bound else []
        for table, mask in groups:
            yield from [SeatingConstraint(Rule.TOGETHER, pair) for pair in _pairs(table, self.together, ~mask)]
        for number, table in enumerate(draw.tables if self.placed else ()):
            for player in table:
                for wish in self.placed.get(player, ()):
                    if number not in (wish.tables or ()):
                        yield wish

    def _told(self, wish: SeatingConstraint) -> PlanReason:
        names = [self.ground.name(player) for player in wish.players]
        return {"rule": wish.rule.value, "players": names}

    def _conflicts(self, wish: SeatingConstraint, draw: Draw) -> list[PlanReason]:
        """Wishes that cannot be met at the same time; else whatever comes before this one."""
        request = self.ground.request
        placed = wish.tables is not None
        found = self._placed_against(wish, draw) if placed else self._pair_against(wish)
        against = [self._told(other) for other in islice(found, MOST_AGAINST)]
        if against:
            return against
        if placed and not any(table < len(draw.tables) for table in wish.tables or ()):
            return [{"rule": "table_sizes"}]
        if request.mode not in SEARCHED:
            return [{"mode": request.mode.value}]
        before = request.rules[: request.rules.index(wish.rule)]
        return [{"rule": rule.value} for rule in before] or [{"rule": "table_sizes"}]

    def _pair_against(self, wish: SeatingConstraint) -> Iterator[SeatingConstraint]:
        """Who wish to sit together, over others too, against those of them who are to sit apart."""
        one, other = wish.players
        group = self._group(one)
        if wish.rule is not Rule.TOGETHER:
            both = [SeatingConstraint(Rule.TOGETHER, wish.players)] if self.together[one] >> other & 1 else []
            yield from both or (self._bonds(wish.players) if group >> other & 1 else [])
            return
        for rule, masks in self.apart.items():
            yield from (SeatingConstraint(rule, pair) for pair in _pairs(ones(group), masks, group))
        yield from self._held_apart(wish)
        if group.bit_count() > self.ground.request.sizes.most:
            yield from [each for each in self._bonds(wish.players) if each != wish]

    def _group(self, player: int) -> int:
        """All who are to share his table, since others are to share theirs."""
        group = new = self.ground.bits[player]
        while new:
            reached = group
            for each in ones(new):
                reached |= self.together[each]
            group, new = reached, reached & ~group
        return group

    def _bonds(self, players: tuple[int, ...]) -> list[SeatingConstraint]:
        """The wishes of these to sit with somebody."""
        pairs = {(min(a, b), max(a, b)) for a in players for b in ones(self.together[a])}
        return [SeatingConstraint(Rule.TOGETHER, pair) for pair in sorted(pairs)]

    def _held_apart(self, wish: SeatingConstraint) -> list[SeatingConstraint]:
        """The places that two who wish to sit together are bound to, if they share none."""
        bound = [each for player in wish.players for each in self.placed.get(player, ())]
        tables = [each.tables for each in bound if each.tables is not None]
        return bound if tables and not frozenset.intersection(*tables) else []

    def _placed_against(self, wish: SeatingConstraint, draw: Draw) -> Iterable[SeatingConstraint]:
        """Another place of the same player, or those who are bound to sit where he would."""
        wanted = wish.tables or frozenset()
        others = [
            each
            for each in self.placed[wish.players[0]]
            if each != wish and wanted.isdisjoint(each.tables or ())
        ]
        if others:
            return others
        bound = [
            [each for each in self.placed.get(player, ()) if number in (each.tables or ())]
            for number, table in enumerate(draw.tables)
            if number in wanted
            for player in table
        ]
        return [wishes[0] for wishes in bound] if all(bound) else []


def _pairs(table: Iterable[int], masks: Sequence[int], mask: int) -> Iterator[tuple[int, int]]:
    """Of everybody at this table with those of his mask who are in this one, each pair once."""
    for one in table:
        for other in ones(masks[one] & mask):
            if one < other:
                yield one, other
