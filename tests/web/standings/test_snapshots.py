"""A public page of several queries shows one snapshot, whatever is stored between them."""

from concurrent.futures import ThreadPoolExecutor

from django.db import transaction
from django.test import Client

from league.models import Session
from scoring import projection
from tests import make
from tests.apart import MARKS, apart, blocked_reads

pytestmark = MARKS


def test_an_evening_that_comes_while_a_page_is_made_is_shown_the_next_time():
    season = make.season(make.club())
    people = make.players(season.club)[:2]

    def read():
        return Client().get(f"/en/seasons/{season.pk}/").text

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        with blocked_reads(Session):
            page = pool.submit(apart, read)
        session = make.session(season)
        make.played(make.match(session, people, options={"target": 20}), [22, 5])
        for table in season.tables.all():
            projection.refresh(table.pk)
    link = f"/en/sessions/{session.pk}/"
    assert link not in page.result(30)
    assert link in read()
