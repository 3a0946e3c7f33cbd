"""A plan told table by table and pair by pair, and what an exchange would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from seating.solver import cost
from seating.solver.instance import Draw, Ground
from seating.plan import Plan, PlanRound
from seating.request import Request
from seating.rules import Rule

ExplanationLine = dict[str, object]


class WhatIf(NamedTuple):
    """The costs before and after an exchange, and the plan after it."""

    before: Mapping[str, int]
    after: Mapping[str, int]
    plan: Plan

    def to_json(self) -> dict[str, object]:
        return {"before": dict(self.before), "after": dict(self.after), **self.plan.to_json()}


def what_if(request: Request, plan: Plan, round: int, one: str, other: str) -> WhatIf:
    """These two change places; the plan must fit the request and both be in this round."""
    ground = Ground(request)
    change = {one: other, other: one}
    before = plan.rounds[round]
    after = PlanRound(
        tuple([tuple([change.get(name, name) for name in table]) for table in before.tables]),
        tuple([change.get(name, name) for name in before.sit_out]),
    )
    rounds = (*plan.rounds[:round], after, *plan.rounds[round + 1 :])
    changed = Plan(rounds, _costs(ground, rounds))
    return WhatIf(_costs(ground, plan.rounds), changed.cost or {}, changed)


def explain(request: Request, plan: Plan) -> list[ExplanationLine]:
    """Per round: what each table and pair costs by which rule, and who sits out for what reason."""
    ground = Ground(request)
    draws = _draws(ground, plan.rounds)
    story = _Story(ground)
    return [story.tell(draw, number) for number, draw in enumerate(draws)]


def _costs(ground: Ground, rounds: Sequence[PlanRound]) -> dict[str, int]:
    vector = cost.vector(ground, _draws(ground, rounds))
    return dict(zip(map(str, ground.request.rules), vector, strict=True))


def _draws(ground: Ground, rounds: Sequence[PlanRound]) -> list[Draw]:
    number = {ground.name(player): player for player in range(ground.n)}
    return [
        Draw(
            [[number[name] for name in table] for table in each.tables],
            [number[name] for name in each.sit_out],
        )
        for each in rounds
    ]


class _Story:
    """Walks through the rounds and remembers who met, who sat out and who sat where."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.rules = ground, ground.request.rules
        self.last = list(ground.last)
        self.sat = list(ground.sat)
        self.times = _meetings(ground)

    def tell(self, draw: Draw, number: int) -> ExplanationLine:
        tables = [
            {"players": [*map(self.ground.name, table)], "costs": list(self._table(table, index))}
            for index, table in enumerate(draw.tables)
        ]
        out = [self._sitter(player) for player in draw.out]
        self._remember(draw)
        return {"round": number, "tables": tables, "sit_out": out}

    def _table(self, table: Sequence[int], index: int) -> Iterator[ExplanationLine]:
        for one, other in combinations(table, 2):
            for rule, times in self._pair(one, other):
                if rule in self.rules and times:
                    names = [self.ground.name(one), self.ground.name(other)]
                    yield {"rule": rule.value, "players": names, "times": times}
        for player in table:
            for rule, wrong in zip(
                (Rule.FIXED_TABLE, Rule.STEP_FREE),
                self.ground.misplaced(player, index),
                strict=True,
            ):
                if wrong and rule in self.rules:
                    yield {"rule": rule.value, "players": [self.ground.name(player)], "times": 1}
        yield from self._whole(table)

    def _pair(self, one: int, other: int) -> Iterator[tuple[Rule, int]]:
        """`times` they met before, of a repeat; 1 of everything else."""
        ground = self.ground
        yield Rule.FORBIDDEN_PAIR, ground.forbidden[one] >> other & 1
        yield Rule.LEVEL_GAP, ground.far[one] >> other & 1
        yield Rule.CONSECUTIVE_REPEAT, self.last[one] >> other & 1
        yield Rule.REPEAT_PAIR, self.times.get((min(one, other), max(one, other)), 0)

    def _whole(self, table: Sequence[int]) -> Iterator[ExplanationLine]:
        names = [*map(self.ground.name, table)]
        if Rule.PREFERRED_SIZE in self.rules and len(table) not in self.ground.request.preferred:
            yield {"rule": Rule.PREFERRED_SIZE.value, "players": names, "times": len(table)}
        if Rule.RANK_DISTANCE in self.rules and self.ground.span(table):
            yield {
                "rule": Rule.RANK_DISTANCE.value,
                "players": names,
                "times": self.ground.span(table),
            }

    def _sitter(self, player: int) -> ExplanationLine:
        """So often before, and how many of the others did so as rarely."""
        before = self.sat[player]
        return {
            "player": self.ground.name(player),
            "reason": (self.ground.partition.reason or "plan"),
            "sat_out_before": before,
            "fewest_before": min(self.sat),
        }

    def _remember(self, draw: Draw) -> None:
        self.last = [0] * self.ground.n
        for table in draw.tables:
            mask = self.ground.mask(table)
            for player in table:
                self.last[player] = mask ^ self.ground.bits[player]
            for one, other in combinations(sorted(table), 2):
                self.times[one, other] = self.times.get((one, other), 0) + 1
        for player in draw.out:
            self.sat[player] += 1


def _meetings(ground: Ground) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for past in ground.request.history:
        for table in past.tables:
            here = sorted(ground.number[who] for who in table if who in ground.number)
            for pair in combinations(here, 2):
                found[pair] = found.get(pair, 0) + 1
    return found
