"""The plan for a request: tried in the quickest way first, searched only as long as it helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from seating import partners, reasons
from seating.solver import cost, cyclic_schedules, designs, exact, greedy, recipes, seat_order
from seating.solver.annealing import Anneal
from seating.solver.lower_bounds import bounds
from seating.solver.instance import Draw, Ground, packed
from seating.plan import Plan, PlanRound, Status
from seating.request import Request
from seating.rules import SEARCHED, Mode, Rule
from seating.sizes import partition

Clock = Callable[[], float]
PACE = 60_000  # exchanges looked at per second asked for: what a slow machine still manages
AFTERWARDS = (Rule.PREFERRED_SIZE, Rule.SEAT_SPREAD)  # no exchange between tables changes these


class Drawn(NamedTuple):
    draws: list[Draw]
    vector: tuple[int, ...]
    proven: bool = False
    in_time: bool = True


def draw(request: Request, clock: Clock) -> Plan:
    """The same plan for the same request, unless the clock says that `seconds` are over."""
    ground = Ground(request)
    drawn = _drawn(ground, clock)
    least = _least(ground, drawn)
    rules = [*map(str, request.rules)]
    pairs = zip(drawn.draws, partners.partner_plan(ground, drawn.draws), strict=True)
    return Plan(
        rounds=tuple([_round(ground, each, teams) for each, teams in pairs]),
        cost=dict(zip(rules, drawn.vector, strict=True)),
        status=_status(drawn, least),
        bound=dict(zip(rules, least, strict=True)),
        reasons=tuple(reasons.reasons(ground, drawn.draws, in_time=drawn.in_time)),
    )


def _least(ground: Ground, drawn: Drawn) -> tuple[int, ...]:
    """Bounds hold for all plans that seat as many as can be; a card may seat fewer."""
    if drawn.proven:
        return drawn.vector
    return tuple(map(min, bounds(ground), drawn.vector))


def _status(drawn: Drawn, least: Sequence[int]) -> Status:
    if not any(each.tables for each in drawn.draws):
        return Status.INFEASIBLE
    return Status.OPTIMAL if drawn.vector == tuple(least) else Status.FEASIBLE


def _round(ground: Ground, drawn: Draw, teams: tuple[object, ...] | None) -> PlanRound:
    tables = tuple([tuple([ground.name(player) for player in table]) for table in drawn.tables])
    out = sorted(drawn.out, key=lambda player: ground.order[player])
    return PlanRound(tables, tuple([ground.name(player) for player in out]), teams)


def _drawn(ground: Ground, clock: Clock) -> Drawn:
    if not ground.partition.tables:
        nobody = [Draw([], [*range(ground.n)]) for _ in range(ground.rounds)]
        return _valued(ground, nobody)._replace(proven=True)  # there is no other plan
    if ground.request.mode is Mode.SCRIPT:
        return _valued(ground, recipes.draw(ground))
    if ground.request.mode not in SEARCHED:
        return _balanced(ground, recipes.draw(ground))
    small = exact.solve(ground)
    if small is not None:
        return _valued(ground, [small])._replace(proven=True)
    return _Search(ground, clock).best()


def _balanced(ground: Ground, draws: list[Draw]) -> Drawn:
    if ground.weight[Rule.SEAT_SPREAD]:
        seat_order.balance(ground, draws)
    return _valued(ground, draws)


def _valued(ground: Ground, draws: list[Draw]) -> Drawn:
    return Drawn(draws, cost.vector(ground, draws))


class _Search:
    """From a start that is often as good as can be, by exchanges, down to the bound."""

    def __init__(self, ground: Ground, clock: Clock) -> None:
        self.ground, self.rules = ground, ground.request.rules
        self.bounds = bounds(ground)
        self.clock, self.end = clock, clock() + ground.request.seconds
        self.late, self.steps = False, int(ground.request.seconds * PACE)

    def in_time(self) -> bool:
        self.late = self.late or self.clock() > self.end
        return not self.late

    def best(self) -> Drawn:
        usual = self._start()
        unmet = self._unmet(usual)
        if not unmet:
            return usual
        starts = [usual]
        smaller = self._smaller(unmet[0])
        if smaller and self.in_time():
            starts.append(self._start(smaller))
        steps = self.steps // len(starts)
        found = [usual, *[self._improved(start, steps) for start in starts]]
        return min(found, key=lambda each: each.vector)._replace(in_time=not self.late)

    def _unmet(self, drawn: Drawn) -> list[Rule]:
        """The rules that exchanges may improve."""
        each = zip(self.rules, drawn.vector, self.bounds, strict=True)
        return [rule for rule, found, least in each if found > least and rule not in AFTERWARDS]

    def _smaller(self, first: Rule) -> list[tuple[int, ...]]:
        """More and smaller tables, step by step, if a rule that comes before the sizes may win."""
        request, usual = self.ground.request, self.ground.partition.tables
        order = list(self.rules)
        if Rule.PREFERRED_SIZE in order and order.index(Rule.PREFERRED_SIZE) < order.index(first):
            return []
        seated, least = sum(usual), request.sizes.least
        found, small = [usual], 1
        while small < seated // least:
            rest = partition(seated - small * least, request.sizes)
            tables = (*rest.tables, *[least] * small)
            if not rest.sit_out and len(tables) > len(found[-1]):
                found.append(tables)
            small += 1 + small // 4
        each, more = divmod(seated, seated // least)
        last = (each + 1,) * more + (each,) * (seated // least - more)
        return [*found[1:], *([last] if len(last) > len(found[-1]) else [])]

    def _start(self, smaller: Sequence[Sequence[int]] = ()) -> Drawn:
        ground, sizes = self.ground, self.ground.partition.tables
        if ground.weight[Rule.RANK_DISTANCE]:
            return _balanced(ground, recipes.ranked_rounds(ground, smaller[-1] if smaller else sizes))
        draws = greedy.draw(ground, sizes, in_time=self.in_time, smaller=smaller)
        found = _balanced(ground, draws)
        if smaller or ground.request.history or ground.partition.sit_out:
            return found
        for regular in (self._known, self._turning):
            draws = regular(sizes) if self._unmet(found) else []
            if draws:
                found = min(found, _balanced(ground, draws), key=lambda each: each.vector)
        return found

    def _known(self, sizes: Sequence[int]) -> list[Draw]:
        """A known design, and what the lot and quick search make of the rounds it does not have."""
        known = designs.uneven(sum(sizes), sizes)[: self.ground.rounds]
        draws = [Draw([list(table) for table in tables], []) for tables in known]
        return greedy.draw(self.ground, sizes, draws, self.in_time) if draws else []

    def _turning(self, sizes: Sequence[int]) -> list[Draw]:
        """Where all players are alike: half of the steps for one round that turns."""
        ground = self.ground
        if ground.labelled or any(map(any, (ground.forbidden, ground.together, ground.far))):
            return []
        self.steps //= 2
        tables = cyclic_schedules.schedule(sizes, ground.rounds, ground.chance, self.steps, self.in_time)
        return [Draw(each, []) for each in tables]

    def _improved(self, start: Drawn, steps: int) -> Drawn:
        unmet = self._unmet(start)
        if not unmet or not self.in_time():
            return start
        rules = [rule for rule in self.rules if rule not in AFTERWARDS]
        rules = rules[rules.index(unmet[0]) :]
        total, target = self._packed(start.vector), self._packed(self.bounds)
        search = Anneal(self.ground, start.draws)
        _, draws = search.run(rules, total, target, steps, self.in_time)
        return min(start, _balanced(self.ground, draws), key=lambda each: each.vector)

    def _packed(self, vector: Sequence[int]) -> int:
        pairs = zip(self.rules, vector, strict=True)
        return packed([0 if rule in AFTERWARDS else count for rule, count in pairs])
