"""Draws of seats: growth with the number of players, and schedules that are known to exist."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial
from random import Random
from time import monotonic

from bench.measure import Cell, seconds, slope
from seating import check, draw, request
from seating.plan import Plan
from seating.request import Request
from seating.rules import EVENING_ORDER, NEEDS

SIZE, EVENINGS, ROUNDS = 4, 8, 9
GROWTH = (200, 400, 800)  # players
SCHEDULES = ((15, 3, 7), (16, 4, 5), (25, 5, 6), (49, 7, 8))  # players, size, rounds
SECONDS = 10
HERE, PAST, DRAWS = 40, 30, 40  # players, evenings of history, draws that count
MOST_CHECKS = 500
EVENING_RULES = [rule for rule in EVENING_ORDER if rule not in NEEDS]


def cells() -> Iterator[Cell]:
    yield Cell("next round, 200 to 800 players", "growth exponent", growth(), most=1.5)
    drawn = sum(repeats(schedule(*sizes)) == 0 for sizes in SCHEDULES)
    yield Cell(
        f"{len(SCHEDULES)} known schedules in {SECONDS} s each", "without repeats", drawn, least=2
    )

    yield Cell(
        f"preview of {HERE} players after {PAST} evenings, p95 against one check of its cost",
        "times",
        preview(),
        most=MOST_CHECKS,
    )


def preview() -> float:
    """Return the 95th percentile of draws for an evening, as a multiple of what the independent
    check of a plan takes in the same run."""
    names = [f"p{number}" for number in range(HERE)]
    history: list[dict[str, object]] = []
    times, checks = [], []
    for evening in range(PAST + DRAWS):
        more = {"rules": [*map(str, EVENING_RULES)], "history": history[-PAST:], "seed": evening}
        parsed = read(fields(names, SIZE, **more, seconds=0.5))
        plan: list[Plan] = []
        spent = seconds(partial(_draw_into, plan, parsed))
        checked = seconds(partial(check.check, parsed, plan[0]))
        if evening >= PAST:
            times.append(spent)
            checks.append(checked)
        history.append({**plan[0].rounds[0].to_json(), "weight": 10})
    print(f"  p95 of the preview: {1000 * sorted(times)[int(0.95 * DRAWS)]:.0f} ms")
    return sorted(times)[int(0.95 * DRAWS)] / statistics.median(checks)


def _draw_into(plan: list[Plan], parsed: Request) -> None:
    plan.append(draw.draw(parsed, monotonic))


class Club:
    """A club with this many players after sessions drawn at random."""

    def __init__(self, players: int) -> None:
        names, rng = [f"p{number}" for number in range(players)], Random(players)
        shuffled = [rng.sample(names, players) for _ in range(EVENINGS)]
        history = [
            [order[first : first + SIZE] for first in range(0, players, SIZE)] for order in shuffled
        ]
        self.request = fields(names, SIZE, history=history, rules=["repeat_pair", "seat_spread"])
        self.plans: list[tuple[Request, Plan]] = []

    def next_round(self) -> None:
        """Draw another round with another seed, so that no result is reused."""
        parsed = read({**self.request, "seed": len(self.plans)})
        self.plans.append((parsed, draw.draw(parsed, monotonic)))

    def assert_best(self) -> None:
        for parsed, plan in self.plans:
            assert check.check(parsed, plan).ok
            assert plan.bound is not None
            assert plan.cost is not None
            assert plan.cost["repeat_pair"] == plan.bound["repeat_pair"]


def growth() -> float:
    """Return the growth exponent; the sizes take turns, so that a slow moment affects all."""
    clubs = {players: Club(players) for players in GROWTH}
    spent = [{size: seconds(clubs[size].next_round) for size in GROWTH} for _ in range(ROUNDS)]
    for club in clubs.values():
        club.assert_best()
    return slope({size: statistics.median(times[size] for times in spent) for size in GROWTH})


def schedule(players: int, size: int, rounds: int) -> dict[str, object]:
    names = [f"p{number}" for number in range(players)]
    return fields(names, size, rounds=rounds, seconds=SECONDS)


def repeats(raw: dict[str, object]) -> int:
    parsed = read(raw)
    plan = draw.draw(parsed, monotonic)
    assert check.check(parsed, plan).ok
    assert plan.cost is not None
    return plan.cost["repeat_pair"]


def fields(names: list[str], size: int, **more: object) -> dict[str, object]:
    sizes = {"min": size, "max": size}
    return {"seating": 1, "players": names, "table_sizes": sizes, **more}


def read(raw: object) -> Request:
    parsed, problems = request.read(raw)
    assert parsed is not None, problems
    return parsed
