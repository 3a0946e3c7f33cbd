"""The plan for a request: tried in the quickest way first, searched only as long as it helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from seating import cost, designs, exact, greedy, modes, partners, reasons, seats
from seating.anneal import Anneal
from seating.bounds import bounds
from seating.ground import Draw, Ground, packed
from seating.plan import Plan, Round, Status
from seating.request import Request
from seating.rules import SEARCHED, Mode, Rule

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
    return Plan(
        rounds=tuple([_round(ground, each, number) for number, each in enumerate(drawn.draws)]),
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


def _round(ground: Ground, drawn: Draw, number: int) -> Round:
    tables = tuple([tuple([ground.name(player) for player in table]) for table in drawn.tables])
    out = sorted(drawn.out, key=lambda player: ground.order[player])
    teams = partners.plan(ground, drawn.tables, number)
    return Round(tables, tuple([ground.name(player) for player in out]), teams)


def _drawn(ground: Ground, clock: Clock) -> Drawn:
    if not ground.partition.tables:
        nobody = [Draw([], [*range(ground.n)]) for _ in range(ground.rounds)]
        return _valued(ground, nobody)._replace(proven=True)  # there is no other plan
    if ground.request.mode is Mode.SCRIPT:
        return _valued(ground, modes.draw(ground))
    if ground.request.mode not in SEARCHED:
        return _balanced(ground, modes.draw(ground))
    small = exact.solve(ground)
    if small is not None:
        return _valued(ground, [small])._replace(proven=True)
    return _Search(ground, clock).best()


def _balanced(ground: Ground, draws: list[Draw]) -> Drawn:
    if ground.weight[Rule.SEAT_SPREAD]:
        seats.balance(ground, draws)
    return _valued(ground, draws)


def _valued(ground: Ground, draws: list[Draw]) -> Drawn:
    return Drawn(draws, cost.vector(ground, draws))


class _Search:
    """From a start that is often as good as can be, by exchanges, down to the bound."""

    def __init__(self, ground: Ground, clock: Clock) -> None:
        self.ground, self.rules = ground, ground.request.rules
        self.bounds = bounds(ground)
        self.clock, self.end = clock, clock() + ground.request.seconds
        self.late = False

    def in_time(self) -> bool:
        self.late = self.late or self.clock() > self.end
        return not self.late

    def best(self) -> Drawn:
        usual = self._start(self.ground.partition.tables)
        unmet = self._unmet(usual)
        if not unmet:
            return usual
        starts = [usual]
        other = self._other_sizes(unmet[0])
        if other:
            starts.append(self._start(other))
        steps = int(self.ground.request.seconds * PACE) // len(starts)
        found = [usual, *[self._improved(start, steps) for start in starts]]
        return min(found, key=lambda each: each.vector)._replace(in_time=not self.late)

    def _unmet(self, drawn: Drawn) -> list[Rule]:
        """The rules that exchanges may improve."""
        each = zip(self.rules, drawn.vector, self.bounds, strict=True)
        return [rule for rule, found, least in each if found > least and rule not in AFTERWARDS]

    def _other_sizes(self, first: Rule) -> tuple[int, ...]:
        """More and smaller tables, if a rule that comes before the sizes may win by them."""
        sizes, seated = self.ground.request.sizes, sum(self.ground.partition.tables)
        order = list(self.rules)
        if Rule.PREFERRED_SIZE in order and order.index(Rule.PREFERRED_SIZE) < order.index(first):
            return ()
        each, more = divmod(seated, seated // sizes.least)
        found = (each + 1,) * more + (each,) * (seated // sizes.least - more)
        return () if found == self.ground.partition.tables else found

    def _start(self, sizes: Sequence[int]) -> Drawn:
        if self.ground.weight[Rule.RANK_DISTANCE]:
            return _balanced(self.ground, modes.ranked(self.ground, sizes))
        found = _balanced(self.ground, greedy.draw(self.ground, sizes))
        if self.ground.request.history or not self._unmet(found):
            return found
        known = _known(self.ground, sizes)
        designed = _balanced(self.ground, known) if known else found
        return min(found, designed, key=lambda each: each.vector)

    def _improved(self, start: Drawn, steps: int) -> Drawn:
        levels = self._unmet(start)
        if not levels:
            return start
        total, target = self._packed(start.vector), self._packed(self.bounds)
        search = Anneal(self.ground, start.draws)
        _, draws = search.run(levels, total, target, steps, self.in_time)
        return min(start, _balanced(self.ground, draws), key=lambda each: each.vector)

    def _packed(self, vector: Sequence[int]) -> int:
        pairs = zip(self.rules, vector, strict=True)
        return packed([0 if rule in AFTERWARDS else count for rule, count in pairs])


def _known(ground: Ground, sizes: Sequence[int]) -> list[Draw]:
    """A known design, and what the lot and quick search make of the rounds it does not have."""
    known = designs.uneven(sum(sizes), sizes)[: ground.rounds]
    if ground.partition.sit_out or not known:
        return []
    draws = [Draw([list(table) for table in tables], []) for tables in known]
    return greedy.draw(ground, sizes, draws)
