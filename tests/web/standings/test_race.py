"""The race of a season ends at the points of the table, whatever the scheme counts."""

from decimal import Decimal

import pytest

from league.operations.standings import season_trends
from league.web.standings import race
from scoring import projection, standings_queries
from scoring.pure.units import format_points
from tests import make

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "scheme",
    [
        {},
        {"best_evenings": 1},
        {"drop_worst": 1, "attendance": 7},
        {"points": "capped_margin"},
        {"points": "raw", "aggregate": "mean", "attendance": 7},
        {"kept_per_month": 50, "attendance": 7},
    ],
)
def test_the_last_point_of_each_line_is_the_total_of_its_row(scheme):
    season = make.penalised_season(scheme)
    table = standings_queries.find_table(season.pk)
    projection.refresh(table.pk)
    view = standings_queries.read(standings_queries.find_table(season.pk))
    figure = race.chart(season_trends.trends_of(view), member=False)
    last = [Decimal(line.last.replace("−", "-")) for line in figure.chart.lines]
    assert last == [Decimal(format_points(row.points)) for row in view.rows]
