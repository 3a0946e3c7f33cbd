"""A scheme is adopted while results come in, with a connection each."""

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting

import pytest
from django.db import transaction

from league.operations.seasons import seasons
from scoring import projection, standings_queries
from scoring.models import Result
from tests import make
from tests.apart import MARKS, apart

pytestmark = MARKS


@pytest.mark.parametrize("changes", [{"scheme": {"scale": 100}}, {"games": ["neurotrio", "njet"]}])
def test_a_result_and_a_change_of_the_season_do_not_wait_in_a_circle(changes):
    match = make.match(options={"target": 20})
    season = match.session.season
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            make.played(match, [22, 5, 6])
            update = pool.submit(apart, seasons.update, season, **changes)
            with pytest.raises(StillWaiting):
                update.result(0.5)
        update.result(30)
    assert Result.objects.count() == 3
    table = standings_queries.find_table(season.pk)
    projection.refresh(table.pk)
    assert len(standings_queries.read(standings_queries.find_table(season.pk)).rows) == 3
    assert projection.check(table.pk) == []
