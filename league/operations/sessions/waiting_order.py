"""Order of players who wait for a table: pure functions of times.

A player who has waited longer is seated first. No one can have been passed over by more tables than
a player who has waited longer, so two players never differ by more than the tables that are started
at one time.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

MOST_TURNS = 60  # differences between players who have waited longer all count the same


@dataclass(frozen=True)
class StartedTable:
    """A table of the evening: when it started, and when its players became free again."""

    players: Collection[int]
    started_at: datetime
    free_at: datetime | None


@dataclass(frozen=True)
class WaitingPlayer:
    """A player in the queue. Players who became free at the same time share a place; `passes` is
    the number of tables that have started since then."""

    player: int
    place: int
    since: datetime
    passes: int


def waiting_order(
    arrivals: Mapping[int, datetime], tables: Sequence[StartedTable]
) -> list[WaitingPlayer]:
    """Return the queue of these free players, who arrived at these times."""
    since = {player: max([arrived, *_ends(player, tables)]) for player, arrived in arrivals.items()}
    times = sorted(since.values())
    return [
        WaitingPlayer(player, times.index(start) + 1, start, _passes(player, start, tables))
        for player, start in sorted(since.items(), key=lambda item: item[1])
    ]


def turns(queue: Iterable[WaitingPlayer]) -> dict[int, int]:
    """Return a number for each player of a queue: the longer they have waited, the higher. Players
    with the same place have the same number."""
    waiting = list(queue)
    places = sorted({one.place for one in waiting}, reverse=True)
    return {one.player: min(places.index(one.place), MOST_TURNS) for one in waiting}


def _ends(player: int, tables: Iterable[StartedTable]) -> list[datetime]:
    return [table.free_at for table in tables if table.free_at and player in table.players]


def _passes(player: int, since: datetime, tables: Iterable[StartedTable]) -> int:
    return sum(table.started_at > since and player not in table.players for table in tables)
