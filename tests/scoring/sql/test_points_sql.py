"""Totals by SQL are those of the pure functions, for each way to count points."""

import pytest

from scoring import fact_queries
from scoring.models import Table
from scoring.pure import schemes, standings
from scoring.pure.schemes import DEFAULT_PLACE_POINTS
from scoring.sql import points_sql
from scoring.sql.fact_filters import FactFilter
from tests import make

pytestmark = pytest.mark.django_db
PLACE_POINTS = {size: list(points) for size, points in DEFAULT_PLACE_POINTS.items()}
SCHEMES = [
    {"points": "raw"},
    {"points": "capped_margin", "cap": 7},
    {"points": "target", "scale": 60},
    {"points": "place_points", "place_points": PLACE_POINTS},
    {"points": "place_fraction", "drop_worst": 1},
    {"points": "place_fraction", "best_evenings": 1},
    {"points": "place_fraction", "best_evenings": 2, "drop_worst": 1},
    {"points": "raw", "aggregate": "mean", "attendance": 2, "minimum_matches": 4},
]


@pytest.mark.parametrize("raw", SCHEMES)
def test_totals_are_those_of_the_pure_function(raw):
    season = make.season(make.club())
    players = make.players(season.club)[:3]
    for day, scores in ((1, [22, 5, 6]), (8, [5, 22, 6]), (15, [5, 5, 22])):
        match = make.match(make.session(season, day), players, options={"target": 20})
        make.played(match, scores)
    table, scheme = Table.objects.get(season=season, game=""), schemes.read(raw)
    totals = points_sql.player_totals(FactFilter.of_table(table), scheme)
    rows = standings.compute(fact_queries.season_facts(table), scheme)
    assert {player: line.points for player, line in totals.items()} == {
        row.player: row.points for row in rows
    }
    assert len(rows) == 3
