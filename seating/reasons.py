"""Explanation of the difference between a plan and its request: the sit-outs, the unmet constraints
and the conflicts behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import NamedTuple

from seating.plan import PlanRound
from seating.request import ABSENT, Request
from seating.rules import SEARCHED, Mode, Rule
from seating.solver.instance import RoundSeating, SearchInstance, bit_numbers

PlanReason = dict[str, object]
MOST_UNMET = 1000  # unmet constraints; the cost counts them all
MOST_CONFLICTS = 8


class SeatingConstraint(NamedTuple):
    """A constraint on one or two players; `tables` are those that would satisfy it, None if any
    would."""

    rule: Rule
    players: tuple[int, ...]
    tables: frozenset[int] | None = None


def reasons(
    instance: SearchInstance, seatings: Sequence[RoundSeating], *, in_time: bool
) -> Iterator[PlanReason]:
    """Yield the reasons of a plan in the form of its JSON."""
    if instance.partition.reason is not None:
        yield {"code": instance.partition.reason.value, "sit_out": instance.partition.sit_out}
    yield from islice(_Constraints(instance).unmet(seatings), MOST_UNMET)
    if not in_time:
        yield {"code": "out_of_time", "seconds": instance.request.seconds}


def unmet_pairs(request: Request, rounds: Sequence[PlanRound]) -> list[tuple[str, str]]:
    """Return the pairs of players who have never shared a table after these rounds."""
    names, met = request.players, set[tuple[str, str]]()
    present = [names[player] for player in request.present_players]
    past = [
        [names[player] for player in table if player != ABSENT]
        for past_round in request.history
        for table in past_round.tables
    ]
    for table in [*past, *[table for round_ in rounds for table in round_.tables]]:
        met.update(permutations(table, 2))
    return [pair for pair in combinations(present, 2) if pair not in met]


def meetings_missing(request: Request, rounds: Sequence[PlanRound]) -> Iterator[PlanReason]:
    """Yield the pairs who never meet in a season in which all players should meet."""
    pairs = unmet_pairs(request, rounds) if request.mode is Mode.SEASON else []
    if pairs:
        listed = [list(pair) for pair in pairs[:MOST_UNMET]]
        yield {"code": "never_meet", "count": len(pairs), "pairs": listed}


class _Constraints:
    """The constraints whose rules count. Pairs are masks, because levels may keep thousands
    apart."""

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
        """Yield the constraints that a round does not meet; a player who sits out breaks none but
        those to share a table."""
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
        """Return constraints that conflict with this one; otherwise the rules with precedence over
        it."""
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
        """Yield what a constraint on a pair conflicts with: constraints to share a table, also
        through others, against those to sit apart."""
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
                together_constraint
                for together_constraint in self._together_constraints(constraint.players)
                if together_constraint != constraint
            ]

    def _group(self, player: int) -> int:
        """Return the mask of all players who must share this player's table, directly or through
        others."""
        group = added = self.instance.bits[player]
        while added:
            reached = group
            for bit_number in bit_numbers(added):
                reached |= self.together[bit_number]
            group, added = reached, reached & ~group
        return group

    def _together_constraints(self, players: tuple[int, ...]) -> list[SeatingConstraint]:
        """Return the constraints of these players to share a table."""
        pairs = {(min(a, b), max(a, b)) for a in players for b in bit_numbers(self.together[a])}
        return [SeatingConstraint(Rule.TOGETHER, pair) for pair in sorted(pairs)]

    def _table_constraints_apart(self, constraint: SeatingConstraint) -> list[SeatingConstraint]:
        """Return the table constraints of two players who are to share a table, if no table
        satisfies all of them."""
        table_constraints = [
            table_constraint
            for player in constraint.players
            for table_constraint in self.table_constraints.get(player, ())
        ]
        tables = [
            table_constraint.tables
            for table_constraint in table_constraints
            if table_constraint.tables is not None
        ]
        return table_constraints if tables and not frozenset.intersection(*tables) else []

    def _table_conflicts(
        self, constraint: SeatingConstraint, seating: RoundSeating
    ) -> Iterable[SeatingConstraint]:
        """Return another table constraint of the same player, or the constraints of players who are
        bound to share his table."""
        suitable_tables = constraint.tables or frozenset()
        others = [
            table_constraint
            for table_constraint in self.table_constraints[constraint.players[0]]
            if table_constraint != constraint
            and suitable_tables.isdisjoint(table_constraint.tables or ())
        ]
        if others:
            return others
        constraints_at_tables = [
            [
                table_constraint
                for table_constraint in self.table_constraints.get(player, ())
                if number in (table_constraint.tables or ())
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
    """Yield once each pair of a player at this table and a player of his mask who is also in
    `mask`."""
    for one in table:
        for other in bit_numbers(masks[one] & mask):
            if one < other:
                yield one, other
