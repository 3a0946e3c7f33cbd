"""Awards that a club defines: who wins by a statistic. Pure.

Equal players share an award; if more than MOST_WINNERS are equal, it is not given.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.pure.awards import MOST_WINNERS
from scoring.pure.facts import PlayerId
from scoring.pure.statistics import Measure, ScoredResult, Statistic, Unit, by_player

MOST_RUNNERS_UP = 3


@dataclass(frozen=True)
class AwardTerms:
    """The terms of an award. Without `lowest` the highest value wins. `players` are those who can
    win; None means all."""

    statistic: Statistic
    lowest: bool = False
    minimum_matches: int = 0
    minimum_evenings: int = 0
    players: Collection[int] | None = None


class Candidate(NamedTuple):
    """A player who can win, with the value and the numbers that minimums ask for."""

    player: PlayerId
    measure: Measure
    matches: int
    evenings: int


class NotGiven(StrEnum):
    """The reason why an award has no winner."""

    NO_RESULT = "no_result"
    NO_PLAYER = "no_player"  # of the category
    MINIMUM = "minimum"
    ZERO = "zero"  # no player has any
    TIED = "tied"  # too many equal players


@dataclass(frozen=True)
class Outcome:
    """The winners, equal and by id; the next players, best first; or the reason for no winner.
    `tied` players are equal at the top, also if they are too many to win."""

    winners: Sequence[Candidate] = ()
    runners_up: Sequence[Candidate] = ()
    reason: NotGiven | None = None
    tied: int = 0


def outcome(facts: Iterable[ScoredResult], terms: AwardTerms) -> Outcome:
    """Return who wins an award by these facts, in any order."""
    own = by_player(facts)
    if not own:
        return Outcome(reason=NotGiven.NO_RESULT)
    entered = [
        _candidate(player, results, terms.statistic)
        for player, results in sorted(own.items())
        if terms.players is None or player in terms.players
    ]
    if not entered:
        return Outcome(reason=NotGiven.NO_PLAYER)
    qualified = [
        candidate
        for candidate in entered
        if candidate.matches >= terms.minimum_matches
        and candidate.evenings >= terms.minimum_evenings
    ]
    return _ranked(qualified, terms) if qualified else Outcome(reason=NotGiven.MINIMUM)


def _ranked(candidates: Sequence[Candidate], terms: AwardTerms) -> Outcome:
    sign = 1 if terms.lowest else -1
    ordered = sorted(candidates, key=lambda candidate: sign * candidate.measure.value)
    best = ordered[0].measure.value
    if terms.statistic.unit in (Unit.COUNT, Unit.SHARE) and not best and not terms.lowest:
        return Outcome(reason=NotGiven.ZERO)
    tied = sum(candidate.measure.value == best for candidate in ordered)
    if tied > MOST_WINNERS:
        return Outcome(reason=NotGiven.TIED, tied=tied)
    return Outcome(ordered[:tied], ordered[tied : tied + MOST_RUNNERS_UP], tied=tied)


def _candidate(
    player: PlayerId, results: Sequence[ScoredResult], statistic: Statistic
) -> Candidate:
    sessions = {each.fact.session for each in results}
    return Candidate(player, statistic.measure(results), len(results), len(sessions))
