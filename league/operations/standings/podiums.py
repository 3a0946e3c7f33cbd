"""Podiums: the first three places of a table, with all who share them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from league.models import Player
from scoring import standings_queries
from scoring.models import Standing, Table

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
    best = [place for place in places if place.place <= LAST_STEP]
    if len(best) > MOST_ON_PODIUM:
        return []
    return [
        PodiumStep(place, list(people))
        for place, people in groupby(best, key=lambda one: one.place)
    ]


def winners(steps: Iterable[PodiumStep]) -> list[Player]:
    """Return who stands on the first step."""
    return [one.player for step in steps if step.place == 1 for one in step.people]


def of_table(table: Table) -> list[PodiumStep]:
    """Return the podium of a table; reads only its first rows."""
    return of_standings(standings_queries.read_page(table, 0, MOST_ON_PODIUM + 1).rows)


def of_standings(rows: Iterable[Standing]) -> list[PodiumStep]:
    """Return the podium of the first rows of a table. A player without the minimum of evenings
    or matches stands on none."""
    return podium(PodiumPlace(row.player, row.place, row.points) for row in rows if row.qualified)
