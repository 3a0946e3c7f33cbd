"""A merge that is undone leaves the club as it was, to the last byte of its archive."""

import io
import os
import random

import pytest

from league.errors import Conflict
from league.models import Match, Season
from league.operations.exchange.archive.write import export_archive
from league.operations.identity import merging
from league.operations.matches import submissions
from league.operations.results import closing, stopped_matches
from league.operations.seasons import penalties, seasons
from league.operations.sessions import session_log
from scoring import projection, rating
from scoring.models import Table
from tests import make

pytestmark = pytest.mark.django_db
PAIRS_AFTER_AN_ACT = 5


class RandomClub:
    """A club in which things happen at random. Half of its players never meet the other half: one
    of each could be one person."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.club = make.club()
        people = make.players(self.club, [f"Player {number}" for number in range(10)])
        self.halves = people[:5], people[5:]
        self.season = make.season(self.club)
        seasons.update(self.season, scheme={"tiebreaks": ["lots"]})
        self.sessions = [make.session(self.season, day) for day in (3, 4, 5)]

    def act(self):
        acts = [self.play, self.play, self.correct, self.penalise, self.sit_out, self.check_in]
        self.random.choice([*acts, self.compete, self.climb, self.forfeit, self.draw_lots])()

    def some(self, count):
        return self.random.sample(self.random.choice(self.halves), count)

    def session(self):
        return self.random.choice(self.sessions)

    def scores(self, count):
        return [22, *(self.random.randint(0, 11) for _seat in range(count - 1))]

    def play(self):
        players = self.some(self.random.randint(2, 4))
        match = make.match(self.session(), players, options={"target": 20})
        make.played(match, self.scores(len(players)))

    def correct(self):
        matches = Match.objects.filter(rounds_played=1, session__season=self.season, over=True)
        if match := self.random.choice(list(matches) or [None]):
            body = make.sheet(*self.scores(match.seats.count()))
            submissions.correct(match.pk, 1, body, by=None)

    def forfeit(self):
        players = self.some(3)
        match = make.match(self.session(), players)
        make.played(match, [0, 5, 7])
        stopped_matches.stop(match, forfeited=[players[0].pk], reason="ill", by=None)

    def penalise(self):
        (player,) = self.some(1)
        chosen = {"session": self.session().pk, "player": player.pk}
        penalties.penalise(self.season, **chosen, points=1, reason="Late", by=None)

    def sit_out(self):
        penalties.sit_out(self.session(), player=self.some(1)[0].pk)

    def check_in(self):
        session = self.session()
        session_log.check_in(session, [player.pk for player in self.some(2)], by=None)
        closing.close(session, by=None)

    def compete(self):
        half = self.random.choice(self.halves)
        cup = make.tournament(self.club, here=half[:4], name=f"Cup {Season.objects.count()}")
        make.finished(make.published(cup))

    def climb(self):
        half = self.random.choice(self.halves)
        make.ladder(self.club, half[:2], half[2:4], name=f"Ladder {self.club.ladders.count()}")

    def draw_lots(self):
        self.refresh()
        table = Table.objects.get(season=self.season, game="")
        keys = {}
        for row in table.standings.all():
            keys.setdefault(bytes(row.rank_key), []).append(row.player_id)
        if tied := [group for group in keys.values() if len(group) > 1]:
            penalties.draw_for_tie(self.season, players=sorted(tied[0]))

    def refresh(self):
        for table in Table.objects.filter(season__club=self.club):
            projection.refresh(table.pk)
        rating.refresh(self.club.pk)

    def archive(self):
        stream = io.BytesIO()
        export_archive(self.club, stream)
        return stream.getvalue()

    def merge_and_undo(self):
        """Merge two random players and undo it; return whether they could be one person."""
        merged, survivor = (self.random.choice(half) for half in self.halves)
        try:
            stored = merging.merge(merged, survivor, by=None)
        except Conflict:
            return False
        if self.random.random() < 0.1:
            self.refresh()
        merging.undo(stored, by=None)
        return True


def check_histories(seeds, acts=20):
    """Return how many merges were undone in the clubs of these seeds."""
    undone = 0
    for seed in seeds:
        world = RandomClub(seed)
        for act in range(acts):
            world.act()
            before = world.archive()
            for _pair in range(PAIRS_AFTER_AN_ACT):
                undone += world.merge_and_undo()
                assert world.archive() == before, f"seed {seed}, act {act}"
        world.refresh()
        tables = Table.objects.filter(season__club=world.club)
        assert all(projection.check(table.pk) == [] for table in tables)
        assert rating.check(world.club.pk) == []
    return undone


def test_a_merge_that_is_undone_leaves_the_same_archive():
    assert check_histories([1], acts=3) >= 8


@pytest.mark.long
@pytest.mark.timeout(5400)  # a thousand takes an hour beside other work
def test_many_histories_are_given_back():
    """With MANCHE_LONG=1 (make slow) a thousand, else a fifth of them."""
    clubs = 14 if os.environ.get("MANCHE_LONG") == "1" else 3
    assert check_histories(range(2, 2 + clubs)) >= 72 * clubs
