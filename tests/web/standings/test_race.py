"""The race of a season ends at the points of the table, whatever the scheme counts."""

import pytest

from league.operations.standings import season_trends
from league.operations.support.wording import decimals
from league.web.standings import race
from scoring import ledger, projection, standings_queries
from tests import make

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "scheme",
    [{}, {"best_evenings": 1}, {"drop_worst": 1, "attendance": 7}, {"points": "capped_margin"}],
)
def test_the_last_point_of_each_line_is_the_total_of_its_row(scheme):
    season = make.season(make.club(), scheme=scheme)
    people = make.players(season.club)
    for day, order in ((1, (0, 1, 2)), (8, (1, 2, 0)), (15, (1, 0, 3))):
        seated = [people[index] for index in order]
        match = make.match(make.session(season, day=day), seated, options={"target": 1})
        make.played(match, [22, 9, 5])
    ledger.penalise(
        season_id=season.pk,
        session_id=season.sessions.first().pk,
        player_id=people[1].pk,
        points=11,
        reason="late",
        by_id=None,
    )
    table = standings_queries.find_table(season.pk)
    projection.refresh(table.pk)
    view = standings_queries.read(standings_queries.find_table(season.pk))
    figure = race.chart(season_trends.trends_of(view), member=False)
    assert [line.last for line in figure.chart.lines] == [decimals(row.points) for row in view.rows]
