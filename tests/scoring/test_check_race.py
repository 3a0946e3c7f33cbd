"""The nightly check of a table while an evening is moved, with a connection each."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.db import transaction

from league.operations.seasons import seasons
from scoring import projection, standings_queries
from scoring.models import Result
from tests import make
from tests.apart import MARKS, apart, blocked_reads

pytestmark = MARKS


def test_an_evening_that_moves_under_the_check_is_no_difference():
    season = make.season(make.club(), scheme={"tiebreaks": ["last_result"]})
    people = make.players(season.club)[:2]
    first, second = (make.session(season) for _ in range(2))
    make.played(make.match(first, people, options={"target": 20}), [22, 5])
    make.played(make.match(second, people, options={"target": 20}), [5, 22])
    table = standings_queries.find_table(season.pk)
    projection.refresh(table.pk)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            # the check reads the table, then has to wait for its results
            with blocked_reads(Result):
                check_result = pool.submit(apart, projection.check, table.pk)
            later = second.starts_at + timedelta(days=1)
            seasons.update_session(first, starts_at=later)
        assert check_result.result(30) == []
