"""League points of single results and which evenings count, in units of `units.UNIT`."""

from collections.abc import Callable, Mapping

from scoring.pure.facts import Fact
from scoring.pure.schemes import Scheme
from scoring.pure.units import HUNDREDTH, UNIT, half_even

NO_TARGET = 100  # what a score is measured against in a game that is not played to a target


def result_points(fact: Fact, scheme: Scheme) -> int:
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


def counting_sessions(attended: int, scheme: Scheme) -> int:
    """How many of the evenings attended count: the worst are dropped, but never the last one."""
    left = max(attended - scheme.drop_worst, min(attended, 1))
    return left if scheme.best_evenings is None else min(left, scheme.best_evenings)
