"""League points of single results, and which sessions count, in units of `units.UNIT`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import isqrt
from typing import Any

from scoring.pure.facts import Fact
from scoring.pure.schemes import Scheme
from scoring.pure.units import HUNDREDTH, UNIT, half_even, share_of_points

TARGETS = ("target", "chips")  # house rules with the score or the bank that ends a match
TABLE_OF_A_WIN = "4"  # players, where the points of a win depend on the size of the table
WHOLE = 10_000  # the weight of a result that counts once
NO_TARGET = 100  # what a score is measured against in a game that is not played to a target


def result_points(fact: Fact, scheme: Scheme) -> int:
    """Return the points of a result in units: all points of its seat, or a share, times its weight.

    For the sizes of tables in `problems.seats` all divisions but one are exact, so their treatment
    of negative numbers does not matter; for that one see `half_even`. A weighted result is rounded
    half to even to a hundredth of a point.
    """
    points = share_of_points(
        SYSTEMS[scheme.points](fact, scheme), fact.share_from, fact.share_to, fact.share_of
    )
    return weighted(points, fact, scheme)


def weighted(points: int, fact: Fact, scheme: Scheme) -> int:
    """Return points for a result, in units, times its weight."""
    weight = result_weight(fact, scheme)
    if weight == WHOLE:
        return points
    return half_even(points * weight, WHOLE * HUNDREDTH) * HUNDREDTH


def result_weight(fact: Fact, scheme: Scheme) -> int:
    """Return the weight of a result in ten-thousandths: the weight of its evening, times the share
    that it keeps after its months. A mean counts all matches alike."""
    if fact.weight == 100 and not fact.months_ago:
        return WHOLE
    if scheme.aggregate == "mean":
        return WHOLE
    return half_even(fact.weight * kept_share(fact.months_ago, scheme), 100)


def kept_share(months: int, scheme: Scheme) -> int:
    """Return what a result keeps of its points after some months, in ten-thousandths, rounded half
    to even.

    >>> [kept_share(months, Scheme(kept_per_month=90)) for months in (0, 1, 2, 5)]
    [10000, 9000, 8100, 5905]
    """
    if scheme.kept_per_month is None:
        return WHOLE
    return half_even(WHOLE * scheme.kept_per_month**months, 100**months)


def place_fraction(fact: Fact, scheme: Scheme) -> int:
    """Return scale·(n−p)/(n−1), where p is the mean of the places that are shared:
    p..p+sharing−1."""
    beaten_twice = 2 * (fact.players - fact.place) - (fact.sharing - 1)
    return scheme.scale * UNIT * beaten_twice // (2 * (fact.players - 1))


def place_points(fact: Fact, scheme: Scheme) -> int:
    """Return the points listed for the place at this size of table; shared places get the mean of
    theirs."""
    points_of_place = points_of_places(scheme, fact.players)
    return (
        sum(points_of_place[fact.place - 1 : fact.place - 1 + fact.sharing]) * UNIT // fact.sharing
    )


def points_of_places(scheme: Scheme, players: int) -> Sequence[int]:
    """Return the points of each place at a table of this size.

    Schemes from before tables of more than eight have no lists for these: the longest list serves,
    and every place after its end earns as much as its last one.

    >>> short = {str(size): tuple(range(size, 0, -1)) for size in range(2, 9)}
    >>> points_of_places(Scheme("place_points", place_points=short), 10)
    (8, 7, 6, 5, 4, 3, 2, 1, 1, 1)
    """
    lists = scheme.place_points
    assert lists is not None, "a scheme with place points has its lists"
    listed = lists.get(str(players))
    if listed is None:
        longest = max(lists.values(), key=len)
        listed = (*longest, *longest[-1:] * (players - len(longest)))
    return listed


def raw(fact: Fact, scheme: Scheme) -> int:
    """Return the score as points."""
    return fact.score * UNIT


def capped_margin(fact: Fact, scheme: Scheme) -> int:
    """Return the score less the mean of the others', s − (t−s)/(n−1) = (n·s−t)/(n−1), cut to
    ±cap."""
    assert scheme.cap is not None, "a scheme with margins has its cap"
    margin = (fact.players * fact.score - fact.total) * UNIT // (fact.players - 1)
    return max(-scheme.cap * UNIT, min(margin, scheme.cap * UNIT))


def target(fact: Fact, scheme: Scheme) -> int:
    """Return scale·score/target, rounded half to even to a hundredth of a point."""
    goal = NO_TARGET if fact.target is None else fact.target
    return half_even(100 * scheme.scale * fact.score, goal) * HUNDREDTH


def z_score(fact: Fact, scheme: Scheme) -> int:
    """Return scale·(s − mean)/deviation = scale·(n·s − t)/√(n·q − t²), rounded half to even to a
    hundredth of a point, where t and q are the sums of the scores and of their squares; 0 if all
    scores are equal."""
    spread = fact.players * fact.squares - fact.total**2
    if spread <= 0:
        return 0
    distance = 100 * scheme.scale * (fact.players * fact.score - fact.total)
    twice = isqrt(4 * distance**2 // spread)  # twice the number of hundredths, cut off
    is_tie = twice % 2 == 1 and twice**2 * spread == 4 * distance**2
    hundredths = (twice + 1) // 2
    if is_tie and hundredths % 2:
        hundredths -= 1
    return (hundredths if distance >= 0 else -hundredths) * HUNDREDTH


SYSTEMS: Mapping[str, Callable[[Fact, Scheme], int]] = {
    "place_fraction": place_fraction,
    "place_points": place_points,
    "raw": raw,
    "capped_margin": capped_margin,
    "target": target,
    "z_score": z_score,
}


def target_of(options: Mapping[str, Any]) -> int | None:
    """Return the score or the bank that ends a match by its house rules, or None."""
    return next((options[name] for name in TARGETS if options.get(name)), None)


def win_points(scheme: Scheme) -> int | None:
    """Return the points of a win in units, with points by place at a table of four; None if a
    win is not worth a fixed number."""
    if scheme.points == "place_points":
        assert scheme.place_points is not None, "a scheme with place points has its lists"
        return scheme.place_points[TABLE_OF_A_WIN][0] * UNIT
    return scheme.scale * UNIT if scheme.points in ("place_fraction", "target") else None


def mean_points(earned: int, played: int) -> int:
    """Return the mean of results with this sum, in units, rounded half to even to a hundredth of a
    point; 0 without results."""
    return half_even(earned, played * HUNDREDTH) * HUNDREDTH if played else 0


def sit_out_points(earned: int, played: int, sit_outs: int, scheme: Scheme) -> int:
    """Return the points of all rounds in which a player sat out, in units, from the sum of the
    player's results and their number.

    The player's mean is taken over all results in the table, rounded half to even to a hundredth,
    and is at least half a win. If a win is not worth a fixed number, `win` uses the mean, too.
    """
    if not sit_outs or scheme.sit_out == "nothing":
        return 0
    win = win_points(scheme)
    if scheme.sit_out == "win" and win is not None:
        return sit_outs * win
    mean = mean_points(earned, played)
    return sit_outs * (mean if win is None else max(mean, win // 2))


def counting_sessions(attended: int, scheme: Scheme) -> int:
    """Return how many of the attended sessions count: the worst are dropped, but never the last
    one."""
    remaining = max(attended - scheme.drop_worst, min(attended, 1))
    return remaining if scheme.best_evenings is None else min(remaining, scheme.best_evenings)


def season_points(session_points: Collection[int], played: int, scheme: Scheme) -> int:
    """Return the points of a season from the points of each attended session and the number of
    results: the best sessions that count, or the mean of all results, and attendance; penalties are
    not taken off.

    A share of a result is one of the results of a mean, as it is one match played in the table: it
    brings in the points of the share and counts as much as a whole match.
    """
    attended = len(session_points)
    attendance = scheme.attendance * attended * UNIT
    if scheme.aggregate == "mean":
        return mean_points(sum(session_points), played) + attendance
    counted = sorted(session_points, reverse=True)[: counting_sessions(attended, scheme)]
    return sum(counted) + attendance


def is_qualified(attended: int, played: int, scheme: Scheme) -> bool:
    """Return whether a player with this number of sessions and of results is listed before those
    who have too few of them."""
    return attended >= scheme.minimum_evenings and played >= scheme.minimum_matches
