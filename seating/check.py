"""An independent referee: what is wrong with a plan, and what it costs, counted by names.

It shares nothing with the search but the shapes of request and plan, so that neither can hide a
mistake of the other. Any plan can be checked, also one that was made by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from seating import messages
from seating.plan import Plan, PlanRound, Status
from seating.request import ABSENT, Request
from seating.rules import Rule
from seating.shape import REPORTED, printable
from seating.messages import Problem

NamePair = frozenset[str]


class Report(NamedTuple):
    """`cost` is None where the plan is not even one."""

    ok: bool
    cost: Mapping[str, int] | None
    problems: tuple[Problem, ...]

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {
            "ok": self.ok,
            "cost": None if self.cost is None else dict(self.cost),
            "problems": [found.to_json(language) for found in self.problems],
        }


def check(request: Request, plan: Plan) -> Report:
    problems = tuple(_structure(request, plan))[:REPORTED]
    if problems:
        return Report(False, None, problems)
    cost = plan_costs(request, plan)
    problems = tuple(_statements(request, plan, cost))
    return Report(not problems, cost, problems)


def plan_costs(request: Request, plan: Plan) -> dict[str, int]:
    """In the order of the request's rules."""
    event = _Event(request, plan)
    return {rule.value: _COUNTS[rule](event) for rule in request.rules}


def _structure(request: Request, plan: Plan) -> Iterator[Problem]:
    if len(plan.rounds) != request.rounds:
        params = {"found": len(plan.rounds), "expected": request.rounds}
        yield Problem("rounds", params, messages.NUMBER_OF_ROUNDS)
    known = set(request.players)
    busy = {request.players[player] for table in request.playing for player in table}
    for number, each in enumerate(plan.rounds):
        yield from _round(request, each, f"rounds.{number}", known, busy)


def _round(
    request: Request, each: PlanRound, path: str, known: set[str], busy: set[str]
) -> Iterator[Problem]:
    sizes = request.sizes
    for number, table in enumerate(each.tables):
        if not sizes.least <= len(table) <= sizes.most:
            size = {"found": len(table), "least": sizes.least, "most": sizes.most}
            yield Problem(f"{path}.tables.{number}", size, messages.TABLE_SIZE)
    seen: set[str] = set()
    for where, name in _everybody(each):
        if name not in known:
            yield _named(f"{path}.{where}", name, messages.UNKNOWN_PLAYER)
        elif name in busy:
            yield _named(f"{path}.{where}", name, messages.STILL_PLAYING)
        elif name in seen:
            yield _named(f"{path}.{where}", name, messages.TWICE)
        seen.add(name)
    for name in request.players:
        if name not in seen and name not in busy:
            yield _named(path, name, messages.MISSING_PLAYER)
    if each.partners is not None:
        yield from _partners(each, f"{path}.partners")


def _partners(each: PlanRound, path: str) -> Iterator[Problem]:
    """In every round of its match the teams share out the players of a table. Whoever plays by
    another order of partners than the plan's may write that down."""
    told: Sequence[Any] = each.partners or ()
    if len(told) != len(each.tables):
        yield Problem(path, {}, messages.PARTNERS)
        return
    for number, (table, rounds) in enumerate(zip(each.tables, told, strict=True)):
        for index, teams in enumerate(rounds):
            if sorted(name for team in teams for name in team) != sorted(table):
                yield Problem(f"{path}.{number}.{index}", {}, messages.PARTNERS)


def _everybody(each: PlanRound) -> Iterator[tuple[str, str]]:
    for number, table in enumerate(each.tables):
        for seat, name in enumerate(table):
            yield f"tables.{number}.{seat}", name
    for number, name in enumerate(each.sit_out):
        yield f"sit_out.{number}", name


def _named(path: str, name: str, text: messages.Text) -> Problem:
    return Problem(path, {"found": printable(name)}, text)


def _statements(request: Request, plan: Plan, cost: Mapping[str, int]) -> Iterator[Problem]:
    """What the plan says of itself: its cost, its bound and whether it is the best."""
    for rule, expected in cost.items():
        for said, text in ((plan.cost, messages.WRONG_COST), (plan.bound, messages.WRONG_BOUND)):
            found = expected if said is None else said.get(rule, -1)
            if found != expected and (text is messages.WRONG_COST or found > expected):
                path = f"{'cost' if text is messages.WRONG_COST else 'bound'}.{rule}"
                yield _stated(path, rule, found, expected, text)
        least = (plan.bound or {}).get(rule, -1)
        if plan.status is Status.OPTIMAL and least < expected:
            yield _stated("status", rule, expected, least, messages.NOT_OPTIMAL)


def _stated(path: str, rule: str, found: int, expected: int, text: messages.Text) -> Problem:
    return Problem(path, {"rule": rule, "found": found, "expected": expected}, text)


class _Event:
    """The past and the plan, by names."""

    def __init__(self, request: Request, plan: Plan) -> None:
        self.request, self.rounds = request, plan.rounds
        names = request.players
        busy = {player for table in request.playing for player in table}
        self.here = [name for number, name in enumerate(names) if number not in busy]
        self.past = [
            [[None if who == ABSENT else names[who] for who in table] for table in past.tables]
            for past in request.history
        ]
        self.past_out = [[names[who] for who in past.sit_out] for past in request.history]

    def couples(self, tables: Iterable[Iterable[str | None]]) -> list[NamePair]:
        """All who sit together, of those who are here now."""
        here = set(self.here)
        seated = [[name for name in table if name in here] for table in tables]
        return [
            frozenset(couple)
            for table in seated
            for couple in combinations([name for name in table if name is not None], 2)
        ]

    def named(self, pairs: Iterable[tuple[int, int]]) -> set[NamePair]:
        names, here = self.request.players, set(self.here)
        found = {frozenset((names[one], names[other])) for one, other in pairs}
        return {couple for couple in found if couple <= here}

    def places(self) -> Iterator[tuple[str, int]]:
        for each in self.rounds:
            for number, table in enumerate(each.tables):
                for name in table:
                    yield name, number


def _forbidden(event: _Event) -> int:
    forbidden = event.named(event.request.forbidden)
    return sum(
        couple in forbidden for each in event.rounds for couple in event.couples(each.tables)
    )


def _together(event: _Event) -> int:
    wished = event.named(event.request.together)
    return sum(len(wished - set(event.couples(each.tables))) for each in event.rounds)


def _fixed(event: _Event) -> int:
    wanted = {event.request.players[who]: table for who, table in event.request.fixed.items()}
    return sum(wanted.get(name, table) != table for name, table in event.places())


def _step_free(event: _Event) -> int:
    asked = event.request.step_free
    need = {event.request.players[who] for who in asked.players}
    return sum(name in need and table not in asked.tables for name, table in event.places())


def _levels(event: _Event) -> int:
    level = {event.request.players[who]: number for who, number in event.request.levels.items()}
    found = 0
    for each in event.rounds:
        for couple in event.couples(each.tables):
            known = [level[name] for name in couple if name in level]
            found += len(known) == 2 and abs(known[0] - known[1]) > event.request.level_gap
    return found


def _sit_out(event: _Event) -> int:
    here = set(event.here)
    times: Counter[str] = Counter()
    for out in [*event.past_out, *[each.sit_out for each in event.rounds]]:
        times.update(name for name in out if name in here)
    return sum(number**2 for number in times.values())


def _consecutive(event: _Event) -> int:
    rounds = [set(event.couples(each.tables)) for each in event.rounds]
    before = set(event.couples(event.past[-1])) if event.past else set()
    pairs = zip([before, *rounds], rounds, strict=False)
    return sum(len(one & other) for one, other in pairs)


def _repeat(event: _Event) -> int:
    meetings: Counter[NamePair] = Counter()
    for past in event.past:
        meetings.update(event.couples(past))
    for each in event.rounds:
        meetings.update(event.couples(each.tables))
    return sum(number - 1 for number in meetings.values())


def _preferred(event: _Event) -> int:
    liked = event.request.sizes.preferred
    sizes = [len(table) for each in event.rounds for table in each.tables]
    return sum(size for size in sizes if liked and size not in liked)


def _spread(event: _Event) -> int:
    sizes = event.request.sizes
    seats = max(sizes.preferred, default=sizes.most)
    used: Counter[tuple[str | None, int]] = Counter()
    for tables in [*event.past, *[each.tables for each in event.rounds]]:
        for table in tables:
            used.update((name, seat) for seat, name in enumerate(table))
    times = [[used[name, seat] for seat in range(seats)] for name in event.here]
    return sum(max(each) - min(each) for each in times)


def _rank(event: _Event) -> int:
    place = {who: rank for rank, who in enumerate(event.request.ranking)}
    rank = {name: place.get(number, 0) for number, name in enumerate(event.request.players)}
    found = 0
    for each in event.rounds:
        for table in each.tables:
            ranks = sorted(rank[name] for name in table)
            found += ranks[-1] - ranks[0] - (len(table) - 1)
    return found


_COUNTS: Mapping[Rule, Callable[[_Event], int]] = {
    Rule.FORBIDDEN_PAIR: _forbidden,
    Rule.TOGETHER: _together,
    Rule.FIXED_TABLE: _fixed,
    Rule.STEP_FREE: _step_free,
    Rule.LEVEL_GAP: _levels,
    Rule.SIT_OUT: _sit_out,
    Rule.CONSECUTIVE_REPEAT: _consecutive,
    Rule.REPEAT_PAIR: _repeat,
    Rule.PREFERRED_SIZE: _preferred,
    Rule.SEAT_SPREAD: _spread,
    Rule.RANK_DISTANCE: _rank,
}
