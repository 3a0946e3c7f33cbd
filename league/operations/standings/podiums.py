"""Podiums: the first three places of a table, with all who share them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from league.models import Player
from scoring.models import Standing

LAST_STEP = 3
MOST_ON_PODIUM = 8  # with more, hardly anything has been decided


@dataclass(frozen=True)
class PodiumPlace:
    """A player on a podium; `points` are units of a table, `score` the points of a final."""

    player: Player
    place: int
    points: int | None = None
    score: int | None = None


@dataclass(frozen=True)
class PodiumStep:
    place: int
    people: Sequence[PodiumPlace]


def podium(places: Iterable[PodiumPlace]) -> list[PodiumStep]:
    """Return the steps, the first place first; `places` are in order."""
    best = [each for each in places if each.place <= LAST_STEP]
    if len(best) > MOST_ON_PODIUM:
        return []
    return [
        PodiumStep(place, list(people))
        for place, people in groupby(best, key=lambda one: one.place)
    ]


def of_standings(rows: Iterable[Standing]) -> list[PodiumStep]:
    """Return the podium of the first rows of a table. A player without the minimum of evenings
    stands on none."""
    return podium(PodiumPlace(row.player, row.place, row.points) for row in rows if row.qualified)
