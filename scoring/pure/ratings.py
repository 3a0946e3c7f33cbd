"""Ratings: how strong players are, by a model of openskill. Pure.

The model is Bradley and Terry's, every side compared with every other at its table. That of
Plackett and Luce, which openskill offers first, rates a single ranking as well, but not ties: of
five equal players, two who share the first place would gain less than the third.

Nothing depends on the order in which sides or players are given: they are rated in the order of
their ranks and ratings, so that even the last digit of a number is the same for any entry order,
and equals who share a place stay equals.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import chain
from typing import NamedTuple

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from scoring.pure.encounters import Encounter
from scoring.pure.facts import PlayerId

MOST_SIDES = 8  # so that nobody at a table is out of the window
MODEL = BradleyTerryPart(window_size=MOST_SIDES)
ALGORITHM = f"openskill-{version('openskill')}-bradley-terry-1"  # another one rates all anew
SHOWN_START, SHOWN_SCALE, CAUTION = 1000, 40, 3


class Rating(NamedTuple):
    """The model's own numbers: the strength is about `mu`, give or take `sigma`."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """What the player has proved: 1000 for newcomers, more as more is known."""
        return round(SHOWN_START + SHOWN_SCALE * (self.mu - CAUTION * self.sigma))

    @property
    def deviation(self) -> int:
        """One sigma in the shown scale."""
        return round(SHOWN_SCALE * self.sigma)


RatingsByPlayer = dict[PlayerId, BradleyTerryPartRating]
Strength = tuple[float, float]  # plain, as thousands of them are made for a glance


def replay(
    matches: Iterable[Sequence[Encounter]], before: Mapping[PlayerId, Rating]
) -> Iterator[dict[PlayerId, Rating]]:
    """For each match, its encounters in order, the ratings of its players after it.

    Who is not in `before` is a newcomer.
    """
    known: RatingsByPlayer = {player: MODEL.rating(*rating) for player, rating in before.items()}
    for encounters in matches:
        players: set[PlayerId] = set()
        for encounter in encounters:
            players.update(_rate(encounter, known))
        yield {player: Rating(known[player].mu, known[player].sigma) for player in players}


class _Teams(list[list[BradleyTerryPartRating]]):
    """`rate` begins with a deep copy of its teams, which takes half of its time; ours may change,
    as the answer takes their place anyway."""

    def __deepcopy__(self, memo: object) -> "_Teams":
        return self


def _rate(encounter: Encounter, known: RatingsByPlayer) -> list[PlayerId]:
    """Puts the new ratings into `known`; returns whose they are."""
    # by ratings before players, so that equals stand together and are added up in the same order
    order = sorted(
        (rank, *_strengths(side, known))
        for side, rank in zip(encounter.sides, encounter.ranks, strict=True)
    )
    rated = MODEL.rate(
        _Teams([known[player] for player in players] for _, _, players in order),
        ranks=[float(rank) for rank, _, _ in order],
    )
    players = [player for _, _, side in order for player in side]
    known.update(zip(players, chain.from_iterable(rated), strict=True))
    return players


def _strengths(side: Sequence[int], known: RatingsByPlayer) -> tuple[list[Strength], list[PlayerId]]:
    """The ratings of a side in their own order, and whose they are."""
    found = sorted((_strength(PlayerId(player), known), PlayerId(player)) for player in side)
    return [rating for rating, _ in found], [player for _, player in found]


def _strength(player: PlayerId, known: RatingsByPlayer) -> Strength:
    rating = known.get(player)
    if rating is None:
        rating = known[player] = MODEL.rating()
    return rating.mu, rating.sigma
