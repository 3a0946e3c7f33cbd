"""Ratios of two pieces of work, interleaved in one run: a machine's own speed cancels out."""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module

Work = Callable[[], object]


@dataclass(frozen=True)
class Cell:
    """One ratio and its limit: the least or the most that it may be."""

    work: str
    against: str
    ratio: float
    least: float = -math.inf
    most: float = math.inf

    @property
    def is_within(self) -> bool:
        return self.least <= self.ratio <= self.most

    def line(self) -> str:
        limit = f"at most {self.most:g}" if self.most < math.inf else f"at least {self.least:g}"
        mark = "" if self.is_within else "  MISSED"
        return f"  {self.work:<48}{self.against:<40}{self.ratio:>8.3g}  {limit}{mark}"


def pace(works: Sequence[tuple[int, Work]], yardsticks: Sequence[tuple[int, Work]]) -> float:
    """Return how many times quicker work is than yardstick, in pieces a second: the median round.

    Each entry is a round of its own: its number of pieces, and the work on them.
    """
    return statistics.median(
        (pieces / seconds(work)) / (others / seconds(yardstick))
        for (pieces, work), (others, yardstick) in zip(works, yardsticks, strict=True)
    )


def cost(work: Work, yardstick: Work, rounds: int = 15) -> float:
    """Return the median over rounds of time(work) / time(yardstick)."""
    return statistics.median(seconds(work) / seconds(yardstick) for _ in range(rounds))


def slope(times: Mapping[int, float]) -> float:
    """Return the growth exponent: least squares of log time over log size."""
    xs, ys = [math.log(size) for size in times], [math.log(spent) for spent in times.values()]
    mean_x, mean_y = statistics.mean(xs), statistics.mean(ys)
    over = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return over / sum((x - mean_x) ** 2 for x in xs)


def seconds(work: Work) -> float:
    with no_collector():
        start = time.perf_counter()
        work()
        return time.perf_counter() - start


def median_seconds(work: Work, rounds: int = 15) -> float:
    return statistics.median(seconds(work) for _ in range(rounds))


@contextmanager
def no_collector() -> Iterator[None]:
    """Python's garbage collector would charge one piece of work for the garbage of others."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def share(pieces: Sequence[object], rounds: int) -> Iterator[Sequence[object]]:
    """Deal the pieces out to the rounds, so that no round sees what another has seen."""
    for first in range(rounds):
        yield pieces[first::rounds]


def print_part(part: str) -> bool:
    """Print the figures of a part as they come; return whether all are within their limits."""
    print(f"{part}:", flush=True)
    within = True
    for cell in import_module(f"bench.{part}").cells():
        print(cell.line(), flush=True)
        within = within and cell.is_within
    return within
