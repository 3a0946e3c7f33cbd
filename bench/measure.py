"""Ratios of two pieces of work, interleaved in one run: a machine's own speed cancels out."""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Cell:
    """One line: what is measured against what, and what it should reach (0: nothing agreed)."""

    work: str
    against: str
    ratio: float
    base: float = 0
    stretch: float = 0
    less_is_better: bool = False

    def line(self) -> str:
        figures = f"{self.ratio:>9.2f}{_shown(self.base):>9}{_shown(self.stretch):>9}"
        return f"{self.work:<46}{self.against:<42}{figures}  {self.mark()}"

    def mark(self) -> str:
        """Return which of the two it reaches; empty where nothing is agreed."""
        if not self.base:
            return ""
        sign = -1 if self.less_is_better else 1
        reached = [sign * self.ratio >= sign * due for due in (self.base, self.stretch) if due]
        return "stretch" if all(reached) else "base" if reached[0] else "BELOW BASE"


def head() -> str:
    return f"{'work':<46}{'against':<42}{'ratio':>9}{'base':>9}{'stretch':>9}"


def pace(works: Sequence[tuple[int, Work]], yardsticks: Sequence[tuple[int, Work]]) -> float:
    """Return how many times quicker work is than yardstick, in pieces a second: the median round.

    Each entry is a round of its own: so many pieces, and the work on them.
    """
    return statistics.median(
        (pieces / seconds(work)) / (others / seconds(yardstick))
        for (pieces, work), (others, yardstick) in zip(works, yardsticks, strict=True)
    )


def cost(work: Work, yardstick: Work, rounds: int = 15) -> float:
    """Median over rounds of time(work) / time(yardstick)."""
    return statistics.median(seconds(work) / seconds(yardstick) for _ in range(rounds))


def slope(times: Mapping[int, float]) -> float:
    """Least squares of log time over log size."""
    xs, ys = [math.log(size) for size in times], [math.log(spent) for spent in times.values()]
    mean_x, mean_y = statistics.mean(xs), statistics.mean(ys)
    over = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return over / sum((x - mean_x) ** 2 for x in xs)


def seconds(work: Work) -> float:
    with no_collector():
        start = time.perf_counter()
        work()
        return time.perf_counter() - start


@contextmanager
def no_collector() -> Iterator[None]:
    """Python's collector would bill one piece of work for the litter of others."""
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


def _shown(due: float) -> str:
    return f"{due:g}" if due else ""
