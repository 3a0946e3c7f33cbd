"""Leagues on the real database: each table is what the pure function makes of the facts that count
for it, picked here by plain comparisons."""

from datetime import date
from random import Random
from zoneinfo import ZoneInfo

import pytest

from league.models import MemberRule, Player, Session
from league.operations.people import clubs
from league.operations.seasons import leagues
from scoring import fact_queries, projection, standings_queries
from scoring.models import Standing, Table
from scoring.pure import schemes, standings
from scoring.pure.facts import SeasonFacts, among_each_other, as_of_the_last
from tests.scoring.test_histories import EVERY_TIEBREAK, SCHEMES, RandomSeason, comparable, seeds

pytestmark = pytest.mark.django_db
PARIS = ZoneInfo("Europe/Paris")


def counting(league, games):
    """Return a function that tells whether a fact counts for a league with these games."""
    starts = dict(Session.objects.values_list("pk", "starts_at"))
    members = set(league.members.values_list("player", flat=True))

    def counts(fact):
        day = starts[fact.session].astimezone(PARIS).date()
        return (
            (league.starts_on is None or day >= league.starts_on)
            and (league.ends_on is None or day <= league.ends_on)
            and (league.member_rule == MemberRule.ALL or fact.player in members)
            and (not hasattr(fact, "match") or games[fact.match] in league.all_games)
        )

    return counts


def pure_rows(table):
    """Return the rows of a league's table by the pure function, from the facts of its season."""
    own = Table.objects.get(season=table.season_id, game=table.game)
    own.facts_version = table.facts_version
    scheme = schemes.read(table.scheme)
    history = fact_queries.season_facts(own, scheme=scheme)
    games = dict(own.season.results.values_list("match", "game"))
    counts = counting(table.league, games)
    facts = [fact for fact in history.facts if counts(fact)]
    is_among_members = table.league.place_rule == "members"
    chosen = SeasonFacts(
        as_of_the_last(among_each_other(facts) if is_among_members else facts),
        [penalty for penalty in history.penalties if counts(penalty)],
        [sit_out for sit_out in history.sit_outs if counts(sit_out)],
        fact_queries.draws(table, table.facts_version),
    )
    return [tuple(row) for row in standings.compute(chosen, scheme)]


class RandomLeagues(RandomSeason):
    """A season with leagues, in which anything may happen next."""

    def __init__(self, seed, scheme):
        super().__init__(seed, scheme)
        self.leagues = [self.open_league(number) for number in range(3)]

    def scheme(self):
        return {**self.rng.choice(SCHEMES), "tiebreaks": self.rng.choice(EVERY_TIEBREAK)}

    def rules(self):
        rule = self.rng.choice([MemberRule.ALL, MemberRule.LISTED, MemberRule.UNDER_18])
        members = self.rng.sample(self.players, self.rng.randint(1, 9))
        return {
            "member_rule": rule,
            "players": [] if rule == MemberRule.ALL else members,
            "place_rule": self.rng.choice(["table", "members"]),
            "games": self.rng.choice([[], ["neurotrio"], ["triominos", "njet"]]),
            "starts_on": self.rng.choice([None, date(2026, 10, 3)]),
            "ends_on": self.rng.choice([None, date(2026, 10, 8)]),
        }

    def open_league(self, number):
        return leagues.create(
            self.season, name=f"League {number}", scheme=self.scheme(), **self.rules()
        )

    def step(self):
        if self.rng.random() < 0.2:
            self.rng.choice(
                [self.change_rules, self.change_scheme, self.mark_child, self.mark_guest]
            )()
        else:
            super().step()

    def draw(self):
        self.season.refresh_from_db()
        super().draw()

    def change_rules(self):
        leagues.update(self.rng.choice(self.leagues), **self.rules())

    def change_scheme(self):
        leagues.update(self.rng.choice(self.leagues), scheme=self.scheme())

    def mark_guest(self):
        player = Player.objects.get(pk=self.rng.choice(self.players))
        clubs.update_player(player, is_guest=not player.is_guest)

    def mark_child(self):
        player = Player.objects.get(pk=self.rng.choice(self.players))
        clubs.update_player(player, is_child=True)


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_tables_of_leagues_are_what_the_pure_function_makes_of_their_facts(seed):
    life = RandomLeagues(seed, {"tiebreaks": EVERY_TIEBREAK[seed % len(EVERY_TIEBREAK)]})
    for _ in range(20):
        for _ in range(life.rng.choice([1, 1, 2])):
            life.step()
        tables = Table.every.filter(season=life.season).exclude(league=None)
        projection.refresh_together([table.pk for table in tables])
        for table in tables:
            fresh = Table.every.with_projection().get(pk=table.pk)
            assert comparable(standings_queries.read(fresh).rows) == pure_rows(fresh)
            assert projection.check(table.pk) == []


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_league_of_all_players_equals_the_season_to_the_byte(seed):
    rng = Random(seed)
    scheme = {**rng.choice(SCHEMES), "tiebreaks": EVERY_TIEBREAK[0]}
    life = RandomSeason(seed, scheme)
    league = leagues.create(life.season, name="Everyone", scheme=scheme)
    for _ in range(25):
        life.step()
    for table in Table.every.filter(season=life.season):
        projection.refresh(table.pk)
    columns = [field.attname for field in Standing._meta.concrete_fields][2:]
    for own in Table.objects.filter(season=life.season):
        copy = Table.every.get(league=league, game=own.game)
        one, other = (
            list(table.standings.order_by("player").values_list(*columns)) for table in (own, copy)
        )
        assert one == other
        assert one or own.game
