"""The places of a reader's players in the queue of an evening."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from league.models import Player, Session
from league.operations.sessions import queue_play


class QueuePlace(NamedTuple):
    """The place of a player who waits; `is_next` says whether the next table is proposed to
    them, and `missing` how many more players it needs. In an arena the time may be up."""

    player: Player
    is_reader: bool
    place: int
    is_next: bool
    missing: int
    time_is_up: bool


def own_places(
    session: Session, players: Collection[Player], reader: Collection[int]
) -> list[QueuePlace]:
    """Return the places of these players; `reader` has the ids of those who are the reader."""
    queue = queue_play.queue_of(session) if players else None
    return [] if queue is None else list(_places(queue, players, reader))


def _places(
    queue: queue_play.Queue, players: Collection[Player], reader: Collection[int]
) -> Iterator[QueuePlace]:
    for player in players:
        waiting = queue.place_of(player.pk)
        if waiting is not None:
            yield QueuePlace(
                player,
                player.pk in reader,
                waiting.place,
                queue.is_next(player.pk),
                queue.missing,
                queue.time_is_up,
            )
