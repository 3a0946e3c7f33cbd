"""The independent check of a plan: its problems and its cost, counted by names.

It shares nothing with the search but the shapes of request and plan, so that neither can hide a
mistake of the other. It checks any plan, also one made by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from problems.problem import Problem, problem
from problems.reader import MOST_PROBLEMS, printable
from problems.text import Text
from seating import messages
from seating.plan import Plan, PlanRound, Status
from seating.request import ABSENT, Request
from seating.rules import Rule

NamePair = frozenset[str]


class Report(NamedTuple):
    """The result of a check; `cost` is None if the plan is not a valid one."""

    ok: bool
    cost: Mapping[str, int] | None
    problems: tuple[Problem, ...]

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {
            "ok": self.ok,
            "cost": None if self.cost is None else dict(self.cost),
            "problems": [stated.to_json(language) for stated in self.problems],
        }


def check(request: Request, plan: Plan) -> Report:
    """Return the problems of a plan and its cost by every rule of the request."""
    problems = tuple(_structure_problems(request, plan))[:MOST_PROBLEMS]
    if problems:
        return Report(False, None, problems)
    cost = plan_costs(request, plan)
    problems = tuple(_statement_problems(request, plan, cost))
    return Report(not problems, cost, problems)


def plan_costs(request: Request, plan: Plan) -> dict[str, int]:
    """Return the cost by each rule, in the order of the request's rules."""
    event = _EventByNames(request, plan)
    return {rule.value: _COUNTS[rule](event) for rule in request.rules}


def _structure_problems(request: Request, plan: Plan) -> Iterator[Problem]:
    if len(plan.rounds) != request.rounds and not (request.until_all_met and plan.rounds):
        params = {"found": len(plan.rounds), "expected": request.rounds}
        yield problem(messages.NUMBER_OF_ROUNDS, "rounds", None, **params)
    names = set(request.players)
    playing = {request.players[player] for table in request.playing for player in table}
    for number, round_ in enumerate(plan.rounds):
        yield from _round_problems(request, round_, f"rounds.{number}", names, playing)


def _round_problems(
    request: Request, plan_round: PlanRound, path: str, names: set[str], playing: set[str]
) -> Iterator[Problem]:
    sizes = request.sizes
    for number, table in enumerate(plan_round.tables):
        if not sizes.least <= len(table) <= sizes.most:
            size = {"found": len(table), "least": sizes.least, "most": sizes.most}
            yield problem(messages.TABLE_SIZE, f"{path}.tables.{number}", None, **size)
    listed: set[str] = set()
    for where, name in _names_with_paths(plan_round):
        if name not in names:
            yield _name_problem(f"{path}.{where}", name, messages.UNKNOWN_PLAYER)
        elif name in playing:
            yield _name_problem(f"{path}.{where}", name, messages.STILL_PLAYING)
        elif name in listed:
            yield _name_problem(f"{path}.{where}", name, messages.TWICE)
        listed.add(name)
    for name in request.players:
        if name not in listed and name not in playing:
            yield _name_problem(path, name, messages.MISSING_PLAYER)
    if plan_round.partners is not None:
        yield from _partner_problems(plan_round, f"{path}.partners")


def _partner_problems(plan_round: PlanRound, path: str) -> Iterator[Problem]:
    """Yield a problem for each round of a match whose teams do not divide the players of the table.

    The order of partners may differ from the plan's, because players may choose another one.
    """
    partners: Sequence[Any] = plan_round.partners or ()
    if len(partners) != len(plan_round.tables):
        yield problem(messages.PARTNERS, path, None)
        return
    for number, (table, rounds) in enumerate(zip(plan_round.tables, partners, strict=True)):
        for index, teams in enumerate(rounds):
            if sorted(name for team in teams for name in team) != sorted(table):
                yield problem(messages.PARTNERS, f"{path}.{number}.{index}", None)


def _names_with_paths(plan_round: PlanRound) -> Iterator[tuple[str, str]]:
    for number, table in enumerate(plan_round.tables):
        for seat, name in enumerate(table):
            yield f"tables.{number}.{seat}", name
    for number, name in enumerate(plan_round.sit_out):
        yield f"sit_out.{number}", name


def _name_problem(path: str, name: str, text: Text) -> Problem:
    return problem(text, path, None, found=printable(name))


def _statement_problems(request: Request, plan: Plan, cost: Mapping[str, int]) -> Iterator[Problem]:
    """Yield where the plan's own cost, bound or status is wrong."""
    for rule, expected in cost.items():
        for statement, text in (
            (plan.cost, messages.WRONG_COST),
            (plan.bound, messages.WRONG_BOUND),
        ):
            stated = expected if statement is None else statement.get(rule, -1)
            if stated != expected and (text is messages.WRONG_COST or stated > expected):
                path = f"{'cost' if text is messages.WRONG_COST else 'bound'}.{rule}"
                yield _statement_problem(path, rule, stated, expected, text)
        least = (plan.bound or {}).get(rule, -1)
        if plan.status is Status.OPTIMAL and least < expected:
            yield _statement_problem("status", rule, expected, least, messages.NOT_OPTIMAL)


def _statement_problem(path: str, rule: str, stated: int, expected: int, text: Text) -> Problem:
    return problem(text, path, None, rule=rule, found=stated, expected=expected)


class _EventByNames:
    """The history and the plan with players by name."""

    def __init__(self, request: Request, plan: Plan) -> None:
        self.request, self.rounds = request, plan.rounds
        names = request.players
        playing = {player for table in request.playing for player in table}
        self.present = [name for number, name in enumerate(names) if number not in playing]
        self.past_rounds = [
            [
                [None if who == ABSENT else names[who] for who in table]
                for table in past_round.tables
            ]
            for past_round in request.history
        ]
        self.past_sit_outs = [
            [names[who] for who in past_round.sit_out] for past_round in request.history
        ]

    def name_pairs(self, tables: Iterable[Iterable[str | None]]) -> list[NamePair]:
        """Return all pairs of present players who share one of these tables."""
        present = set(self.present)
        seated = [[name for name in table if name in present] for table in tables]
        return [
            frozenset(pair)
            for table in seated
            for pair in combinations([name for name in table if name is not None], 2)
        ]

    def pairs_of(self, numbers: Iterable[tuple[int, int]]) -> set[NamePair]:
        names, present = self.request.players, set(self.present)
        pairs = {frozenset((names[one], names[other])) for one, other in numbers}
        return {pair for pair in pairs if pair <= present}

    def table_of_players(self) -> Iterator[tuple[str, int]]:
        for round_ in self.rounds:
            for number, table in enumerate(round_.tables):
                for name in table:
                    yield name, number


def _forbidden(event: _EventByNames) -> int:
    forbidden = event.pairs_of(event.request.forbidden)
    return sum(
        pair in forbidden for round_ in event.rounds for pair in event.name_pairs(round_.tables)
    )


def _together(event: _EventByNames) -> int:
    wanted_pairs = event.pairs_of(event.request.together)
    return sum(len(wanted_pairs - set(event.name_pairs(round_.tables))) for round_ in event.rounds)


def _fixed(event: _EventByNames) -> int:
    fixed_tables = {event.request.players[who]: table for who, table in event.request.fixed.items()}
    return sum(fixed_tables.get(name, table) != table for name, table in event.table_of_players())


def _step_free(event: _EventByNames) -> int:
    step_free = event.request.step_free
    needing = {event.request.players[who] for who in step_free.players}
    return sum(
        name in needing and table not in step_free.tables
        for name, table in event.table_of_players()
    )


def _levels(event: _EventByNames) -> int:
    level = {event.request.players[who]: number for who, number in event.request.levels.items()}
    count = 0
    for round_ in event.rounds:
        for pair in event.name_pairs(round_.tables):
            names = [level[name] for name in pair if name in level]
            count += len(names) == 2 and abs(names[0] - names[1]) > event.request.level_gap
    return count


def _same_levels(event: _EventByNames) -> int:
    level = {event.request.players[who]: number for who, number in event.request.levels.items()}
    pairs = [tuple(pair) for plan in event.rounds for pair in event.name_pairs(plan.tables)]
    return sum(one in level and level[one] == level.get(other) for one, other in pairs)


def _same_teams(event: _EventByNames) -> int:
    names = event.request.players
    teams = [{names[who] for who in team} for team in event.request.teams]
    pairs = [pair for plan in event.rounds for pair in event.name_pairs(plan.tables)]
    return sum(any(pair <= team for team in teams) for pair in pairs)


def _past_meetings(event: _EventByNames) -> int:
    weights: Counter[NamePair] = Counter()
    for past, tables in zip(event.request.history, event.past_rounds, strict=True):
        for pair in event.name_pairs(tables):
            weights[pair] += past.weight
    pairs = [pair for plan in event.rounds for pair in event.name_pairs(plan.tables)]
    return sum(min(1000, weights[pair]) ** 2 for pair in pairs)


def _first_seats(event: _EventByNames) -> int:
    times = Counter(
        table[0]
        for tables in [*event.past_rounds, *[plan.tables for plan in event.rounds]]
        for table in tables
        if table
    )
    return sum(times[name] ** 2 for name in event.present)


def _advantages(event: _EventByNames) -> int:
    names, request = event.request.players, event.request
    balance: Counter[str] = Counter()
    balance.update({names[who]: value for who, value in request.seat_balance.items()})
    for plan in event.rounds:
        for table in plan.tables:
            for seat, name in enumerate(table):
                balance[name] += request.seat_values.get(len(table), (0,) * len(table))[seat]
    return sum(abs(balance[name]) for name in event.present)


def _sit_out(event: _EventByNames) -> int:
    present = set(event.present)
    times: Counter[str] = Counter()
    for out in [*event.past_sit_outs, *[round_.sit_out for round_ in event.rounds]]:
        times.update(name for name in out if name in present)
    return sum(number**2 for number in times.values())


def _consecutive(event: _EventByNames) -> int:
    rounds = [set(event.name_pairs(round_.tables)) for round_ in event.rounds]
    last_pairs = set(event.name_pairs(event.past_rounds[-1])) if event.past_rounds else set()
    pairs = zip([last_pairs, *rounds], rounds, strict=False)
    return sum(len(one & other) for one, other in pairs)


def _repeat(event: _EventByNames) -> int:
    meetings: Counter[NamePair] = Counter()
    for past_round in event.past_rounds:
        meetings.update(event.name_pairs(past_round))
    for round_ in event.rounds:
        meetings.update(event.name_pairs(round_.tables))
    return sum(number - 1 for number in meetings.values())


def _preferred(event: _EventByNames) -> int:
    preferred = event.request.sizes.preferred
    sizes = [len(table) for round_ in event.rounds for table in round_.tables]
    return sum(size for size in sizes if preferred and size not in preferred)


def _spread(event: _EventByNames) -> int:
    sizes = event.request.sizes
    seats = max(sizes.preferred, default=sizes.most)
    seat_counts: Counter[tuple[str | None, int]] = Counter()
    for tables in [*event.past_rounds, *[round_.tables for round_ in event.rounds]]:
        for table in tables:
            seat_counts.update((name, seat) for seat, name in enumerate(table))
    times = [[seat_counts[name, seat] for seat in range(seats)] for name in event.present]
    return sum(max(time) - min(time) for time in times)


def _rank(event: _EventByNames) -> int:
    rank_by_number = {who: rank for rank, who in enumerate(event.request.ranking)}
    rank = {
        name: rank_by_number.get(number, 0) for number, name in enumerate(event.request.players)
    }
    distance = 0
    for round_ in event.rounds:
        for table in round_.tables:
            ranks = sorted(rank[name] for name in table)
            distance += ranks[-1] - ranks[0] - (len(table) - 1)
    return distance


def _third(event: _EventByNames) -> int:
    meetings: Counter[NamePair] = Counter()
    for tables in [*event.past_rounds, *[round_.tables for round_ in event.rounds]]:
        meetings.update(event.name_pairs(tables))
    return sum(max(0, number - 2) for number in meetings.values())


def _turns(event: _EventByNames) -> int:
    request, count = event.request, 0
    ranked = [request.players[number] for number in request.ranking]
    times: Counter[str] = Counter(name for names in event.past_sit_outs for name in names)
    for round_ in event.rounds:
        turns = {name: (times[name], -ranked.index(name)) for name in event.present}
        playing = set(event.present) - set(round_.sit_out)
        for name in round_.sit_out:
            count += sum(turns[other] < turns[name] for other in playing)
        times.update(round_.sit_out)
    return count


def _table_sizes(event: _EventByNames) -> int:
    present, times = set(event.present), Counter[str]()
    for tables in [*event.past_rounds, *[round_.tables for round_ in event.rounds]]:
        seats = Counter(len(table) for table in tables for _ in table)
        usual = max(seats, key=lambda size: (seats[size], size), default=0)
        for table in tables:
            if len(table) != usual:
                times.update(name for name in table if name in present)
    return sum(number**2 for number in times.values())


def _partners(event: _EventByNames) -> int:
    names, partners = event.request.players, event.request.partners
    times = Counter(
        frozenset((names[one], names[other])) for one, other in (partners.past if partners else ())
    )
    for round_ in event.rounds:
        teams_by_table: Sequence[Any] = round_.partners or ()
        for rounds in teams_by_table:
            times.update(frozenset(team) for teams in rounds for team in teams if len(team) == 2)
    return sum(number - 1 for number in times.values())


def _left_neighbours(event: _EventByNames) -> int:
    present: set[str | None] = {*event.present}
    times: Counter[tuple[str | None, str | None]] = Counter()
    for tables in [*event.past_rounds, *[round_.tables for round_ in event.rounds]]:
        for table in tables:
            for seat, name in enumerate(table):
                left = table[(seat + 1) % len(table)]
                if len(table) > 2 and name in present and left in present:
                    times[name, left] += 1
    return sum(number - 1 for number in times.values())


_COUNTS: Mapping[Rule, Callable[[_EventByNames], int]] = {
    Rule.FORBIDDEN_PAIR: _forbidden,
    Rule.TOGETHER: _together,
    Rule.FIXED_TABLE: _fixed,
    Rule.STEP_FREE: _step_free,
    Rule.LEVEL_GAP: _levels,
    Rule.SAME_LEVEL: _same_levels,
    Rule.SAME_TEAM: _same_teams,
    Rule.PAST_MEETING: _past_meetings,
    Rule.FIRST_SEAT: _first_seats,
    Rule.SEAT_ADVANTAGE: _advantages,
    Rule.SIT_OUT: _sit_out,
    Rule.CONSECUTIVE_REPEAT: _consecutive,
    Rule.REPEAT_PAIR: _repeat,
    Rule.PREFERRED_SIZE: _preferred,
    Rule.SEAT_SPREAD: _spread,
    Rule.RANK_DISTANCE: _rank,
    Rule.THIRD_MEETING: _third,
    Rule.SIT_OUT_TURN: _turns,
    Rule.REPEAT_TABLE_SIZE: _table_sizes,
    Rule.REPEAT_PARTNER: _partners,
    Rule.REPEAT_LEFT_NEIGHBOUR: _left_neighbours,
}
