"""Upsets: a player ends a match ahead of a player who was rated much higher before it. Pure."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.pure.facts import PlayerId
from scoring.pure.ratings import Rating

LEAST_GAP = 150  # of shown ratings
LEAST_MATCHES = 5  # rated before: with fewer, a rating says little

RatingLine = list[Any]  # of a stored history: time, session, match, mu, sigma


class EarlierRating(NamedTuple):
    """The shown rating of a player before a match, and the number of matches behind it."""

    shown: int
    played: int


class Upset(NamedTuple):
    match: int
    winner: PlayerId
    loser: PlayerId
    winner_rating: int
    loser_rating: int

    @property
    def gap(self) -> int:
        return self.loser_rating - self.winner_rating


def rating_before(
    history: Sequence[RatingLine], position: tuple[float, int, int]
) -> EarlierRating | None:
    """Return the rating before a position in time (start, session, match); None for a
    newcomer."""
    played = bisect_left(history, [*position])
    return EarlierRating(Rating(*history[played - 1][3:]).shown, played) if played else None


def upsets_of_match(
    match: int, places: Mapping[PlayerId, int], before: Mapping[PlayerId, EarlierRating]
) -> list[Upset]:
    """Return the upsets of one match, the largest first."""
    rated = [
        player for player in places if player in before and before[player].played >= LEAST_MATCHES
    ]
    upsets = [
        Upset(match, winner, loser, before[winner].shown, before[loser].shown)
        for winner in rated
        for loser in rated
        if places[winner] < places[loser]
        and before[loser].shown - before[winner].shown >= LEAST_GAP
    ]
    return sorted(upsets, key=lambda upset: (-upset.gap, upset.winner, upset.loser))
