"""Computes ratings of players' strength with a model of openskill. Pure.

The model is Bradley and Terry's, which compares every side with every other at its table. Plackett
and Luce's, openskill's first, rates a single ranking as well, but not ties: of five equal players,
two who share the first place would gain less than the third.

The order in which sides or players are given does not matter: they are rated in the order of their
ranks and ratings, so that even the last digit of a number is the same for any entry order, and
equals who share a place stay equal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import chain
from typing import NamedTuple

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from scoring.pure.encounters import Encounter
from scoring.pure.facts import PlayerId

MOST_SIDES = 8  # so that the window includes all players at a table
MODEL = BradleyTerryPart(window_size=MOST_SIDES)
ALGORITHM = f"openskill-{version('openskill')}-bradley-terry-1"  # a new value recomputes all
DISPLAY_START, DISPLAY_SCALE, CAUTION_SIGMAS = 1000, 40, 3


class Rating(NamedTuple):
    """The model's own numbers: the strength is about `mu`, give or take `sigma`."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """The rating to show: 1000 for newcomers, growing as results make the strength more
        certain."""
        return round(DISPLAY_START + DISPLAY_SCALE * (self.mu - CAUTION_SIGMAS * self.sigma))

    @property
    def deviation(self) -> int:
        """One sigma in the scale of the shown rating."""
        return round(DISPLAY_SCALE * self.sigma)


RatingsByPlayer = dict[PlayerId, BradleyTerryPartRating]
Strength = tuple[float, float]  # plain, as thousands of them are made for a glance


def replay(
    matches: Iterable[Sequence[Encounter]], before: Mapping[PlayerId, Rating]
) -> Iterator[dict[PlayerId, Rating]]:
    """Yield for each match, from its encounters in order, the ratings of its players after it.

    A player who is not in `before` is a newcomer.
    """
    ratings: RatingsByPlayer = {player: MODEL.rating(*rating) for player, rating in before.items()}
    for encounters in matches:
        players: set[PlayerId] = set()
        for encounter in encounters:
            players.update(_rate_encounter(encounter, ratings))
        yield {player: Rating(ratings[player].mu, ratings[player].sigma) for player in players}


class _Teams(list[list[BradleyTerryPartRating]]):
    """A list of teams that is not copied: `rate` begins with a deep copy, which takes half of its
    time, and its answer replaces these teams anyway."""

    def __deepcopy__(self, memo: object) -> "_Teams":
        return self


def _rate_encounter(encounter: Encounter, ratings: RatingsByPlayer) -> list[PlayerId]:
    """Put the new ratings into `ratings` and return whose they are."""
    # by ratings before players, so that equals stand together and are added up in the same order
    order = sorted(
        (rank, *_sorted_side(side, ratings))
        for side, rank in zip(encounter.sides, encounter.ranks, strict=True)
    )
    new_ratings = MODEL.rate(
        _Teams([ratings[player] for player in players] for _, _, players in order),
        ranks=[float(rank) for rank, _, _ in order],
    )
    players = [player for _, _, side in order for player in side]
    ratings.update(zip(players, chain.from_iterable(new_ratings), strict=True))
    return players


def _sorted_side(
    side: Sequence[int], ratings: RatingsByPlayer
) -> tuple[list[Strength], list[PlayerId]]:
    """Return the ratings of a side in ascending order, and whose they are."""
    pairs = sorted((_strength(PlayerId(player), ratings), PlayerId(player)) for player in side)
    return [rating for rating, _ in pairs], [player for _, player in pairs]


def _strength(player: PlayerId, ratings: RatingsByPlayer) -> Strength:
    rating = ratings.get(player)
    if rating is None:
        rating = ratings[player] = MODEL.rating()
    return rating.mu, rating.sigma
