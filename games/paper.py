"""The score sheet of a game on paper, described: hints, and boxes to fill in for each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from problems.text import Param, Words

MOST_ROUNDS = 40  # lines on a sheet; more rounds need a second one
MOST_CELLS = 12  # boxes in a row of boxes

POINTS, TOTAL = Words("points"), Words("total")
_TARGET = Words("Played to {n} points.")
_ONE_ROUND, _ROUNDS = Words("1 round."), Words("{n} rounds.")


class Boxes(NamedTuple):
    """A row of boxes with a label, to cross out or, where they are empty, to fill in."""

    label: Param
    cells: Sequence[Param]


class Paper(NamedTuple):
    """The sheet: a box per player and round, halved into `upper` and `lower`.

    `mark`: the meaning of the circle beside a score, if there is one. `lines`: further boxes of
    every round, line by line. `start`: the points of each player before the first round.
    """

    rounds: int = 12
    hints: Sequence[Words] = ()
    upper: Words = POINTS
    lower: Words = TOTAL
    mark: Words | None = None
    lines: Sequence[Sequence[Boxes]] = ()
    start: Param = ""


def target(points: int) -> Words:
    return _TARGET._replace(params={"n": points})


def rounds(number: int) -> Words:
    return _ONE_ROUND if number == 1 else _ROUNDS._replace(params={"n": number})
