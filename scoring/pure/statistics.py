"""Statistics of one player's results, for awards and columns of standings. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from problems.text import Text
from scoring.pure.facts import Fact, PlayerId
from scoring.pure.runs import longest_run
from scoring.pure.units import UNIT, half_even


class ScoredResult(NamedTuple):
    """A result with its points in units. `is_upset`: the player ended ahead of one who was rated
    much higher; `is_verified`: the match rests on more than a score sheet."""

    fact: Fact
    points: int
    is_upset: bool = False
    is_verified: bool = False


class Measure(NamedTuple):
    """The value of one player, `amount` / `of`, with the matches or sessions that prove it."""

    amount: int
    of: int = 1
    matches: Sequence[int] = ()
    sessions: Sequence[int] = ()

    @property
    def value(self) -> Fraction:
        return Fraction(self.amount, self.of)


class Unit(StrEnum):
    """The unit of a value: a number of things, units of points, a share of 1, or a score."""

    COUNT = "count"
    POINTS = "points"
    SHARE = "share"
    SCORE = "score"


class Mark(StrEnum):
    """A mark of facts that takes further reading."""

    UPSET = "upset"
    VERIFIED = "verified"


class Statistic(NamedTuple):
    """A statistic. `measure` takes the results of one player, at least one, in order of time.
    `of_game`: only comparable within one game."""

    code: str
    label: Text
    unit: Unit
    measure: Callable[[Sequence[ScoredResult]], Measure]
    of_game: bool = False
    needs: Mark | None = None


def points(own: Sequence[ScoredResult]) -> Measure:
    """Return the sum of points, with the matches of the most points first."""
    best_first = sorted(own, key=lambda each: -each.points)
    return Measure(sum(each.points for each in own), matches=_matches(best_first))


def mean_points(own: Sequence[ScoredResult]) -> Measure:
    return points(own)._replace(of=len(own))


def best_evening(own: Sequence[ScoredResult]) -> Measure:
    """Return the most points of one evening, of equal evenings the first."""
    by_session: defaultdict[int, int] = defaultdict(int)
    for each in own:
        by_session[each.fact.session] += each.points
    session = max(by_session, key=by_session.__getitem__)
    return Measure(by_session[session], sessions=[session])


def wins(own: Sequence[ScoredResult]) -> Measure:
    return _counted(own, _is_win)


def win_share(own: Sequence[ScoredResult]) -> Measure:
    return wins(own)._replace(of=len(own))


def winning_run(own: Sequence[ScoredResult]) -> Measure:
    run = longest_run(own, _is_win)
    return Measure(len(run), matches=_matches(run))


def matches(own: Sequence[ScoredResult]) -> Measure:
    return _counted(own, lambda each: True)


def evenings(own: Sequence[ScoredResult]) -> Measure:
    sessions = list(dict.fromkeys(each.fact.session for each in own))
    return Measure(len(sessions), sessions=sessions)


def highest_score(own: Sequence[ScoredResult]) -> Measure:
    best = max(own, key=_score)
    return Measure(_score(best), matches=_matches([best]))


def lowest_score(own: Sequence[ScoredResult]) -> Measure:
    least = min(own, key=_score)
    return Measure(_score(least), matches=_matches([least]))


def mean_score(own: Sequence[ScoredResult]) -> Measure:
    best_first = sorted(own, key=lambda each: -_score(each))
    return Measure(sum(map(_score, own)), len(own), matches=_matches(best_first))


def upset_matches(own: Sequence[ScoredResult]) -> Measure:
    return _counted(own, lambda each: each.is_upset)


def verified_matches(own: Sequence[ScoredResult]) -> Measure:
    return _counted(own, lambda each: each.is_verified)


STATISTICS: Mapping[str, Statistic] = {
    statistic.code: statistic
    for statistic in (
        Statistic("points", Text("statistic_points", "Points"), Unit.POINTS, points),
        Statistic(
            "mean_points",
            Text("statistic_mean_points", "Points per match"),
            Unit.POINTS,
            mean_points,
        ),
        Statistic(
            "best_evening",
            Text("statistic_best_evening", "Points on one evening"),
            Unit.POINTS,
            best_evening,
        ),
        Statistic("wins", Text("statistic_wins", "Wins"), Unit.COUNT, wins),
        Statistic(
            "win_share", Text("statistic_win_share", "Share of matches won"), Unit.SHARE, win_share
        ),
        Statistic(
            "winning_run", Text("statistic_winning_run", "Wins in a row"), Unit.COUNT, winning_run
        ),
        Statistic("matches", Text("statistic_matches", "Matches"), Unit.COUNT, matches),
        Statistic("evenings", Text("statistic_evenings", "Evenings"), Unit.COUNT, evenings),
        Statistic(
            "highest_score",
            Text("statistic_highest_score", "Highest score in a match"),
            Unit.SCORE,
            highest_score,
            of_game=True,
        ),
        Statistic(
            "lowest_score",
            Text("statistic_lowest_score", "Lowest score in a match"),
            Unit.SCORE,
            lowest_score,
            of_game=True,
        ),
        Statistic(
            "mean_score",
            Text("statistic_mean_score", "Mean score"),
            Unit.SCORE,
            mean_score,
            of_game=True,
        ),
        Statistic(
            "upset_matches",
            Text("statistic_upset_matches", "Matches ahead of a much higher rated player"),
            Unit.COUNT,
            upset_matches,
            needs=Mark.UPSET,
        ),
        Statistic(
            "verified_matches",
            Text("statistic_verified_matches", "Matches backed by cards, tiles or moves"),
            Unit.COUNT,
            verified_matches,
            needs=Mark.VERIFIED,
        ),
    )
}


def plain_value(statistic: Statistic, measure: Measure) -> str:
    """Return a value for programs: counts whole, shares in per cent, and all but counts with two
    decimals, rounded half to even.

    >>> plain_value(STATISTICS["win_share"], Measure(5, 12))
    '41.67'
    """
    exact = exact_value(statistic, measure)
    if statistic.unit == Unit.COUNT:
        return str(exact)
    factor = 10_000 if statistic.unit == Unit.SHARE else 100
    return str(Decimal(half_even(factor * exact.numerator, exact.denominator)).scaleb(-2))


def values(
    results: Iterable[ScoredResult], codes: Sequence[str]
) -> dict[PlayerId, dict[str, Measure]]:
    """Return the value of each of these statistics for every player with a result."""
    return {
        player: {code: STATISTICS[code].measure(own) for code in codes}
        for player, own in by_player(results).items()
    }


def by_player(results: Iterable[ScoredResult]) -> dict[PlayerId, list[ScoredResult]]:
    """Return the results of each player in order of time."""
    own: defaultdict[PlayerId, list[ScoredResult]] = defaultdict(list)
    for each in sorted(results, key=lambda each: (each.fact.session_index, each.fact.match)):
        own[each.fact.player].append(each)
    return own


def exact_value(statistic: Statistic, measure: Measure) -> Fraction:
    """Return a value in points, scores, things, or as a share of 1."""
    return measure.value / UNIT if statistic.unit == Unit.POINTS else measure.value


def _counted(own: Sequence[ScoredResult], counts: Callable[[ScoredResult], bool]) -> Measure:
    counted = [each for each in own if counts(each)]
    return Measure(len(counted), matches=_matches(counted))


def _matches(own: Iterable[ScoredResult]) -> list[int]:
    return [each.fact.match for each in own]


def _is_win(each: ScoredResult) -> bool:
    return each.fact.place == 1


def _score(each: ScoredResult) -> int:
    return each.fact.score
