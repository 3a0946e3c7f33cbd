"""Judging one round by its evidence: the part common to all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from games import shape
from games.base import BreakdownLine, Evidence, IllegalMove, RoundVerdict
from games.shape import Spot
from problems.problem import Problem
from problems.text import Text


class RoundOutcome(Protocol):
    """Result of a valid round in a game; it may have further attributes of its own."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def breakdown(self) -> Sequence[BreakdownLine]: ...

    @property
    def notices(self) -> tuple[Problem, ...]: ...


class RoundState(Protocol):
    """The state of a round that moves change."""

    @property
    def over(self) -> bool: ...


M = TypeVar("M")
S = TypeVar("S", bound=RoundState)
Move = TypeVar("Move")
O = TypeVar("O", bound=RoundOutcome)  # noqa: E741
Check = Callable[[M, object, Spot], O | None]


def judge(
    match: M, raw: object, at: Spot, checks: Mapping[Evidence, Check[M, O]], over: Problem | None
) -> tuple[RoundVerdict, O | None]:
    """Return the verdict on a round, and its outcome if it is ok.

    `over` is the reason why no round can be played any more, if there is one.
    """
    evidence = shape.evidence(raw, at, checks)
    if over:
        return RoundVerdict(False, evidence, problems=(over.at(at.path),)), None
    outcome = checks[evidence](match, raw, at) if evidence else None
    if outcome is None:
        return RoundVerdict(False, evidence, problems=tuple(at.problems)), None
    scores, breakdown = outcome.scores, outcome.breakdown
    return RoundVerdict(True, evidence, scores, breakdown, (), outcome.notices), outcome


def replay(
    state: S,
    played: Sequence[object],
    at: Spot,
    players: int,
    read: Callable[[object, int], Move],
    advance: Callable[[S, Move], None],
    unfinished: Text,
) -> None:
    """Make the moves in this state, to the end or up to the first illegal one. Report that move, or
    with the words `unfinished` that the round is not over."""
    for index, raw in enumerate(played):
        try:
            advance(state, read(raw, players))
        except IllegalMove as illegal:
            at.problems.append(illegal.problem.at((at / index).path))
            return
    if not state.over:
        at.refuse(unfinished)
