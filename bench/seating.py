"""Measures the next round of a large club, against programs that find the best pairs of a graph.

They solve the same task for tables of two: the same players after the same sessions, least repeats
first, then the evenest seats. Their graph is built before the clock runs; ours is timed from the
request as it comes in. Ratios say how many times quicker we are.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from random import Random
from time import monotonic

from bench.measure import Cell, Work, cost, seconds, slope
from seating import check, draw, request
from seating.plan import Plan
from seating.request import Request

SIZE, EVENINGS = 4, 8
GROWTH = (200, 400, 800)  # players
REPEAT = 1000  # weighs more than all that seats can cost a pair
SCHEDULES = ((15, 3, 7), (16, 4, 5), (25, 5, 6), (49, 7, 8))  # players, size, rounds
CLUB_SIZES = (24, 40, 200, 800)
HARD_SCHEDULES = ((24, 4, 7), (28, 4, 8), (36, 4, 10))  # all can be without a repetition
USUAL, LONG, KNOWN_WITHIN = 5, 60, 10  # seconds
LONGER = "60 s of the same search"

Weigh = Callable[[int, int], int]
Raw = dict[str, object]
Edges = list[tuple[int, int, int]]


class Club:
    """A club with this many players after sessions drawn at random."""

    def __init__(self, players: int) -> None:
        self.players = range(players)
        self.meetings: Counter[tuple[int, int]] = Counter()
        # times on the first two seats less times on the others
        self.front_seats: Counter[int] = Counter()
        self.plans: list[tuple[Request, Plan]] = []
        rng, history = Random(players), []
        for _ in range(EVENINGS):
            order = rng.sample(self.players, players)
            tables = [order[first : first + SIZE] for first in range(0, players, SIZE)]
            self._remember(tables)
            history.append([[f"p{number}" for number in table] for table in tables])
        names = [f"p{number}" for number in self.players]
        self.request_fields = request_fields(
            names, SIZE, history=history, rules=["repeat_pair", "seat_spread"]
        )

    def _remember(self, tables: list[list[int]]) -> None:
        for table in tables:
            self.meetings.update(combinations(sorted(table), 2))
            for seat, player in enumerate(table):
                self.front_seats[player] += 1 if seat < SIZE // 2 else -1

    def next_round(self) -> None:
        """Draw another round with another seed, so that no result is reused."""
        seating_request = read({**self.request_fields, "seed": len(self.plans)})
        self.plans.append((seating_request, draw.draw(seating_request, monotonic)))

    def assert_best(self) -> None:
        for seating_request, plan in self.plans:
            assert check.check(seating_request, plan).ok
            assert plan.bound is not None
            assert repeats(plan) == plan.bound["repeat_pair"]

    def repeats(self, one: int, other: int) -> int:
        return self.meetings[one, other]

    def repeats_and_seats(self, one: int, other: int) -> int:
        """Return the cost of a pair, seated in the order that leaves both more even."""
        here, there = self.front_seats[one], self.front_seats[other]
        uneven = min(abs(here + 1) + abs(there - 1), abs(here - 1) + abs(there + 1))
        return REPEAT * self.meetings[one, other] + uneven

    def edges(self, weigh: Weigh) -> Edges:
        return [(*pair, -weigh(*pair)) for pair in combinations(self.players, 2)]


def cells() -> Iterator[Cell]:
    try:
        yield from matchings()
    except ImportError as error:
        print(f"# {error.name} is not installed: no peer to compare with")
    yield Cell("next round, 200 to 800 players", "growth exponent", growth(), 1.3, 1.0, True)
    yield Cell(
        "15x3x7, 16x4x5, 25x5x6, 49x7x8 in 10 s",
        "1 without repeats",
        schedules_without_repeats(),
        2,
        4,
    )
    yield Cell("repeats of next rounds, 5 s", LONGER, repeat_ratio(next_rounds()), 1, 1, True)
    yield Cell("repeats of hard schedules, 5 s", LONGER, repeat_ratio(hard_schedules()))


def matchings() -> Iterator[Cell]:
    small, large = Club(200), Club(800)
    for club, peer, base, stretch in ((small, networkx, 20, 90), (large, rustworkx, 10, 40)):
        work, name = f"next round of {len(club.players)}", f"{peer.__name__} matching"
        ratio = quicker(club, peer(club.edges(club.repeats_and_seats)))
        yield Cell(work, name, ratio, base, stretch)
        yield Cell(work, f"{name}, of repeats alone", quicker(club, peer(club.edges(club.repeats))))


def quicker(club: Club, yardstick: Work) -> float:
    ratio = 1 / cost(club.next_round, yardstick)
    club.assert_best()
    return ratio


def networkx(edges: Edges) -> Work:
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)

    def match() -> None:
        matching = networkx.max_weight_matching(graph, maxcardinality=True)
        assert 2 * len(matching) == len(graph)

    return match


def rustworkx(edges: Edges) -> Work:
    import rustworkx

    graph = rustworkx.PyGraph()
    graph.extend_from_weighted_edge_list(edges)

    def match() -> None:
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        assert 2 * len(matching) == len(graph)

    return match


def growth(rounds: int = 15) -> float:
    """Return the growth exponent; the sizes take turns, so that a slow moment affects all of
    them."""
    clubs = {players: Club(players) for players in GROWTH}
    spent = [{size: seconds(clubs[size].next_round) for size in GROWTH} for _ in range(rounds)]
    times = {size: statistics.median(each[size] for each in spent) for size in GROWTH}
    for size, club in clubs.items():
        club.assert_best()
        print(f"# next round of {size}: {1000 * times[size]:.2f} ms", flush=True)
    return slope(times)


def schedules_without_repeats() -> int:
    """Return how many of the known schedules are drawn without a repetition in time."""
    return sum(_is_drawn(*schedule) for schedule in SCHEDULES)


def _is_drawn(players: int, size: int, rounds: int) -> bool:
    started = monotonic()
    plan = checked_plan({**schedule(players, size, rounds), "seconds": KNOWN_WITHIN})
    return repeats(plan) == 0 and monotonic() - started < KNOWN_WITHIN


def repeat_ratio(works: Mapping[str, Raw]) -> float:
    """Return the repeats after the usual time by those after a long one; 1 if both have none."""
    short = best = 0
    for label, raw in works.items():
        usual, long = [repeats(checked_plan({**raw, "seconds": limit})) for limit in (USUAL, LONG)]
        print(f"# {label}: {usual} repeats in {USUAL} s, {long} in {LONG} s", flush=True)
        short, best = short + usual, best + long
    return short / best if best else 1 + short


def next_rounds() -> dict[str, Raw]:
    return {f"next round of {players}": Club(players).request_fields for players in CLUB_SIZES}


def hard_schedules() -> dict[str, Raw]:
    return {
        "{} players, tables of {}, {} rounds".format(*each): schedule(*each)
        for each in HARD_SCHEDULES
    }


def repeats(plan: Plan) -> int:
    assert plan.cost is not None
    return plan.cost["repeat_pair"]


def checked_plan(raw: Raw) -> Plan:
    parsed = read(raw)
    plan = draw.draw(parsed, monotonic)
    assert check.check(parsed, plan).ok
    return plan


def schedule(players: int, size: int, rounds: int) -> Raw:
    return request_fields([f"p{number}" for number in range(players)], size, rounds=rounds)


def request_fields(names: list[str], size: int, **more: object) -> Raw:
    sizes = {"min": size, "max": size}
    return {"seating": 1, "players": names, "table_sizes": sizes, **more}


def read(raw: object) -> Request:
    parsed, problems = request.read(raw)
    assert parsed is not None, problems
    return parsed
