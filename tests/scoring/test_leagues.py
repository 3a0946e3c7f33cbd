"""Leagues on the real database: each table is what the pure function makes of the facts that count
for it, picked by plain comparisons."""

from random import Random

import pytest

from league.operations.seasons import leagues
from scoring import projection, standings_queries
from scoring.models import Standing, Table
from scoring.pure import schemes, standings
from tests.scoring.random_leagues import RandomLeagues, facts_of
from tests.scoring.test_histories import EVERY_TIEBREAK, SCHEMES, RandomSeason, comparable, seeds

pytestmark = pytest.mark.django_db


def pure_rows(table):
    """Return the rows of a table by the pure function."""
    return [tuple(row) for row in standings.compute(facts_of(table), schemes.read(table.scheme))]


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_tables_of_leagues_are_what_the_pure_function_makes_of_their_facts(seed):
    life = RandomLeagues(seed, {"tiebreaks": EVERY_TIEBREAK[seed % len(EVERY_TIEBREAK)]})
    for _ in range(12):
        for _ in range(life.rng.choice([1, 2, 4])):
            life.step()
        tables = Table.every.filter(season=life.season)
        projection.refresh_together([table.pk for table in tables])
        for table in tables:
            fresh = Table.every.with_projection().get(pk=table.pk)
            assert comparable(standings_queries.read(fresh).rows) == pure_rows(fresh)
    assert all(projection.check(table.pk) == [] for table in tables)


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
