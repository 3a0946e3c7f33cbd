"""The end of a match, as its page tells it: who won, how close it was, what decided it."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Match, Player, Seat
from league.web.games.sheet import ScoreSheet
from scoring.pure.match_story import MatchStory, match_story

STRIP_ROUNDS = range(3, 25)  # with fewer it says nothing, with more it cannot be read


@dataclass(frozen=True)
class RoundLeaders:
    """The leaders after a round; `decided` marks the turning point."""

    number: int
    players: Sequence[Player]
    decided: bool


@dataclass(frozen=True)
class MatchMoment:
    """`strip` is empty where it would say nothing."""

    story: MatchStory
    winners: Sequence[Player]
    score: int
    gave_up: Sequence[Player]
    strip: Sequence[RoundLeaders]


def match_moment(
    match: Match, seats: Sequence[Seat], score_sheet: ScoreSheet
) -> MatchMoment | None:
    """Return the end of a match; None while it has no result."""
    if not match.over:
        return None
    totals = [[cell.total for cell in line.cells] for line in score_sheet.lines]
    gave_up = [seat.number for seat in seats if seat.player_id in match.forfeits]
    story = match_story(totals, match.places, gave_up)
    if story is None:
        return None
    return MatchMoment(
        story,
        [seats[seat].player for seat in story.winners],
        max(match.totals[seat] for seat in story.winners),
        [seats[seat].player for seat in gave_up],
        _strip(story, seats) if _has_course(story) else [],
    )


def _has_course(story: MatchStory) -> bool:
    return story.rounds in STRIP_ROUNDS and len(set(story.leaders)) > 1


def _strip(story: MatchStory, seats: Sequence[Seat]) -> list[RoundLeaders]:
    return [
        RoundLeaders(
            number, [seats[seat].player for seat in leaders], number == story.turning_point
        )
        for number, leaders in enumerate(story.leaders, start=1)
    ]
