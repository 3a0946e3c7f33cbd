"""What a table is reckoned from, as the pure part sees it. All numbers are whole."""

from collections.abc import Sequence
from typing import NamedTuple, NewType

PlayerId = NewType("PlayerId", int)


class Fact(NamedTuple):
    """One seat of one finished match; a match is given with all its seats.

    `evening` is the position of the session in time, 0 first. `place` counts from 1, `sharing` says
    how many share it (1 = nobody else). `total` is the sum of the scores of all `players` at the
    table. `target` (at least 1) is the score that was played to, None where there is none.
    """

    match: int
    session: int
    evening: int
    player: PlayerId
    place: int
    players: int
    sharing: int
    score: int
    total: int
    target: int | None


class Penalty(NamedTuple):
    """Whole league points taken off; 0 is a notice."""

    session: int
    evening: int
    player: PlayerId
    points: int
    reason: str


class SitOut(NamedTuple):
    """A round of tables that the player had to watch."""

    session: int
    evening: int
    player: PlayerId


class TiebreakDraw(NamedTuple):
    """Lots that were drawn, best first."""

    players: tuple[PlayerId, ...]


class SeasonFacts(NamedTuple):
    """All that counts for one table, in any order; only `draws` are in time, oldest first."""

    facts: Sequence[Fact]
    penalties: Sequence[Penalty] = ()
    sit_outs: Sequence[SitOut] = ()
    draws: Sequence[TiebreakDraw] = ()
