"""The status of a result, from plain facts: none, entered, confirmed by its quorum, final.

Only `none` is not played; a 0 is a score. Seats count from 0, and times are arguments.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from games.base import places

HOUR = timedelta(hours=1)


class ResultState(StrEnum):
    """The state of a result; a disputed result stays `confirmed` and is not final."""

    NONE = "none"
    ENTERED = "entered"
    CONFIRMED = "confirmed"
    FINAL = "final"


class ResultMark(StrEnum):
    """A mark beside a state. `provisional`: the result is not final. `void`: there is no result and
    none is expected."""

    PROVISIONAL = "provisional"
    DISPUTED = "disputed"
    VOID = "void"
    POSTPONED = "postponed"


class Quorum(StrEnum):
    """The players whose confirmations a result needs. `one`: any player but the one who entered
    it."""

    NOBODY = "nobody"
    ONE = "one"
    MAJORITY = "majority"
    ALL = "all"
    REFEREE = "referee"


@dataclass(frozen=True)
class ResultFacts:
    """The facts that decide the status. `confirmed` are the seats that have confirmed this very
    result, `own` is the one of them that entered it. `by_time`: no player has objected within the
    time limit. `locked`: it cannot change any more."""

    has_result: bool
    quorum: Quorum = Quorum.NOBODY
    seats: int = 0
    confirmed: frozenset[int] = frozenset()
    own: int | None = None
    by_referee: bool = False
    by_time: bool = False
    locked: bool = False
    disputed: bool = False
    void: bool = False
    postponed: bool = False


@dataclass(frozen=True)
class MissingConfirmations:
    """The number of missing confirmations, and whose count: of these seats, or the referee's."""

    count: int
    seats: tuple[int, ...] = ()

    @property
    def of_referee(self) -> bool:
        return self.count > 0 and not self.seats


NONE_MISSING = MissingConfirmations(0)


@dataclass(frozen=True)
class ResultStatus:
    """The state of a result, its marks and its missing confirmations."""

    state: ResultState
    marks: tuple[ResultMark, ...]
    needed: MissingConfirmations = NONE_MISSING

    @property
    def is_final(self) -> bool:
        return self.state == ResultState.FINAL

    @property
    def is_provisional(self) -> bool:
        return ResultMark.PROVISIONAL in self.marks

    @property
    def is_disputed(self) -> bool:
        return ResultMark.DISPUTED in self.marks


def result_status(facts: ResultFacts) -> ResultStatus:
    """Return the status of a result."""
    if not facts.has_result:
        return ResultStatus(ResultState.NONE, _marks_without_result(facts))
    missing = _missing_from_facts(facts)
    if missing.count:
        marks = [ResultMark.PROVISIONAL, *([ResultMark.DISPUTED] if facts.disputed else [])]
        return ResultStatus(ResultState.ENTERED, tuple(marks), missing)
    if facts.disputed:
        return ResultStatus(ResultState.CONFIRMED, (ResultMark.PROVISIONAL, ResultMark.DISPUTED))
    return ResultStatus(ResultState.FINAL, ())


def missing_confirmations(
    quorum: Quorum, seats: int, confirmed: frozenset[int] = frozenset(), own: int | None = None
) -> MissingConfirmations:
    """Return the confirmations that are missing from the players at the table, or from the referee.

    >>> missing_confirmations(Quorum.MAJORITY, 4, frozenset({1}))
    MissingConfirmations(count=2, seats=(0, 2, 3))
    >>> missing_confirmations(Quorum.ONE, 3, frozenset({0}), own=0)
    MissingConfirmations(count=1, seats=(1, 2))
    """
    if quorum == Quorum.NOBODY:
        return NONE_MISSING
    if quorum == Quorum.REFEREE:
        return MissingConfirmations(1)
    eligible = [seat for seat in range(seats) if quorum != Quorum.ONE or seat != own]
    required = {Quorum.ONE: 1, Quorum.MAJORITY: seats // 2 + 1, Quorum.ALL: seats}[quorum]
    count = required - len(confirmed.intersection(eligible))
    return (
        MissingConfirmations(count, tuple(seat for seat in eligible if seat not in confirmed))
        if count > 0
        else NONE_MISSING
    )


def due_at(entered_at: datetime, hours: int) -> datetime:
    """Return when a result counts as confirmed by time: at the next full hour, so that pages cached
    for an hour are never out of date.

    >>> due_at(datetime(2026, 10, 1, 20, 10), 2)
    datetime.datetime(2026, 10, 1, 23, 0)
    """
    deadline = entered_at + hours * HOUR
    full_hour = deadline.replace(minute=0, second=0, microsecond=0)
    return full_hour if full_hour == deadline else full_hour + HOUR


def _missing_from_facts(facts: ResultFacts) -> MissingConfirmations:
    if facts.locked or facts.by_referee or facts.by_time:
        return NONE_MISSING
    return missing_confirmations(facts.quorum, facts.seats, facts.confirmed, facts.own)


def _marks_without_result(facts: ResultFacts) -> tuple[ResultMark, ...]:
    if facts.void:
        return (ResultMark.VOID,)
    return (ResultMark.POSTPONED,) if facts.postponed else ()


def places_with_forfeits(totals: Sequence[int], lost: Sequence[bool]) -> list[int]:
    """Return the places by the totals; the seats that are `lost` by forfeit share the last
    place."""
    left = [total for total, is_lost in zip(totals, lost, strict=True) if not is_lost]
    ranked = iter(places(left))
    return [len(left) + 1 if is_lost else next(ranked) for is_lost in lost]
