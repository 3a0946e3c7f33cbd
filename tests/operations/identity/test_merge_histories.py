"""A merge that is undone leaves the club as it was, to the last byte of its archive."""

import io
import os
import random
from datetime import date

import pytest

from league.errors import Conflict
from league.models import Match, Player, Season, Team
from league.operations.exchange.archive.write import export_archive
from league.operations.identity import merging
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.results import closing, stopped_matches
from league.operations.seasons import leagues, penalties, seasons, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import session_log, team_draws
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
        self.open_leagues()
        self.open_teams()

    def open_leagues(self):
        """Open leagues with listed members, members by rule, and all players, each with an award
        of the club."""
        clubs.update_player(self.halves[0][0], is_child=True)
        clubs.update_player(self.halves[1][1], is_child=True)
        listed = [player.pk for half in self.halves for player in half[:3]]
        self.leagues = [
            make.league(self.season, "Listed", member_rule="listed", players=listed),
            make.league(self.season, "Young", member_rule="under_18", place_rule="members"),
            make.league(self.season, "All", games=["neurotrio"]),
        ]
        for league in self.leagues:
            make.award(self.club, f"Best of {league.name}", season=self.season, league=league)

    def open_teams(self):
        """Open team tables of the season, of a league and of an evening, and draw the last one."""
        for league in (None, self.leagues[0]):
            table = teams.create_table(self.season, league=league)
            for number in range(3):
                member = MemberData(self.halves[number % 2][number].pk)
                teams.create_team(table, name=f"Team {number}", members=[member])
        players = [player.pk for player in self.halves[0][:2]]
        session_log.check_in(self.sessions[0], players, by=None)
        team_draws.draw(self.sessions[0], number=2, by=None)
        session_log.check_out(self.sessions[0], players, by=None)

    def act(self):
        acts = [self.play, self.play, self.correct, self.penalise, self.sit_out, self.check_in]
        acts += [self.compete, self.climb, self.forfeit, self.draw_lots]
        acts += [self.mark_guest, self.weigh, self.change_members, self.move_members]
        self.random.choice(acts)()

    def mark_guest(self):
        """Make a player a guest or a member, with the results so far or from a day on."""
        player = self.any_player()
        day = self.random.choice([None, date(2026, 10, 4)])
        clubs.update_player(player, is_guest=not player.is_guest, counts_from=day)

    def any_player(self):
        return Player.objects.get(pk=self.some(1)[0].pk)

    def weigh(self):
        seasons.update_session(self.session(), weight=self.random.choice([50, 200]))

    def change_members(self):
        leagues.update(self.leagues[0], players=[player.pk for player in self.some(3)])

    def move_members(self):
        """Make members of one half a team, from a day on; guests may not join."""
        own = Team.objects.filter(table__season=self.season, table__session=None)
        team = self.random.choice(list(own.order_by("pk")))
        members = [player.pk for player in self.some(2)]
        day = date(2026, 10, self.random.choice([4, 5]))
        if not Player.objects.filter(pk__in=members, is_guest=True).exists():
            teams.set_players(team, players=members, from_day=day)

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
            submissions.correct(match.pk, 1, body, by=None, reason="Misread", confirmed=True)

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
        for table in Table.every.filter(season__club=self.club):
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
        tables = Table.every.filter(season__club=world.club)
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
