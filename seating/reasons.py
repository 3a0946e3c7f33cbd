"""Why a plan is not what was wished for: who sits out, which wishes are unmet, and against what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from seating.rules import SEARCHED, Rule
from seating.solver.instance import RoundSeating, SearchInstance, bit_numbers

PlanReason = dict[str, object]
MOST_UNMET = 1000  # unmet wishes; the cost counts them all
MOST_CONFLICTS = 8


class SeatingConstraint(NamedTuple):
    """One or two players; `tables` are those that would do, None where any would."""

    rule: Rule
    players: tuple[int, ...]
    tables: frozenset[int] | None = None


def reasons(
    instance: SearchInstance, seatings: Sequence[RoundSeating], *, in_time: bool
) -> Iterator[PlanReason]:
    if instance.partition.reason is not None:
        yield {"code": instance.partition.reason.value, "sit_out": instance.partition.sit_out}
    yield from islice(_Constraints(instance).unmet(seatings), MOST_UNMET)
    if not in_time:
        yield {"code": "out_of_time", "seconds": instance.request.seconds}


class _Constraints:
    """Those whose rules count; pairs as masks, since levels may set thousands apart."""

    def __init__(self, instance: SearchInstance) -> None:
        self.instance, request, rules = instance, instance.request, instance.request.rules
        pairs = (
            (Rule.FORBIDDEN_PAIR, instance.forbidden),
            (Rule.LEVEL_GAP, instance.level_conflicts),
        )
        self.apart_masks = {rule: masks for rule, masks in pairs if rule in rules and any(masks)}
        self.has_together = Rule.TOGETHER in rules and any(instance.together)
        self.together = instance.together if self.has_together else [0] * instance.player_count
        self.table_constraints: dict[int, list[SeatingConstraint]] = {}
        if Rule.FIXED_TABLE in rules:
            for player, table in request.fixed.items():
                self._add_table_constraint(Rule.FIXED_TABLE, player, frozenset({table}))
        if Rule.STEP_FREE in rules:
            for player in sorted(request.step_free.players):
                self._add_table_constraint(Rule.STEP_FREE, player, request.step_free.tables)

    def _add_table_constraint(self, rule: Rule, player: int, tables: frozenset[int]) -> None:
        if player in self.instance.number:
            number = self.instance.number[player]
            self.table_constraints.setdefault(number, []).append(
                SeatingConstraint(rule, (number,), tables)
            )

    def unmet(self, seatings: Sequence[RoundSeating]) -> Iterator[PlanReason]:
        for number, seating in enumerate(seatings):
            for constraint in self._unmet_in_round(seating):
                yield {
                    "code": "unmet",
                    **self._to_json(constraint),
                    "round": number,
                    "conflicts_with": self._conflicts(constraint, seating),
                }

    def _unmet_in_round(self, seating: RoundSeating) -> Iterator[SeatingConstraint]:
        """Who sits out breaks no wish but the one to sit with somebody."""
        tables = [(table, self.instance.mask(table)) for table in seating.tables]
        for rule, masks in self.apart_masks.items():
            for table, mask in tables:
                yield from [SeatingConstraint(rule, pair) for pair in _pairs(table, masks, mask)]
        groups = (
            [*tables, *[([player], 0) for player in seating.sit_outs]] if self.has_together else []
        )
        for table, mask in groups:
            yield from [
                SeatingConstraint(Rule.TOGETHER, pair)
                for pair in _pairs(table, self.together, ~mask)
            ]
        for number, table in enumerate(seating.tables if self.table_constraints else ()):
            for player in table:
                for constraint in self.table_constraints.get(player, ()):
                    if number not in (constraint.tables or ()):
                        yield constraint

    def _to_json(self, constraint: SeatingConstraint) -> PlanReason:
        names = [self.instance.name(player) for player in constraint.players]
        return {"rule": constraint.rule.value, "players": names}

    def _conflicts(self, constraint: SeatingConstraint, seating: RoundSeating) -> list[PlanReason]:
        """Wishes that cannot be met at the same time; else whatever comes before this one."""
        request = self.instance.request
        is_table_constraint = constraint.tables is not None
        conflicting = (
            self._table_conflicts(constraint, seating)
            if is_table_constraint
            else self._pair_conflicts(constraint)
        )
        conflicts = [self._to_json(other) for other in islice(conflicting, MOST_CONFLICTS)]
        if conflicts:
            return conflicts
        if is_table_constraint and not any(
            table < len(seating.tables) for table in constraint.tables or ()
        ):
            return [{"rule": "table_sizes"}]
        if request.mode not in SEARCHED:
            return [{"mode": request.mode.value}]
        earlier_rules = request.rules[: request.rules.index(constraint.rule)]
        return [{"rule": rule.value} for rule in earlier_rules] or [{"rule": "table_sizes"}]

    def _pair_conflicts(self, constraint: SeatingConstraint) -> Iterator[SeatingConstraint]:
        """Who wish to sit together, over others too, against those of them who are to sit apart."""
        one, other = constraint.players
        group = self._group(one)
        if constraint.rule is not Rule.TOGETHER:
            same_pair = (
                [SeatingConstraint(Rule.TOGETHER, constraint.players)]
                if self.together[one] >> other & 1
                else []
            )
            yield from same_pair or (
                self._together_constraints(constraint.players) if group >> other & 1 else []
            )
            return
        for rule, masks in self.apart_masks.items():
            yield from (
                SeatingConstraint(rule, pair) for pair in _pairs(bit_numbers(group), masks, group)
            )
        yield from self._table_constraints_apart(constraint)
        if group.bit_count() > self.instance.request.sizes.most:
            yield from [
                each
                for each in self._together_constraints(constraint.players)
                if each != constraint
            ]

    def _group(self, player: int) -> int:
        """All who are to share his table, since others are to share theirs."""
        group = added = self.instance.bits[player]
        while added:
            reached = group
            for each in bit_numbers(added):
                reached |= self.together[each]
            group, added = reached, reached & ~group
        return group

    def _together_constraints(self, players: tuple[int, ...]) -> list[SeatingConstraint]:
        """The wishes of these to sit with somebody."""
        pairs = {(min(a, b), max(a, b)) for a in players for b in bit_numbers(self.together[a])}
        return [SeatingConstraint(Rule.TOGETHER, pair) for pair in sorted(pairs)]

    def _table_constraints_apart(self, constraint: SeatingConstraint) -> list[SeatingConstraint]:
        """The places that two who wish to sit together are bound to, if they share none."""
        table_constraints = [
            each for player in constraint.players for each in self.table_constraints.get(player, ())
        ]
        tables = [each.tables for each in table_constraints if each.tables is not None]
        return table_constraints if tables and not frozenset.intersection(*tables) else []

    def _table_conflicts(
        self, constraint: SeatingConstraint, seating: RoundSeating
    ) -> Iterable[SeatingConstraint]:
        """Another place of the same player, or those who are bound to sit where he would."""
        suitable_tables = constraint.tables or frozenset()
        others = [
            each
            for each in self.table_constraints[constraint.players[0]]
            if each != constraint and suitable_tables.isdisjoint(each.tables or ())
        ]
        if others:
            return others
        constraints_at_tables = [
            [
                each
                for each in self.table_constraints.get(player, ())
                if number in (each.tables or ())
            ]
            for number, table in enumerate(seating.tables)
            if number in suitable_tables
            for player in table
        ]
        return (
            [constraints[0] for constraints in constraints_at_tables]
            if all(constraints_at_tables)
            else []
        )


def _pairs(table: Iterable[int], masks: Sequence[int], mask: int) -> Iterator[tuple[int, int]]:
    """Of everybody at this table with those of his mask who are in this one, each pair once."""
    for one in table:
        for other in bit_numbers(masks[one] & mask):
            if one < other:
                yield one, other
