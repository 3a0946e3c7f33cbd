"""The story of a match: the leaders after each round, and the round that decided it. Pure."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple


class MatchStory(NamedTuple):
    """The course of a match; seats count from 0 and rounds from 1.

    `leaders` are the seats with the highest total after each round. `margin` is how far the winners
    are ahead of the best other who did not give up, None without such a player. `decisive` is the
    round after which the winners led for good, None without rivals. `deficit` is how far the
    winners were behind at worst.
    """

    winners: tuple[int, ...]
    leaders: tuple[tuple[int, ...], ...]
    margin: int | None
    decisive: int | None
    deficit: int

    @property
    def rounds(self) -> int:
        return len(self.leaders)

    @property
    def led_throughout(self) -> bool:
        return self.rounds > 1 and self.decisive == 1

    @property
    def won_in_last_round(self) -> bool:
        return self.rounds > 1 and self.decisive == self.rounds

    @property
    def turning_point(self) -> int | None:
        """The decisive round, unless it is the only one or the winners led from the first on."""
        return self.decisive if self.rounds > 1 and not self.led_throughout else None

    @property
    def lead_changes(self) -> int:
        """The number of times that another player took the sole lead."""
        alone = [leaders[0] for leaders in self.leaders if len(leaders) == 1]
        return sum(one != other for one, other in pairwise(alone))


def match_story(
    totals: Sequence[Sequence[int]], places: Sequence[int], gave_up: Collection[int] = ()
) -> MatchStory | None:
    """Return the course of a match from its totals after each round; None without a round.

    >>> story = match_story([[5, 8, 0], [12, 9, 3], [20, 18, 4]], [1, 2, 3])
    >>> story.winners, story.margin, story.decisive, story.deficit
    ((0,), 2, 2, 3)
    """
    if not totals:
        return None
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    rivals = [seat for seat in range(len(places)) if seat not in winners and seat not in gave_up]
    ahead = [_lead_of(after, winners, rivals) for after in totals] if rivals else []
    return MatchStory(
        winners,
        tuple(_leaders(after) for after in totals),
        margin=ahead[-1] if ahead else None,
        decisive=_decisive_round(ahead),
        deficit=max(0, -min(ahead, default=0)),
    )


def _leaders(totals: Sequence[int]) -> tuple[int, ...]:
    best = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def _lead_of(totals: Sequence[int], winners: Sequence[int], rivals: Sequence[int]) -> int:
    """Return how far the last of the winners is ahead of the best rival; negative if behind."""
    return min(totals[seat] for seat in winners) - max(totals[seat] for seat in rivals)


def _decisive_round(ahead: Sequence[int]) -> int | None:
    """Return the first round from which the winners were ahead after every round."""
    decisive = None
    for number in range(len(ahead), 0, -1):
        if ahead[number - 1] <= 0:
            break
        decisive = number
    return decisive
