"""Runs: consecutive things for which something holds, such as wins in a row. Pure."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TypeVar

T = TypeVar("T")


def runs(things: Iterable[T], holds: Callable[[T], bool]) -> list[list[T]]:
    """Return the runs of consecutive things for which it holds, in their order.

    >>> runs([1, 3, 2, 5], lambda number: number % 2 == 1)
    [[1, 3], [5]]
    """
    return [list(group) for is_run, group in groupby(things, holds) if is_run]


def longest_run(things: Iterable[T], holds: Callable[[T], bool]) -> list[T]:
    """Return the longest run, of equal ones the first; empty if there is none."""
    return max(runs(things, holds), key=len, default=[])
