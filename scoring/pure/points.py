"""League points of single results and which evenings count, in 4200ths of a point.

4200 = 5·840: every mean of shared places among up to eight seats is whole (840 is a multiple of
1 to 8), so are 14ths (place_fraction at eight seats), and so is a hundredth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scoring.pure.facts import Fact

if TYPE_CHECKING:  # schemes knows the tie-breaks, which count in our units
    from scoring.pure.schemes import Scheme

UNIT = 4200
HUNDREDTH = UNIT // 100
NO_TARGET = 100  # what a score is measured against in a game that is not played to a target


def earned(fact: Fact, scheme: Scheme) -> int:
    """What a result is worth, in units. From two to eight players all divisions but one are exact,
    so it does not matter how they treat negatives; for the one see `half_even`."""
    return SYSTEMS[scheme.points](fact, scheme)


def place_fraction(fact: Fact, scheme: Scheme) -> int:
    """scale·(n−p)/(n−1), p the mean of the places that are shared: p..p+sharing−1."""
    beaten_twice = 2 * (fact.players - fact.place) - (fact.sharing - 1)
    return scheme.scale * UNIT * beaten_twice // (2 * (fact.players - 1))


def place_points(fact: Fact, scheme: Scheme) -> int:
    """The list for the size of the table; those who share take the mean of their places."""
    assert scheme.place_points is not None, "a scheme with place points has its lists"
    listed = scheme.place_points[str(fact.players)]
    return sum(listed[fact.place - 1 : fact.place - 1 + fact.sharing]) * UNIT // fact.sharing


def raw(fact: Fact, scheme: Scheme) -> int:
    return fact.score * UNIT


def capped_margin(fact: Fact, scheme: Scheme) -> int:
    """The score less the mean of the others': s − (t−s)/(n−1) = (n·s−t)/(n−1), cut to ±cap."""
    assert scheme.cap is not None, "a scheme with margins has its cap"
    margin = (fact.players * fact.score - fact.total) * UNIT // (fact.players - 1)
    return max(-scheme.cap * UNIT, min(margin, scheme.cap * UNIT))


def target(fact: Fact, scheme: Scheme) -> int:
    """scale·score/target, rounded half to even to a hundredth of a point."""
    goal = NO_TARGET if fact.target is None else fact.target
    return half_even(100 * scheme.scale * fact.score, goal) * HUNDREDTH


SYSTEMS: Mapping[str, Callable[[Fact, Scheme], int]] = {
    "place_fraction": place_fraction,
    "place_points": place_points,
    "raw": raw,
    "capped_margin": capped_margin,
    "target": target,
}


def half_even(numerator: int, denominator: int) -> int:
    """The nearest whole number, the even one of two equally near; the denominator is positive.

    The same on both sides of zero: the absolute value is divided with a remainder and rounded, then
    the sign is put back. So it does not matter whether a division floors or cuts off.

    >>> half_even(5, 2), half_even(7, 2), half_even(-5, 2), half_even(-7, 2), half_even(-8, 3)
    (2, 4, -2, -4, -3)
    """
    whole, rest = divmod(abs(numerator), denominator)
    if 2 * rest + whole % 2 > denominator:  # above the half, or on it after an odd number
        whole += 1
    return whole if numerator >= 0 else -whole


def kept(attended: int, scheme: Scheme) -> int:
    """How many of the evenings attended count: the worst are dropped, but never the last one."""
    left = max(attended - scheme.drop_worst, min(attended, 1))
    return left if scheme.best_evenings is None else min(left, scheme.best_evenings)
