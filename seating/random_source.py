"""Random choices that are the same on every machine and in every version of Python.

Python promises only that `Random.random` stays as it is; whole numbers are made from it by exact
steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class RandomSource:
    """A seeded generator of numbers and permutations."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def below(self, number: int) -> int:
        return int(self.random() * number)

    def shuffled(self, source: Iterable[Item]) -> list[Item]:
        items = list(source)
        for end in range(len(items) - 1, 0, -1):
            position = int(self.random() * (end + 1))
            items[end], items[position] = items[position], items[end]
        return items
