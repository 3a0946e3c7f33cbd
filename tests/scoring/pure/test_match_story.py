"""The course of a match: leaders, margin and the decisive round."""

from itertools import accumulate

import pytest

from games.base import places
from scoring.pure.match_story import MatchStory, match_story


def story(*rounds: tuple[int, ...], gave_up: tuple[int, ...] = ()) -> MatchStory:
    """Return the story of a match from the scores of its rounds."""
    totals = list(
        accumulate(rounds, lambda one, other: tuple(map(sum, zip(one, other, strict=True))))
    )
    placed = list(places(totals[-1]))
    for seat in gave_up:
        placed[seat] = len(placed)
        placed[1 - seat] = 1  # in these matches of two the other one wins
    made = match_story(totals, placed, gave_up)
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("rounds", "decisive", "throughout", "in_last", "turning_point"),
    [
        ([(5, 0), (0, 3), (4, 4)], 1, True, False, None),
        ([(0, 5), (6, 0), (1, 1)], 2, False, False, 2),
        ([(0, 5), (6, 0), (0, 2), (4, 0)], 4, False, True, 4),
        ([(5, 0), (0, 5), (3, 0)], 3, False, True, 3),  # a tie is no lead
        ([(5, 0)], 1, False, False, None),  # one round has no course
        ([(5, 0), (0, 5)], None, False, False, None),  # nobody is behind
    ],
)
def test_the_round_after_which_the_winner_led_for_good_decides(
    rounds, decisive, throughout, in_last, turning_point
):
    course = story(*rounds)
    assert (course.decisive, course.led_throughout, course.won_in_last_round) == (
        decisive,
        throughout,
        in_last,
    )
    assert course.turning_point == turning_point


def test_a_story_tells_how_close_it_was():
    course = story((0, 9, 3), (8, 0, 3), (4, 2, 3))
    assert course.winners == (0,)
    assert (course.margin, course.deficit, course.lead_changes) == (1, 9, 1)
    assert course.leaders == ((1,), (1,), (0,))


def test_two_winners_lead_for_good_from_the_round_in_which_both_are_ahead():
    course = story((9, 0, 5), (0, 9, 0), (3, 3, 0))
    assert (course.winners, course.margin, course.decisive) == ((0, 1), 7, 2)


def test_a_player_who_gave_up_is_no_rival():
    course = story((9, 0), (9, 1), gave_up=(0,))
    assert (course.winners, course.margin, course.decisive) == ((1,), None, None)


def test_a_match_without_rounds_has_no_story():
    assert match_story([], [1, 1]) is None
