"""The measured advantages of seats, and when chance alone could explain them."""

import pytest

from scoring.seat_advantages import SeatAdvantage, measured_advantages, seats_of_players
from tests import make

pytestmark = pytest.mark.django_db


def test_the_first_seat_that_always_wins_has_an_advantage():
    season = make.season(make.club())
    players = make.players(season.club)
    for day in range(1, 21):
        order = players[day % 4 :] + players[: day % 4]
        match = make.match(make.session(season, day=day), order, options={"target": 1})
        make.played(match, [22, 9, 9, 2])
    first, second, _third, last = measured_advantages(season.club_id, "neurotrio")[4]
    assert (first.advantage, first.margin, first.value, first.is_sure) == (0.5, 0.0, 500, True)
    assert (second.advantage, second.value) == (0.0, 0)
    assert (last.value, last.matches) == (-500, 20)
    had = seats_of_players(season.pk, "neurotrio")
    assert (players[0].pk, 4, 0, 5) in had
    assert len(had) == 16


def test_few_or_even_matches_leave_the_advantage_to_chance():
    assert SeatAdvantage(0, 19, 0.5, 0.0).value == 0
    assert SeatAdvantage(0, 100, 0.05, 0.03).value == 0
    assert SeatAdvantage(0, 100, 0.05, 0.01).value == 50
