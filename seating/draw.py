"""Draws the plan for a request: constructs one quickly and searches only where that can help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from seating import partners, reasons
from seating.plan import Plan, PlanRound, Status
from seating.request import MOST_ROUNDS, Request
from seating.rules import SEARCHED, Mode, Rule
from seating.sizes import partition
from seating.solver import (
    cost,
    cyclic_schedules,
    designs,
    exact,
    greedy,
    neighbours,
    recipes,
    seat_order,
)
from seating.solver.annealing import Annealing
from seating.solver.instance import RoundSeating, SearchInstance, pack_vector
from seating.solver.lower_bounds import bounds_at_best_sizes, lower_bounds

Clock = Callable[[], float]
STEPS_PER_SECOND = 60_000  # exchanges tried per second of the limit, on a slow machine too
ARRANGED_RULES = (  # after the tables
    Rule.REPEAT_PARTNER,
    Rule.REPEAT_LEFT_NEIGHBOUR,
    Rule.FIRST_SEAT,
    Rule.SEAT_ADVANTAGE,
)
UNSEARCHED_RULES = (Rule.PREFERRED_SIZE, Rule.SEAT_SPREAD, *ARRANGED_RULES)  # no exchange changes
MOST_ATTEMPTS = 12  # numbers of rounds tried until all players have met


class Candidate(NamedTuple):
    """The rounds of a possible plan with their cost; `is_optimal` if no plan can cost less."""

    seatings: list[RoundSeating]
    costs: tuple[int, ...]
    is_optimal: bool = False
    in_time: bool = True


def draw(request: Request, clock: Clock) -> Plan:
    """Return the plan for a request. The same request gives the same plan unless the clock passes
    `seconds`. Without a number of rounds it lasts until all players have met, if a plan with twice
    the fewest possible rounds is found for that."""
    if not request.until_all_met:
        return _draw(request, clock)
    first, end = _fewest_rounds(request), clock() + request.seconds
    attempts = range(first, min(2 * first, first + MOST_ATTEMPTS - 1, MOST_ROUNDS) + 1)
    plans: list[Plan] = []
    for rounds in attempts:
        # half of the time for the fewest rounds, since most plans are found there
        seconds = request.seconds / (2 if rounds == first else 2 * (len(attempts) - 1))
        seconds = max(0, min(seconds, end - clock()))
        attempt = replace(request, rounds=rounds, until_all_met=False, seconds=seconds)
        plans.append(_draw(attempt, clock))
        if not reasons.unmet_pairs(request, plans[-1].rounds):
            return plans[-1]
    return plans[0]


def _draw(request: Request, clock: Clock) -> Plan:
    instance = SearchInstance(request)
    candidate = _best_candidate(instance, clock)
    teams = partners.partner_plan(instance, candidate.seatings)
    rounds = tuple(
        [
            _round(instance, seating, teams_of_round)
            for seating, teams_of_round in zip(candidate.seatings, teams, strict=True)
        ]
    )
    costs = dict(zip(instance.rules, candidate.costs, strict=True))
    if Rule.REPEAT_PARTNER in costs:
        costs[Rule.REPEAT_PARTNER] = partners.repeats(request, rounds)
    bounds = _proved_bounds(instance, candidate, costs)
    return Plan(
        rounds=rounds,
        cost={rule.value: costs[rule] for rule in request.rules},
        status=_status(candidate, costs, bounds),
        bound={rule.value: bounds[rule] for rule in request.rules},
        reasons=(
            *reasons.reasons(instance, candidate.seatings, in_time=candidate.in_time),
            *reasons.meetings_missing(request, rounds),
        ),
    )


def _fewest_rounds(request: Request) -> int:
    """Return the fewest rounds in which all players can meet, sit-outs included."""
    count = len(request.present_players)
    tables = partition(count, request.sizes).tables
    pairs = sum(size * (size - 1) // 2 for size in tables)
    if not pairs:
        return request.rounds
    by_player = -(-(count - 1) // (max(tables) - 1))
    return min(MOST_ROUNDS, max(by_player, -(-(count * (count - 1) // 2) // pairs)))


def _proved_bounds(
    instance: SearchInstance, candidate: Candidate, costs: Mapping[Rule, int]
) -> dict[Rule, int]:
    """Return the bounds, none of them above the cost: a script may seat fewer players than the
    bounds assume."""
    lower = dict(zip(instance.rules, lower_bounds(instance), strict=True))
    if lower.get(Rule.PREFERRED_SIZE) == costs.get(Rule.PREFERRED_SIZE):
        lower = dict(zip(instance.rules, bounds_at_best_sizes(instance), strict=True))
    # rules that are arranged after the tables are not searched, nor are the rules after them
    searched = list(takewhile(lambda rule: rule not in ARRANGED_RULES, instance.rules))
    return {
        rule: count if candidate.is_optimal and rule in searched else min(lower[rule], count)
        for rule, count in costs.items()
    }


def _status(candidate: Candidate, costs: Mapping[Rule, int], bounds: Mapping[Rule, int]) -> Status:
    if not any(seating.tables for seating in candidate.seatings):
        return Status.INFEASIBLE
    return Status.OPTIMAL if costs == bounds else Status.FEASIBLE


def _round(
    instance: SearchInstance, seating: RoundSeating, teams: tuple[object, ...] | None
) -> PlanRound:
    tables = tuple([tuple([instance.name(player) for player in table]) for table in seating.tables])
    sit_outs = sorted(seating.sit_outs, key=lambda player: instance.player_order[player])
    return PlanRound(tables, tuple([instance.name(player) for player in sit_outs]), teams)


def _best_candidate(instance: SearchInstance, clock: Clock) -> Candidate:
    if not instance.partition.tables:
        empty = [RoundSeating([], [*range(instance.player_count)]) for _ in range(instance.rounds)]
        return _with_costs(instance, empty)._replace(is_optimal=True)  # there is no other plan
    if instance.request.mode is Mode.SCRIPT:
        return _with_costs(instance, recipes.recipe_rounds(instance))
    if instance.request.mode not in SEARCHED:
        return _with_even_seats(instance, recipes.recipe_rounds(instance))
    exact_round = exact.best_round(instance)
    if exact_round is not None:
        _separate_neighbours(instance, [exact_round])
        return _with_costs(instance, [exact_round])._replace(is_optimal=True)
    return _Search(instance, clock).best()


def _with_even_seats(instance: SearchInstance, seatings: list[RoundSeating]) -> Candidate:
    seat_order.balance_seats(instance, seatings)
    _separate_neighbours(instance, seatings)
    return _with_costs(instance, seatings)


def _separate_neighbours(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> None:
    if instance.weight[Rule.REPEAT_LEFT_NEIGHBOUR]:
        neighbours.separate_neighbours(instance, seatings)


def _with_costs(instance: SearchInstance, seatings: list[RoundSeating]) -> Candidate:
    return Candidate(seatings, cost.cost_vector(instance, seatings))


class _Search:
    """The search for a plan: construction first, then annealing until the bounds are reached."""

    def __init__(self, instance: SearchInstance, clock: Clock) -> None:
        self.instance, self.rules = instance, instance.rules
        self.lower_bounds = bounds_at_best_sizes(instance)
        self.clock, self.end = clock, clock() + instance.request.seconds
        self.out_of_time, self.steps = False, int(instance.request.seconds * STEPS_PER_SECOND)

    def in_time(self) -> bool:
        self.out_of_time = self.out_of_time or self.clock() > self.end
        return not self.out_of_time

    def best(self) -> Candidate:
        first_candidate = self._start()
        improvable = self._improvable_rules(first_candidate)
        if not improvable:
            return first_candidate
        starts = [first_candidate]
        smaller = self._smaller_sizes(improvable[0])
        if smaller and self.in_time():
            starts.append(self._start(smaller))
        steps = self.steps // len(starts)
        candidates = [first_candidate, *[self._anneal(start, steps) for start in starts]]
        return min(candidates, key=lambda candidate: candidate.costs)._replace(
            in_time=not self.out_of_time
        )

    def _improvable_rules(self, candidate: Candidate) -> list[Rule]:
        """Return the rules above their bound that exchanges can improve."""
        triples = zip(self.rules, candidate.costs, self.lower_bounds, strict=True)
        return [
            rule for rule, count, lower in triples if count > lower and rule not in UNSEARCHED_RULES
        ]

    def _smaller_sizes(self, first: Rule) -> list[tuple[int, ...]]:
        """Return lists of more and smaller tables, step by step, if a rule that comes before the
        sizes may gain from them."""
        request, usual_sizes = self.instance.request, self.instance.partition.tables
        order = list(self.rules)
        if Rule.PREFERRED_SIZE in order and order.index(Rule.PREFERRED_SIZE) < order.index(first):
            return []
        seated, least = sum(usual_sizes), request.sizes.least
        size_lists, small_tables = [usual_sizes], 1
        while small_tables < seated // least:
            rest = partition(seated - small_tables * least, request.sizes)
            tables = (*rest.tables, *[least] * small_tables)
            if not rest.sit_out and len(tables) > len(size_lists[-1]):
                size_lists.append(tables)
            small_tables += 1 + small_tables // 4
        size, more = divmod(seated, seated // least)
        evenest = (size + 1,) * more + (size,) * (seated // least - more)
        return [*size_lists[1:], *([evenest] if len(evenest) > len(size_lists[-1]) else [])]

    def _start(self, smaller: Sequence[Sequence[int]] = ()) -> Candidate:
        instance, sizes = self.instance, self.instance.partition.tables
        if instance.weight[Rule.RANK_DISTANCE] and self._has_close_ranks():
            return _with_even_seats(
                instance, recipes.ranked_rounds(instance, smaller[-1] if smaller else sizes)
            )
        seatings = greedy.greedy_rounds(instance, sizes, in_time=self.in_time, smaller=smaller)
        candidate = _with_even_seats(instance, seatings)
        if smaller or instance.request.history or instance.partition.sit_out:
            return candidate
        for construct in (self._design, self._cyclic):
            seatings = construct(sizes) if self._improvable_rules(candidate) else []
            if seatings:
                candidate = min(
                    candidate,
                    _with_even_seats(instance, seatings),
                    key=lambda candidate: candidate.costs,
                )
        return candidate

    def _has_close_ranks(self) -> bool:
        """Return whether ranks count enough for the search to begin from close ones."""
        weight = self.instance.weight
        meetings = max(weight[Rule.REPEAT_PAIR], weight[Rule.PAST_MEETING])
        is_rank_first = weight[Rule.RANK_DISTANCE] > meetings
        return self.instance.request.mode is Mode.SWISS or is_rank_first

    def _design(self, sizes: Sequence[int]) -> list[RoundSeating]:
        """Return a known design, with its missing rounds added greedily."""
        design = designs.uneven_schedule(sum(sizes), sizes)[: self.instance.rounds]
        seatings = [RoundSeating([list(table) for table in tables], []) for tables in design]
        return (
            greedy.greedy_rounds(self.instance, sizes, seatings, self.in_time) if seatings else []
        )

    def _cyclic(self, sizes: Sequence[int]) -> list[RoundSeating]:
        """Return a cyclic schedule, searched with half of the steps, if all players are alike."""
        instance = self.instance
        if instance.has_table_constraints or any(
            map(
                any,
                (
                    instance.forbidden,
                    instance.together,
                    instance.level_conflicts,
                    instance.same_team,
                ),
            )
        ):
            return []
        self.steps //= 2
        tables = cyclic_schedules.cyclic_schedule(
            sizes, instance.rounds, instance.random_source, self.steps, self.in_time
        )
        return [RoundSeating(table, []) for table in tables]

    def _anneal(self, start: Candidate, steps: int) -> Candidate:
        improvable = self._improvable_rules(start)
        if not improvable or not self.in_time():
            return start
        rules = [rule for rule in self.rules if rule not in UNSEARCHED_RULES]
        rules = rules[rules.index(improvable[0]) :]
        total, target = self._packed_cost(start.costs), self._packed_cost(self.lower_bounds)
        search = Annealing(self.instance, start.seatings)
        _, seatings = search.run(rules, total, target, steps, self.in_time)
        return min(
            start, _with_even_seats(self.instance, seatings), key=lambda option: option.costs
        )

    def _packed_cost(self, vector: Sequence[int]) -> int:
        pairs = zip(self.rules, vector, strict=True)
        return pack_vector([0 if rule in UNSEARCHED_RULES else count for rule, count in pairs])
