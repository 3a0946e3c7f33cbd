"""Computes the places a player can still reach, from the rest of the plan of a season.

Every player's final points lie between a least and a most, computed independently. The players who
are certainly ahead, and those who may still end level or better, bound the player's place. The
range is sound, and it never grows with a match as long as the plan is kept. Two bounds are wider
than they could be: the value of an own mean for sit-outs, and the least sum of a player who can
stay below the minimum of matches, which counts all remaining matches. Not foreseen are results
entered for past sessions, corrections, penalties, later weights of evenings, and players who were
not counted as newcomers.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate
from math import isqrt
from typing import NamedTuple

from problems.seats import SEATS
from scoring.pure.facts import Fact, PlayerId, SeasonFacts
from scoring.pure.points import (
    counting_sessions,
    is_qualified,
    mean_points,
    result_points,
    sit_out_points,
)
from scoring.pure.schemes import MAX_SCALE, Scheme
from scoring.pure.units import UNIT

MOST_POINTS = 2**63 * MAX_SCALE * UNIT  # beyond what any score that can be stored earns

QualifiedPoints = tuple[bool, int]  # qualified, points in units: what ranks before all tie-breaks
PointsBySession = Mapping[int, Sequence[int]]  # session → what each match earned


class PlaceRange(NamedTuple):
    """The best and the worst place that a player can still reach."""

    best: int
    worst: int


class RaceStatus(StrEnum):
    """The status of a player in the race, from the range of places."""

    CERTAIN = "certain"
    CAN_WIN = "can_win"
    CANNOT_RISE = "cannot_rise"


class RemainingPlay(NamedTuple):
    """The rest of a season. `session` is the latest one if it is still running, `evenings` come
    after it; `match` is the least and the most that one match can earn, in units."""

    scheme: Scheme
    session: int | None
    evenings: int
    matches: int
    match: tuple[int, int]

    @property
    def is_over(self) -> bool:
        return self.session is None and not self.evenings


class PointsRange(NamedTuple):
    """The least and the most with which a player can end."""

    least: QualifiedPoints
    most: QualifiedPoints


def possible_places(
    history: SeasonFacts,
    scheme: Scheme,
    *,
    newcomers: int = 0,
    evening_over: bool = False,
    heaviest: int = 100,
) -> dict[PlayerId, PlaceRange] | None:
    """Return the best and the worst final place of every player in the table, ties counting as
    both; None, no claim, where `remaining_play` is.

    `newcomers` have not played yet and still may.
    """
    plan = remaining_play(history, scheme, evening_over=evening_over, heaviest=heaviest)
    return None if plan is None else places_after(plan, history, newcomers)


def remaining_play(
    history: SeasonFacts, scheme: Scheme, *, evening_over: bool = False, heaviest: int = 100
) -> RemainingPlay | None:
    """Return the rest of the plan; None without a plan (planned sessions and matches per session),
    if more was played than planned, or if results fade. `heaviest` is the greatest weight of an
    evening that was announced, in per cent; a later one may weigh as much.

    The latest session with results is still running unless `evening_over`; earlier ones are over. A
    session is one of the planned ones once it has a result.
    """
    sessions = sorted({(fact.session_index, fact.session) for fact in history.facts})
    if scheme.planned_evenings is None or scheme.matches_per_evening is None:
        return None
    if scheme.kept_per_month is not None:
        return None
    busiest = max(
        Counter((fact.player, fact.session) for fact in history.facts).values(), default=0
    )
    if len(sessions) > scheme.planned_evenings or busiest > scheme.matches_per_evening:
        return None
    return RemainingPlay(
        scheme,
        session=sessions[-1][1] if sessions and not evening_over else None,
        evenings=scheme.planned_evenings - len(sessions),
        matches=scheme.matches_per_evening,
        match=_weighted(match_range(scheme), 100 if scheme.aggregate == "mean" else heaviest),
    )


def remaining_rounds(scheme: Scheme, rounds: int) -> RemainingPlay | None:
    """Return the rest of a tournament with `rounds` more rounds, of one match for each player; None
    for a scheme that depends on the distribution of matches over sessions."""
    if scheme.best_evenings or scheme.drop_worst or scheme.attendance or scheme.minimum_evenings:
        return None
    return RemainingPlay(
        scheme, session=None, evenings=rounds, matches=1, match=match_range(scheme)
    )


def places_after(
    plan: RemainingPlay, history: SeasonFacts, newcomers: int = 0
) -> dict[PlayerId, PlaceRange]:
    """Return the best and the worst place of every player in the table after what remains."""
    results = _points_by_session(history.facts, plan.scheme)
    penalties: defaultdict[PlayerId, int] = defaultdict(int)
    for penalty in history.penalties:
        penalties[penalty.player] += penalty.points * UNIT
    sit_outs = Counter(sit_out.player for sit_out in history.sit_outs)
    ranges = {
        player: _points_range(
            by_session, plan, penalties[player], _sit_out_range(by_session, plan, sit_outs[player])
        )
        for player, by_session in results.items()
    }
    return _place_ranges(
        ranges, [_points_range({}, plan, 0)] * newcomers if _sessions_to_begin(plan) else []
    )


def race_statuses(
    places: Mapping[PlayerId, int], ranges: Mapping[PlayerId, PlaceRange]
) -> dict[PlayerId, RaceStatus]:
    """Return the proven statuses of players with these places. CAN_WIN is reported only if at least
    one player can no longer win."""
    everybody_can_win = all(reach.best == 1 for reach in ranges.values())
    statuses = {
        player: _race_status(place, ranges[player], can_win=not everybody_can_win)
        for player, place in places.items()
        if player in ranges
    }
    return {player: status for player, status in statuses.items() if status}


def _race_status(place: int, reach: PlaceRange, *, can_win: bool) -> RaceStatus | None:
    if reach.best == reach.worst:
        return RaceStatus.CERTAIN
    if reach.best == 1:
        return RaceStatus.CAN_WIN if can_win else None
    return RaceStatus.CANNOT_RISE if reach.best >= place else None


def _points_by_session(facts: Collection[Fact], scheme: Scheme) -> dict[PlayerId, PointsBySession]:
    points: defaultdict[PlayerId, defaultdict[int, list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for fact in facts:
        points[fact.player][fact.session].append(result_points(fact, scheme))
    return dict(points)


def match_range(scheme: Scheme) -> tuple[int, int]:
    """Return the least and the most that a match can earn, at a table of any size. 0 lies between
    them, since a share of a result may be next to nothing."""
    if scheme.points == "place_fraction":
        return 0, scheme.scale * UNIT
    if scheme.points == "place_points":
        assert scheme.place_points is not None, "a scheme with place points has its lists"
        points = [worth for results in scheme.place_points.values() for worth in results]
        return min(0, *points) * UNIT, max(0, *points) * UNIT
    if scheme.points == "capped_margin":
        assert scheme.cap is not None, "a scheme with margins has its cap"
        return -scheme.cap * UNIT, scheme.cap * UNIT
    if scheme.points == "z_score":  # at most √(n − 1), by one who is far from all others
        most = isqrt(scheme.scale**2 * (max(SEATS) - 1)) + 1
        return -most * UNIT, most * UNIT
    return -MOST_POINTS, MOST_POINTS


def _weighted(match: tuple[int, int], heaviest: int) -> tuple[int, int]:
    """Return the range for evenings of every weight up to this one, in per cent; 0 lies in it."""
    least, most = match
    return least * max(heaviest, 100) // 100, -(-most * max(heaviest, 100) // 100)


def _sessions_to_begin(plan: RemainingPlay, sessions: Collection[int] = ()) -> int:
    """Return how many sessions the player of these sessions can still begin."""
    return plan.evenings + (plan.session is not None and plan.session not in sessions)


def _points_range(
    points_by_session: PointsBySession,
    plan: RemainingPlay,
    penalty: int,
    sit_outs: tuple[int, int] = (0, 0),
) -> PointsRange:
    """Return the extremes over every number of sessions that may still come."""
    further = range(0 if points_by_session else 1, _sessions_to_begin(plan, points_by_session) + 1)
    of_scheme = _mean_range if plan.scheme.aggregate == "mean" else _sum_range
    least, most = of_scheme(points_by_session, plan, further)
    fewest, greatest = sit_outs
    return PointsRange(
        (least[0], least[1] + fewest - penalty), (most[0], most[1] + greatest - penalty)
    )


def _sum_range(
    points_by_session: PointsBySession, plan: RemainingPlay, further: range
) -> PointsRange:
    """Return the extremes of a sum. For a fixed number of sessions it rises with the points of each
    of them, so all are taken at their least or at their most."""
    least, most = plan.match
    scheme, attended, played = plan.scheme, len(points_by_session), _played(points_by_session)
    left = {
        session: _matches_left(plan, session, points)
        for session, points in points_by_session.items()
    }
    worst, best = (
        [sum(points) + left[session] * match for session, points in points_by_session.items()]
        for match in plan.match
    )
    worst_totals = _totals(worst, plan.matches * least, further, scheme)
    best_totals = _totals(best, plan.matches * most, further, scheme)
    most_played = played + sum(left.values())
    return PointsRange(
        min(
            (is_qualified(attended + number, played + number, scheme), points)
            for number, points in zip(further, worst_totals, strict=True)
        ),
        max(
            (is_qualified(attended + number, most_played + number * plan.matches, scheme), points)
            for number, points in zip(further, best_totals, strict=True)
        ),
    )


def _mean_range(
    points_by_session: PointsBySession, plan: RemainingPlay, further: range
) -> PointsRange:
    """Return the extremes of a mean. It moves with every further match that earns the least or the
    most, so all of them are played; for the least, perhaps only as many as leave one missing."""
    scheme, attended, played = plan.scheme, len(points_by_session), _played(points_by_session)
    earned = sum(sum(points) for points in points_by_session.values())
    left = sum(_matches_left(plan, *of_session) for of_session in points_by_session.items())
    most_left = {number: left + number * plan.matches for number in further}
    spare = scheme.minimum_matches - played - 1  # matches until one is missing

    def end(number: int, matches: int, match: int) -> QualifiedPoints:
        mean = mean_points(earned + matches * match, played + matches)
        return (
            is_qualified(attended + number, played + matches, scheme),
            mean + scheme.attendance * (attended + number) * UNIT,
        )

    least, most = plan.match
    return PointsRange(
        min(
            end(number, matches, least)
            for number, all_left in most_left.items()
            for matches in (all_left, max(number, min(all_left, spare)))
        ),
        max(end(number, all_left, most) for number, all_left in most_left.items()),
    )


def _played(points_by_session: PointsBySession) -> int:
    return sum(len(points) for points in points_by_session.values())


def _matches_left(plan: RemainingPlay, session: int, points: Sequence[int]) -> int:
    """Return how many matches a player of this session can still play in it."""
    return plan.matches - len(points) if session == plan.session else 0


def _sit_out_range(
    points_by_session: PointsBySession, plan: RemainingPlay, sit_outs: int
) -> tuple[int, int]:
    """Return the least and the most that the rounds in which a player sat out can be worth in the
    end: an own mean moves with every match. A sit-out to come is worth no more than a win."""
    results = [points for of_session in points_by_session.values() for points in of_session]
    left = (plan.evenings + (plan.session is not None)) * plan.matches
    least, most = [
        sit_out_points(sum(results) + left * points, len(results) + left, sit_outs, plan.scheme)
        for points in plan.match
    ]
    return least, most


def _totals(
    evenings: Sequence[int], new_points: int, further: range, scheme: Scheme
) -> Iterator[int]:
    """Yield the points of the season after each number of further sessions of `new_points` points,
    in units."""
    best_first = sorted(evenings, reverse=True)
    sums = [0, *accumulate(best_first)]
    better = sum(points > new_points for points in evenings)
    for number in further:
        attended = len(evenings) + number
        count = counting_sessions(attended, scheme)
        new_counted = min(max(count - better, 0), number)  # fresh ones among those that count
        yield (
            sums[count - new_counted]
            + new_counted * new_points
            + scheme.attendance * attended * UNIT
        )


def _place_ranges(
    ranges: Mapping[PlayerId, PointsRange], newcomers: Sequence[PointsRange]
) -> dict[PlayerId, PlaceRange]:
    """Return the ranges of places. The best place is behind the players who are certainly ahead;
    the worst is behind all others who may end level or better."""
    least = sorted(reach.least for reach in ranges.values())
    most = sorted(reach.most for reach in [*ranges.values(), *newcomers])
    return {
        player: PlaceRange(
            1 + len(least) - bisect_right(least, reach.most),
            len(most) - bisect_left(most, reach.least),
        )
        for player, reach in ranges.items()
    }
