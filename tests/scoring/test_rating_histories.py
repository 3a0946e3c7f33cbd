"""Random lives of a club on the real database: whatever was entered late, corrected, voided or
moved, a refresh leaves the rows that a count of everything anew would store."""

from datetime import timedelta
from random import Random

import pytest

from scoring import ledger, rating
from scoring.models import Encounter as StoredEncounter
from scoring.models import Rating
from scoring.pure.encounters import Encounter
from tests import make

pytestmark = [pytest.mark.long, pytest.mark.django_db]

GAMES = ["neurotrio", "triominos", "njet"]


class RandomClub:
    """A club of two seasons in which anything may happen next."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.club = make.club()
        names = [f"P{number}" for number in range(9)]
        self.players = [player.pk for player in make.players(self.club, names)]
        self.seasons = [make.season(self.club, name) for name in ("Saison 1", "Saison 2")]
        self.sessions = [
            make.session(season, day=day)
            for season, days in zip(self.seasons, [(5, 3, 8), (2, 5, 9)], strict=True)
            for day in days
        ]
        self.matches = []

    def step(self):
        self.rng.choice([self.play] * 4 + [self.correct] * 2 + [self.move])()

    def play(self):
        session = self.rng.choice(self.sessions)
        players = self.rng.sample(self.players, self.rng.choice([2, 3, 4]))
        seated = list(self.club.players.filter(pk__in=players))
        match = make.match(session, seated, game="neurotrio")
        self.matches.append((match, self.rng.choice(GAMES), session, players))
        self.finish(*self.matches[-1])

    def correct(self):
        if self.matches:
            self.finish(*self.rng.choice(self.matches))

    def finish(self, match, game, session, players):
        """Record a result of the match, or now and then that it is not over after all."""
        scores = [self.rng.choice([0, 5, 12, 50]) for _ in players]
        finish = [
            ledger.SeatResult(player, score, 1 + sum(other > score for other in scores))
            for player, score in zip(players, scores, strict=True)
        ]
        is_over = self.rng.random() < 0.85
        ledger.record(
            season_id=session.season_id,
            session_id=session.pk,
            match_id=match.pk,
            match_version=self.rng.randrange(1, 10**6),
            game=game,
            finish=finish if is_over else [],
            partners=self.partners(players) if is_over and game == "njet" else [],
        )

    def partners(self, players):
        if len(players) < 3 or self.rng.random() < 0.3:
            return []
        differences = []
        for _ in range(self.rng.randint(1, 3)):
            order = self.rng.sample(players, len(players))
            ranks = self.rng.choice([[1, 2], [2, 1], [1, 1]])
            differences.append(Encounter([order[:2], order[2:]], ranks))
        return differences

    def move(self):
        """Move an evening by days, or to the very moment of another evening."""
        session = self.rng.choice(self.sessions)
        other = self.rng.choice(self.sessions).starts_at
        by = timedelta(days=self.rng.randint(-9, 9), microseconds=self.rng.choice([0, 1]))
        session.starts_at = self.rng.choice([other, session.starts_at + by])
        session.save()
        ledger.apply_new_dates(session.season_id)


def stored_ratings(club):
    return {
        (row.player_id, row.game): (row.mu, row.sigma, row.played, row.last_played_at, row.history)
        for row in Rating.objects.filter(club=club)
    }


def ratings_from_scratch(club):
    """Return what a club without any ratings would store."""
    before = list(Rating.objects.filter(club=club))
    Rating.objects.filter(club=club).delete()
    club.rating_book.delete()
    rating.refresh(club.pk)
    differences = stored_ratings(club)
    assert bool(differences) == bool(StoredEncounter.objects.live().exists())
    Rating.objects.filter(club=club).delete()
    Rating.objects.bulk_create(before)
    club.refresh_from_db()
    return differences


@pytest.mark.parametrize("seed", range(24))
def test_an_incremental_refresh_equals_a_full_recount(seed):
    random_club = RandomClub(seed)
    for _ in range(20):
        for _ in range(random_club.rng.choice([1, 1, 1, 3])):
            random_club.step()
        rating.refresh(random_club.club.pk)
        assert rating.check(random_club.club.pk) == []
        assert not rating.is_stale(random_club.club.pk)
    assert stored_ratings(random_club.club) == ratings_from_scratch(random_club.club)


@pytest.mark.parametrize("seed", range(4))
def test_check_sees_the_encounters_that_are_shown_and_no_later_ones(seed):
    random_club = RandomClub(seed)
    for _ in range(15):
        random_club.step()
    rating.refresh(random_club.club.pk)
    for _ in range(10):
        random_club.step()
        assert rating.check(random_club.club.pk) == []


def test_check_tells_rows_that_are_not_as_the_encounters_want_them():
    random_club = RandomClub(3)
    for _ in range(12):
        random_club.play()
    rating.refresh(random_club.club.pk)
    changed, missing = Rating.objects.filter(club=random_club.club, game="")[:2]
    Rating.objects.filter(pk=changed.pk).update(mu=changed.mu + 1e-9)
    missing.delete()
    Rating.objects.filter(game="njet").update(game="triominos2")
    differences = rating.check(random_club.club.pk)
    assert {difference.stored is None for difference in differences} == {True, False}
    assert {difference.expected is None for difference in differences} == {True, False}
    assert {"", "njet", "triominos2"} == {difference.game for difference in differences}
    assert Rating.objects.get(pk=changed.pk).mu == changed.mu + 1e-9, "nothing is repaired"
