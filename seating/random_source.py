"""Chance that is the same on every machine and in every version of Python.

Only `Random.random` is promised to stay as it is; whole numbers are made from it by exact steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def below(self, number: int) -> int:
        return int(self.random() * number)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        found = list(things)
        for last in range(len(found) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            found[last], found[other] = found[other], found[last]
        return found
