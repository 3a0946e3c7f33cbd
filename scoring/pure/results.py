"""The life of a result, from plain facts: none, entered, confirmed by its quorum, final.

Only `none` is not played; a 0 is a score. Seats count from 0, and times are arguments.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

HOUR = timedelta(hours=1)


class ResultState(StrEnum):
    """`confirmed` is what a dispute keeps from being final."""

    NONE = "none"
    ENTERED = "entered"
    CONFIRMED = "confirmed"
    FINAL = "final"


class ResultMark(StrEnum):
    """What stands beside a state. `provisional`: a result that is not final. `void`: there is no
    result and none is waited for."""

    PROVISIONAL = "provisional"
    DISPUTED = "disputed"
    VOID = "void"
    POSTPONED = "postponed"


class Quorum(StrEnum):
    """Who has to confirm. `one`: anybody but who entered the result himself."""

    NOBODY = "nobody"
    ONE = "one"
    MAJORITY = "majority"
    ALL = "all"
    REFEREE = "referee"


@dataclass(frozen=True)
class ResultFacts:
    """`confirmed` are the seats that have confirmed this very result, `own` the one of them that
    entered it. `by_time`: nobody has objected for as long as is asked. `locked`: it cannot change
    any more."""

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
    """How many confirmations are missing, and whose count: of these seats, or the referee's."""

    count: int
    seats: tuple[int, ...] = ()

    @property
    def of_referee(self) -> bool:
        return self.count > 0 and not self.seats


NONE_MISSING = MissingConfirmations(0)


@dataclass(frozen=True)
class ResultStatus:
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
    if not facts.has_result:
        return ResultStatus(ResultState.NONE, _without_result(facts))
    missing = _missing(facts)
    if missing.count:
        marks = [ResultMark.PROVISIONAL, *([ResultMark.DISPUTED] if facts.disputed else [])]
        return ResultStatus(ResultState.ENTERED, tuple(marks), missing)
    if facts.disputed:
        return ResultStatus(ResultState.CONFIRMED, (ResultMark.PROVISIONAL, ResultMark.DISPUTED))
    return ResultStatus(ResultState.FINAL, ())


def missing_confirmations(
    quorum: Quorum, seats: int, confirmed: frozenset[int] = frozenset(), own: int | None = None
) -> MissingConfirmations:
    """What the players at the table, or the referee, have still to say.

    >>> needed(Quorum.MAJORITY, 4, frozenset({1}))
    Needed(count=2, seats=(0, 2, 3))
    >>> needed(Quorum.ONE, 3, frozenset({0}), own=0)
    Needed(count=1, seats=(1, 2))
    """
    if quorum == Quorum.NOBODY:
        return NONE_MISSING
    if quorum == Quorum.REFEREE:
        return MissingConfirmations(1)
    who = [seat for seat in range(seats) if quorum != Quorum.ONE or seat != own]
    wanted = {Quorum.ONE: 1, Quorum.MAJORITY: seats // 2 + 1, Quorum.ALL: seats}[quorum]
    left = wanted - len(confirmed.intersection(who))
    return (
        MissingConfirmations(left, tuple(seat for seat in who if seat not in confirmed)) if left > 0 else NONE_MISSING
    )


def due_at(entered_at: datetime, hours: int) -> datetime:
    """When nobody's silence is waited for any longer: at the next full hour, so that what is kept
    for an hour (pages) is never out of date.

    >>> due_at(datetime(2026, 10, 1, 20, 10), 2)
    datetime.datetime(2026, 10, 1, 23, 0)
    """
    at = entered_at + hours * HOUR
    full = at.replace(minute=0, second=0, microsecond=0)
    return full if full == at else full + HOUR


def _missing(facts: ResultFacts) -> MissingConfirmations:
    if facts.locked or facts.by_referee or facts.by_time:
        return NONE_MISSING
    return missing_confirmations(facts.quorum, facts.seats, facts.confirmed, facts.own)


def _without_result(facts: ResultFacts) -> tuple[ResultMark, ...]:
    if facts.void:
        return (ResultMark.VOID,)
    return (ResultMark.POSTPONED,) if facts.postponed else ()
