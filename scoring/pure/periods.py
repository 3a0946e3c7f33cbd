"""A period of a ladder as it ends, and the plan of the next one. Levels count from 1, the top."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.pure.facts import PlayerId

MOST_DIVISIONS = 10
PlaceByPlayer = Mapping[PlayerId, int]


class Movement(StrEnum):
    """The way in which a player came into a division."""

    PROMOTED = "promoted"
    RELEGATED = "relegated"
    STAYED = "stayed"
    NEW = "new"
    RETURNED = "returned"
    PLAY_OFF = "play_off"


class MovementReason(StrEnum):
    """The reason why a player moves or stays."""

    UP = "up"  # among the first
    ALSO_UP = "also_up"  # a place above was free
    DOWN = "down"  # among the last
    ALSO_DOWN = "also_down"  # the division had become too large
    IN_BETWEEN = "in_between"
    WILLING = "willing"  # stays of his own will
    HELD = "held"  # among the first, but there is no place above
    SPARED = "spared"  # among the last, but a place is free
    WON = "won"  # the play-off
    LOST = "lost"
    WAITING = "waiting"  # for the play-off; stays until then
    CLOSED = "closed"  # his division is no longer there
    NEW = "new"
    RETURNED = "returned"


class DivisionRules(NamedTuple):
    """The rules at each cut: `up` players go up and `down` players go down, and `play_off` more
    from either side play one table for as many places above."""

    up: int = 1
    down: int = 1
    play_off: int = 0
    least: int = 2
    most: int = 8


class Arrival(NamedTuple):
    """A player who joins at a level; 0 is the last division."""

    player: PlayerId
    level: int = 0
    returned: bool = False


@dataclass(frozen=True)
class EndingPeriod:
    """A period as it ends. Each division lists its groups of equals, best first. `leaving` do not
    continue, `content` do not want to go up; `tables` are the places of the play-offs that were
    played."""

    divisions: Sequence[Sequence[Collection[PlayerId]]]
    rules: DivisionRules
    seed: str = ""
    leaving: Collection[PlayerId] = ()
    content: Collection[PlayerId] = ()
    arrivals: Sequence[Arrival] = ()
    tables: Sequence[PlaceByPlayer] = ()
    count: int = 0  # divisions of the next period; 0: as many as now

    @property
    def next_count(self) -> int:
        return self.count or len(self.divisions)

    @property
    def withdrawn(self) -> frozenset[PlayerId]:
        """Return who has no interest in a play-off for a place above: they leave or decline."""
        return frozenset(self.leaving) | frozenset(self.content)


class DivisionStep(NamedTuple):
    """The move of one player. `source` is 0 for an arrival. `place` is the final one, shared or
    not, 0 for an arrival."""

    player: PlayerId
    came: Movement
    reason: MovementReason
    source: int
    target: int
    place: int = 0


class PlaceDraw(NamedTuple):
    """The order of players who shared a place, decided by a table of their own or by
    `Random(seed).shuffle` of their sorted ids."""

    level: int
    place: int
    players: tuple[PlayerId, ...]
    seed: str
    by_table: bool


class PlayOff(NamedTuple):
    """One table for the places that both sides of a cut compete for. `above` is the upper level;
    the best `winners` play there in the next period."""

    above: int
    players: tuple[PlayerId, ...]
    winners: int
    played: bool


class DivisionFinding(NamedTuple):
    """A problem to look at first. `number` is the size, `least` and `most` are the expected
    limits."""

    code: str
    level: int = 0
    number: int = 0
    least: int = 0
    most: int = 0


@dataclass(frozen=True)
class DivisionPlan:
    """The divisions of the next period, players best first, and the reasons."""

    divisions: Sequence[Sequence[PlayerId]]
    steps: Sequence[DivisionStep]
    left: Sequence[PlayerId]
    lots: Sequence[PlaceDraw]
    play_offs: Sequence[PlayOff]
    findings: Sequence[DivisionFinding]
