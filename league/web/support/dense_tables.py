"""Many tables at a glance: a square for each, in place of a card, on the desks of evenings and
tournaments. The choice is remembered until the person signs out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.models import Match, Player
from league.operations.matches import match_results
from league.web.support.request import Request

VIEW, DENSE, CARDS = "view", "dense", "cards"
SESSION_KEY = "desk_view"


class SquareState(StrEnum):
    """The state of a square, the most urgent first."""

    DISPUTED = "disputed"
    LATE = "late"
    UNCONFIRMED = "unconfirmed"
    SET = "set"
    PLAYING = "playing"
    POSTPONED = "postponed"
    DONE = "done"
    STOPPED = "stopped"
    ABANDONED = "abandoned"


@dataclass(frozen=True)
class TableSquare:
    """A table as a square, with the players of each seat in order of arrival. Without a match its
    seats are not published."""

    number: int
    match: Match | None
    people: Sequence[Sequence[Player]]
    state: SquareState

    @property
    def next_round(self) -> int:
        return self.match.rounds_played + 1 if self.match else 1

    @property
    def waits_for_round(self) -> bool:
        return self.state in {SquareState.SET, SquareState.PLAYING, SquareState.LATE}

    @property
    def waits_for_decision(self) -> bool:
        return self.state in {SquareState.DISPUTED, SquareState.UNCONFIRMED}


def is_dense(request: Request) -> bool:
    """Return whether the person wants squares; `?view=` in the address changes it."""
    choice = request.GET.get(VIEW)
    if choice in {DENSE, CARDS} and request.session.get(SESSION_KEY, CARDS) != choice:
        request.session[SESSION_KEY] = choice
    return bool(request.session.get(SESSION_KEY) == DENSE)


def square(
    number: int, match: Match | None, people: Sequence[Sequence[Player]], *, is_late: bool = False
) -> TableSquare:
    return TableSquare(number, match, people, _state(match, is_late=is_late))


def tally(squares: Sequence[TableSquare]) -> list[tuple[SquareState, int]]:
    """Return how many tables are in each state, the most urgent first."""
    counts = Counter(table_square.state for table_square in squares)
    return [(state, counts[state]) for state in SquareState if counts[state]]


def _state(match: Match | None, *, is_late: bool) -> SquareState:
    if match is None:
        return SquareState.SET
    if match.is_postponed:
        return SquareState.POSTPONED
    if match.ended:
        return _state_of_result(match)
    if is_late:
        return SquareState.LATE
    return SquareState.PLAYING if match.rounds_played else SquareState.SET


def _state_of_result(match: Match) -> SquareState:
    status = match_results.result_status(match)
    if status.is_disputed:
        return SquareState.DISPUTED
    if status.is_provisional:
        return SquareState.UNCONFIRMED
    if match.stopped_at is None:
        return SquareState.DONE
    return SquareState.STOPPED if match.over else SquareState.ABANDONED
