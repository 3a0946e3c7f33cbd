"""The next round of a large club, against programs that find the best pairs of a graph.

They are asked the same question for tables of two: the same people after the same evenings, least
repeats first, then the evenest seats. Their graph stands ready before the clock runs; ours is timed
from the request as it comes in. Ratios say how many times quicker we are.
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
KNOWN = ((15, 3, 7), (16, 4, 5), (25, 5, 6), (49, 7, 8))  # players, size, rounds
CLUBS = (24, 40, 200, 800)
HARD = ((24, 4, 7), (28, 4, 8), (36, 4, 10))  # all can be without a repetition
USUAL, LONG, KNOWN_WITHIN = 5, 60, 10  # seconds
LONGER = "60 s of the same search"

Weigh = Callable[[int, int], int]
Raw = dict[str, object]
Edges = list[tuple[int, int, int]]


class Club:
    """So many players after evenings drawn by lot."""

    def __init__(self, players: int) -> None:
        self.players = range(players)
        self.met: Counter[tuple[int, int]] = Counter()
        self.first: Counter[int] = Counter()  # times on the first two seats less on the others
        self.plans: list[tuple[Request, Plan]] = []
        rng, history = Random(players), []
        for _ in range(EVENINGS):
            order = rng.sample(self.players, players)
            tables = [order[first : first + SIZE] for first in range(0, players, SIZE)]
            self._remember(tables)
            history.append([[f"p{number}" for number in table] for table in tables])
        names = [f"p{number}" for number in self.players]
        self.asked = asked(names, SIZE, history=history, rules=["repeat_pair", "seat_spread"])

    def _remember(self, tables: list[list[int]]) -> None:
        for table in tables:
            self.met.update(combinations(sorted(table), 2))
            for seat, player in enumerate(table):
                self.first[player] += 1 if seat < SIZE // 2 else -1

    def next_round(self) -> None:
        """Another seed each time, so nothing is known from before."""
        found = read({**self.asked, "seed": len(self.plans)})
        self.plans.append((found, draw.draw(found, monotonic)))

    def assert_best(self) -> None:
        for asked, plan in self.plans:
            assert check.check(asked, plan).ok
            assert plan.bound is not None
            assert repeats(plan) == plan.bound["repeat_pair"]

    def repeats(self, one: int, other: int) -> int:
        return self.met[one, other]

    def repeats_and_seats(self, one: int, other: int) -> int:
        """Whoever of the two sits first: the way that leaves both more even."""
        here, there = self.first[one], self.first[other]
        uneven = min(abs(here + 1) + abs(there - 1), abs(here - 1) + abs(there + 1))
        return REPEAT * self.met[one, other] + uneven

    def edges(self, weigh: Weigh) -> Edges:
        return [(*pair, -weigh(*pair)) for pair in combinations(self.players, 2)]


def cells() -> Iterator[Cell]:
    try:
        yield from matchings()
    except ImportError as error:
        print(f"# {error.name} is not installed: no peer to compare with")
    yield Cell("next round, 200 to 800 players", "growth exponent", growth(), 1.3, 1.0, True)
    yield Cell("15x3x7, 16x4x5, 25x5x6, 49x7x8 in 10 s", "1 without repeats", known(), 2, 4)
    yield Cell("repeats of next rounds, 5 s", LONGER, compared(next_rounds()), 1, 1, True)
    yield Cell("repeats of hard schedules, 5 s", LONGER, compared(hard_schedules()))


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
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        assert 2 * len(found) == len(graph)

    return match


def rustworkx(edges: Edges) -> Work:
    import rustworkx

    graph = rustworkx.PyGraph()
    graph.extend_from_weighted_edge_list(edges)

    def match() -> None:
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        assert 2 * len(found) == len(graph)

    return match


def growth(rounds: int = 15) -> float:
    """Sizes in turn, so that a slow moment is everybody's."""
    clubs = {players: Club(players) for players in GROWTH}
    spent = [{size: seconds(clubs[size].next_round) for size in GROWTH} for _ in range(rounds)]
    times = {size: statistics.median(each[size] for each in spent) for size in GROWTH}
    for size, club in clubs.items():
        club.assert_best()
        print(f"# next round of {size}: {1000 * times[size]:.2f} ms", flush=True)
    return slope(times)


def known() -> int:
    """How many of the known schedules are drawn without a repetition, in time."""
    return sum(_is_drawn(*schedule) for schedule in KNOWN)


def _is_drawn(players: int, size: int, rounds: int) -> bool:
    begun = monotonic()
    plan = drawn({**schedule(players, size, rounds), "seconds": KNOWN_WITHIN})
    return repeats(plan) == 0 and monotonic() - begun < KNOWN_WITHIN


def compared(works: Mapping[str, Raw]) -> float:
    """Repeats after the usual time by those after a long one; 1 where both have none."""
    short = best = 0
    for told, raw in works.items():
        usual, long = [repeats(drawn({**raw, "seconds": limit})) for limit in (USUAL, LONG)]
        print(f"# {told}: {usual} repeats in {USUAL} s, {long} in {LONG} s", flush=True)
        short, best = short + usual, best + long
    return short / best if best else 1 + short


def next_rounds() -> dict[str, Raw]:
    return {f"next round of {players}": Club(players).asked for players in CLUBS}


def hard_schedules() -> dict[str, Raw]:
    return {"{} players, tables of {}, {} rounds".format(*each): schedule(*each) for each in HARD}


def repeats(plan: Plan) -> int:
    assert plan.cost is not None
    return plan.cost["repeat_pair"]


def drawn(raw: Raw) -> Plan:
    found = read(raw)
    plan = draw.draw(found, monotonic)
    assert check.check(found, plan).ok
    return plan


def schedule(players: int, size: int, rounds: int) -> Raw:
    return asked([f"p{number}" for number in range(players)], size, rounds=rounds)


def asked(names: list[str], size: int, **more: object) -> Raw:
    sizes = {"min": size, "max": size}
    return {"seating": 1, "players": names, "table_sizes": sizes, **more}


def read(raw: object) -> Request:
    found, problems = request.read(raw)
    assert found is not None, problems
    return found
