"""Explains a plan table by table and pair by pair, and what an exchange would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from seating import partners
from seating.plan import Plan, PlanRound
from seating.request import Request
from seating.rules import Rule
from seating.solver import cost
from seating.solver.instance import RoundSeating, SearchInstance, odd_sizes
from seating.solver.neighbours import neighbour_counts, neighbours

ExplanationLine = dict[str, object]


class WhatIf(NamedTuple):
    """The costs before and after an exchange, and the plan after it."""

    before: Mapping[str, int]
    after: Mapping[str, int]
    plan: Plan

    def to_json(self) -> dict[str, object]:
        return {"before": dict(self.before), "after": dict(self.after), **self.plan.to_json()}


def what_if(request: Request, plan: Plan, round_index: int, one: str, other: str) -> WhatIf:
    """Return the effect of an exchange of two players; the plan must fit the request and both must
    be in this round."""
    instance = SearchInstance(request)
    change = {one: other, other: one}
    before = plan.rounds[round_index]
    after = PlanRound(
        tuple([tuple([change.get(name, name) for name in table]) for table in before.tables]),
        tuple([change.get(name, name) for name in before.sit_out]),
    )
    rounds = (*plan.rounds[:round_index], after, *plan.rounds[round_index + 1 :])
    changed = Plan(rounds, _costs(instance, rounds))
    return WhatIf(_costs(instance, plan.rounds), changed.cost or {}, changed)


def explain(request: Request, plan: Plan) -> list[ExplanationLine]:
    """Return for each round the cost of each table and pair by rule, and the reason of each
    sit-out."""
    instance = SearchInstance(request)
    seatings = _seatings(instance, plan.rounds)
    walk = _RoundWalk(instance)
    return [walk.explain_round(seating, number) for number, seating in enumerate(seatings)]


def _costs(instance: SearchInstance, rounds: Sequence[PlanRound]) -> dict[str, int]:
    vector = cost.cost_vector(instance, _seatings(instance, rounds))
    costs = dict(zip(instance.rules, vector, strict=True))
    costs[Rule.REPEAT_PARTNER] = partners.repeats(instance.request, rounds)
    return {rule.value: costs[rule] for rule in instance.request.rules}


def _seatings(instance: SearchInstance, rounds: Sequence[PlanRound]) -> list[RoundSeating]:
    number = {instance.name(player): player for player in range(instance.player_count)}
    return [
        RoundSeating(
            [[number[name] for name in table] for table in round_.tables],
            [number[name] for name in round_.sit_out],
        )
        for round_ in rounds
    ]


class _RoundWalk:
    """A walk through the rounds that keeps count of meetings, sit-outs and the previous round."""

    def __init__(self, instance: SearchInstance) -> None:
        self.instance, self.rules = instance, instance.request.rules
        self.last_opponents = list(instance.last_opponents)
        self.sit_out_counts = list(instance.sit_out_counts)
        self.meetings = _meetings(instance)
        self.odd_counts = list(instance.odd_size_counts)
        self.neighbour_counts = neighbour_counts(instance)

    def explain_round(self, seating: RoundSeating, number: int) -> ExplanationLine:
        odd = odd_sizes(map(len, seating.tables))
        tables = [
            {
                "players": [*map(self.instance.name, table)],
                "costs": list(self._table_costs(table, index, len(table) in odd)),
            }
            for index, table in enumerate(seating.tables)
        ]
        sit_outs = [self._sit_out_line(player, seating) for player in seating.sit_outs]
        self._update(seating)
        return {"round": number, "tables": tables, "sit_out": sit_outs}

    def _table_costs(
        self, table: Sequence[int], index: int, odd: bool
    ) -> Iterator[ExplanationLine]:
        for one, other in combinations(table, 2):
            for rule, times in self._pair_counts(one, other):
                if rule in self.rules and times:
                    names = [self.instance.name(one), self.instance.name(other)]
                    yield {"rule": rule.value, "players": names, "times": times}
        yield from self._misplaced(table, index)
        if odd and Rule.REPEAT_TABLE_SIZE in self.rules:
            yield from self._players_again(Rule.REPEAT_TABLE_SIZE, table)
        if Rule.REPEAT_LEFT_NEIGHBOUR in self.rules:
            yield from self._neighbours_again(table)
        yield from self._whole_table_costs(table)

    def _misplaced(self, table: Sequence[int], index: int) -> Iterator[ExplanationLine]:
        for player in table:
            for rule, wrong in zip(
                (Rule.FIXED_TABLE, Rule.STEP_FREE),
                self.instance.misplaced(player, index),
                strict=True,
            ):
                if wrong and rule in self.rules:
                    yield {"rule": rule.value, "players": [self.instance.name(player)], "times": 1}

    def _neighbours_again(self, table: Sequence[int]) -> Iterator[ExplanationLine]:
        for pair in neighbours(table):
            if times := self.neighbour_counts[pair]:
                names, rule = [*map(self.instance.name, pair)], Rule.REPEAT_LEFT_NEIGHBOUR
                yield {"rule": rule.value, "players": names, "times": times}

    def _players_again(self, rule: Rule, table: Sequence[int]) -> Iterator[ExplanationLine]:
        """Yield the players who had a table of an odd size before, and how often."""
        for player in table:
            if times := self.odd_counts[player]:
                yield {"rule": rule.value, "players": [self.instance.name(player)], "times": times}

    def _pair_counts(self, one: int, other: int) -> Iterator[tuple[Rule, int]]:
        """Yield each rule of pairs with its count: the earlier meetings for a repeat, 1 or 0 for
        all others."""
        instance = self.instance
        yield Rule.FORBIDDEN_PAIR, instance.forbidden[one] >> other & 1
        yield Rule.LEVEL_GAP, instance.level_conflicts[one] >> other & 1
        yield Rule.SAME_LEVEL, instance.same_level[one] >> other & 1
        yield Rule.SAME_TEAM, instance.same_team[one] >> other & 1
        yield Rule.CONSECUTIVE_REPEAT, self.last_opponents[one] >> other & 1
        meetings = self.meetings.get((min(one, other), max(one, other)), 0)
        yield Rule.REPEAT_PAIR, meetings
        yield Rule.THIRD_MEETING, int(meetings > 1)
        yield Rule.PAST_MEETING, meetings

    def _whole_table_costs(self, table: Sequence[int]) -> Iterator[ExplanationLine]:
        names = [*map(self.instance.name, table)]
        if Rule.PREFERRED_SIZE in self.rules and len(table) not in self.instance.request.preferred:
            yield {"rule": Rule.PREFERRED_SIZE.value, "players": names, "times": len(table)}
        if Rule.RANK_DISTANCE in self.rules and self.instance.span(table):
            yield {
                "rule": Rule.RANK_DISTANCE.value,
                "players": names,
                "times": self.instance.span(table),
            }

    def _sit_out_line(self, player: int, seating: RoundSeating) -> ExplanationLine:
        """Return how often this player sat out before, and the fewest times that anybody did; where
        ranks count, also how many play whose turn it was."""
        before = self.sit_out_counts[player]
        turns = (
            {}
            if Rule.SIT_OUT_TURN not in self.rules
            else {"turn_of": self._turn_of(player, seating)}
        )
        return {
            **turns,
            "player": self.instance.name(player),
            "reason": (self.instance.partition.reason or "plan"),
            "sat_out_before": before,
            "fewest_before": min(self.sit_out_counts),
        }

    def _turn_of(self, player: int, seating: RoundSeating) -> int:
        def turn(player: int) -> tuple[int, int]:
            return self.sit_out_counts[player], -self.instance.rank[player]

        playing = set(range(self.instance.player_count)).difference(seating.sit_outs)
        return sum(turn(other) < turn(player) for other in playing)

    def _update(self, seating: RoundSeating) -> None:
        odd = odd_sizes(map(len, seating.tables))
        self.last_opponents = [0] * self.instance.player_count
        for table in seating.tables:
            mask = self.instance.mask(table)
            for player in table:
                self.last_opponents[player] = mask ^ self.instance.bits[player]
            self.neighbour_counts.update(neighbours(table))
            for player in table if len(table) in odd else ():
                self.odd_counts[player] += 1
            for one, other in combinations(sorted(table), 2):
                self.meetings[one, other] = self.meetings.get((one, other), 0) + 1
        for player in seating.sit_outs:
            self.sit_out_counts[player] += 1


def _meetings(instance: SearchInstance) -> dict[tuple[int, int], int]:
    counts: dict[tuple[int, int], int] = {}
    for past_round in instance.request.history:
        for table in past_round.tables:
            present = sorted(instance.number[who] for who in table if who in instance.number)
            for pair in combinations(present, 2):
                counts[pair] = counts.get(pair, 0) + 1
    return counts
