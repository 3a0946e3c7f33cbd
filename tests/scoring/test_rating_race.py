"""Results come in while others rate, with connections of their own to a real database server."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, transaction

from scoring import rating
from scoring.models import Encounter, Rating, RatingBook
from tests import make
from tests.apart import MARKS, apart

pytestmark = MARKS


def refresh_without_waiting(club_id):
    """Refresh the ratings, but do not wait for others."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '50ms'")
        return rating.refresh(club_id)


def test_a_refresh_locks_the_rating_book_before_reading():
    club = make.played(make.match(), *[[22, 5, 6]] * 3).session.season.club_id
    rating.refresh(club)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            RatingBook.objects.select_for_update().get(club=club)
            with pytest.raises(OperationalError, match="lock timeout"):
                pool.submit(apart, refresh_without_waiting, club).result(60)
        assert not pool.submit(apart, refresh_without_waiting, club).result(60), (
            "there was nothing to do"
        )


def test_ratings_are_exact_whatever_came_in_while_they_were_computed():
    club = make.club()
    seasons = [make.season(club, name) for name in ("Saison 1", "Saison 2")]
    sessions = [make.session(season, day) for season in seasons for day in (2, 1)]
    players = make.players(club)
    matches = [make.match(session, players[:3]) for session in sessions for _ in range(3)]
    with ThreadPoolExecutor(4) as pool:
        plays = [
            pool.submit(apart, make.played, match, *[[22, 5, number % 12]] * 3)
            for number, match in enumerate(matches)
        ]
        refreshes = [pool.submit(apart, rating.refresh, club.pk) for _ in range(12)]
        for thread in [*plays, *refreshes]:
            thread.result(60)
    rating.refresh(club.pk)
    assert Encounter.objects.live().count() == 12
    assert set(Rating.objects.values_list("played", flat=True)) == {12}
    assert rating.check(club.pk) == []
    assert rating.stale_clubs() == []
