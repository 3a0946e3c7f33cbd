"""Which places a player can still reach, from what the plan of a season leaves to be played.

Every player's final points lie between a least and a most, reckoned for himself alone; who is
surely ahead of him, and who may still end level or better, bounds his place. Sound, and never wider
after a match than before it, as long as the plan is kept: not foreseen are results entered for
evenings that were over, corrections, penalties, and players who were not counted as newcomers.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from scoring.pure.facts import Fact, SeasonFacts, PlayerId
from scoring.pure.points import result_points, counting_sessions
from scoring.pure.schemes import MAX_SCALE, Scheme
from scoring.pure.units import UNIT

FARTHEST = 2**63 * MAX_SCALE * UNIT  # beyond what any score that can be stored earns

QualifiedPoints = tuple[bool, int]  # qualified, points in units: what ranks before all tie-breaks
PointsBySession = Mapping[int, Sequence[int]]  # session → what each match earned


class PlaceRange(NamedTuple):
    best: int
    worst: int


class RemainingPlay(NamedTuple):
    """What is to come. `session` is the latest one if it still goes on, `evenings` come after it;
    `match` is the least and the most that one match can earn, in units."""

    scheme: Scheme
    session: int | None
    evenings: int
    matches: int
    match: tuple[int, int]


class PointsRange(NamedTuple):
    least: QualifiedPoints
    most: QualifiedPoints


def possible_places(
    history: SeasonFacts, scheme: Scheme, *, newcomers: int = 0, evening_over: bool = False
) -> dict[PlayerId, PlaceRange] | None:
    """The best and the worst final place of everyone in the table, ties counting as both.

    `newcomers` have not played yet and still may. The latest evening with results goes on unless
    `evening_over`; those before it are over. An evening is one of those planned once it has a
    result. None, no claim, without a plan (planned evenings and matches per evening) or when more
    was played than planned.
    """
    sessions = sorted({(fact.evening, fact.session) for fact in history.facts})
    if scheme.planned_evenings is None or scheme.matches_per_evening is None:
        return None
    results = _results(history.facts, scheme)
    busiest = max((len(each) for own in results.values() for each in own.values()), default=0)
    if len(sessions) > scheme.planned_evenings or busiest > scheme.matches_per_evening:
        return None
    plan = RemainingPlay(
        scheme,
        session=sessions[-1][1] if sessions and not evening_over else None,
        evenings=scheme.planned_evenings - len(sessions),
        matches=scheme.matches_per_evening,
        match=_match(scheme),
    )
    penalties: defaultdict[PlayerId, int] = defaultdict(int)
    for penalty in history.penalties:
        penalties[penalty.player] += penalty.points * UNIT
    reaches = {player: _reach(own, plan, penalties[player]) for player, own in results.items()}
    return _places(reaches, [_reach({}, plan, 0)] * newcomers if _more(plan) else [])


def _results(facts: Collection[Fact], scheme: Scheme) -> dict[PlayerId, PointsBySession]:
    found: defaultdict[PlayerId, defaultdict[int, list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for fact in facts:
        found[fact.player][fact.session].append(result_points(fact, scheme))
    return dict(found)


def _match(scheme: Scheme) -> tuple[int, int]:
    """The least and the most that a match can earn, at a table of any size."""
    if scheme.points == "place_fraction":
        return 0, scheme.scale * UNIT
    if scheme.points == "place_points":
        assert scheme.place_points is not None, "a scheme with place points has its lists"
        lists = scheme.place_points.values()
        return min(each[-1] for each in lists) * UNIT, max(each[0] for each in lists) * UNIT
    if scheme.points == "capped_margin":
        assert scheme.cap is not None, "a scheme with margins has its cap"
        return -scheme.cap * UNIT, scheme.cap * UNIT
    return -FARTHEST, FARTHEST


def _more(plan: RemainingPlay, own: Collection[int] = ()) -> int:
    """How many evenings the player of these sessions can still begin."""
    return plan.evenings + (plan.session is not None and plan.session not in own)


def _reach(own: PointsBySession, plan: RemainingPlay, penalty: int) -> PointsRange:
    """The extremes over every number of evenings still to come to. With that number fixed, points
    rise with those of each evening, so all of these are taken at their least or at their most."""
    least, most = plan.match
    left = {
        session: plan.matches - len(played) if session == plan.session else 0
        for session, played in own.items()
    }
    worst = [sum(played) + min(0, left[session] * least) for session, played in own.items()]
    best = [sum(played) + max(0, left[session] * most) for session, played in own.items()]
    more = range(0 if own else 1, _more(plan, own) + 1)
    return PointsRange(
        min(_finals(worst, min(least, plan.matches * least), more, plan.scheme, penalty)),
        max(_finals(best, max(most, plan.matches * most), more, plan.scheme, penalty)),
    )


def _finals(
    evenings: Sequence[int], fresh: int, more: range, scheme: Scheme, penalty: int
) -> Iterator[QualifiedPoints]:
    """The table's points after each number of further evenings of `fresh` points; all in units."""
    best_first = sorted(evenings, reverse=True)
    sums = [0, *accumulate(best_first)]
    above = sum(points > fresh for points in evenings)
    for number in more:
        attended = len(evenings) + number
        count = counting_sessions(attended, scheme)
        among = min(max(count - above, 0), number)  # fresh ones among those that count
        points = sums[count - among] + among * fresh + scheme.attendance * attended * UNIT
        yield attended >= scheme.minimum_evenings, points - penalty


def _places(reaches: Mapping[PlayerId, PointsRange], newcomers: Sequence[PointsRange]) -> dict[PlayerId, PlaceRange]:
    """Best: behind those who are surely ahead. Worst: behind all who may end level or better, of
    whom the player is one."""
    least = sorted(reach.least for reach in reaches.values())
    most = sorted(reach.most for reach in [*reaches.values(), *newcomers])
    return {
        player: PlaceRange(
            1 + len(least) - bisect_right(least, reach.most),
            len(most) - bisect_left(most, reach.least),
        )
        for player, reach in reaches.items()
    }
