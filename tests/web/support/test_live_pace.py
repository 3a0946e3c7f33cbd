"""The pace at which open pages ask: all of them together get so many answers per second."""

import pytest

from league.web.support import live_pace
from league.web.support.live_pace import Pace


def requests_per_second(pages, seconds=60):
    """Return how many requests came in the last ten seconds, when so many pages are opened within
    one second and then do as they are told."""
    pace, due, counted = Pace(), [number / pages for number in range(pages)], 0
    while (now := min(due)) < seconds:
        counted += now >= seconds - 10
        due[due.index(now)] = now + pace.next_wait(now)
    return counted / 10


def test_few_pages_ask_as_often_as_they_can():
    assert Pace().next_wait(0.0) == live_pace.QUICKEST_SECONDS
    assert requests_per_second(5) == pytest.approx(5 / live_pace.QUICKEST_SECONDS, rel=0.1)


@pytest.mark.parametrize("pages", [100, 500])
def test_many_pages_share_the_answers(pages):
    assert requests_per_second(pages) == pytest.approx(live_pace.REQUESTS_PER_SECOND, rel=0.25)


def test_no_page_waits_for_ever():
    pace = Pace()
    assert max(pace.next_wait(0.0) for _ in range(5000)) == live_pace.SLOWEST_SECONDS


def test_pages_that_were_closed_are_forgotten():
    pace = Pace()
    for _ in range(500):
        pace.next_wait(0.0)
    assert pace.next_wait(0.5) > 2
    assert pace.next_wait(60.0) == live_pace.QUICKEST_SECONDS


def test_only_an_open_page_gets_the_pace(client):
    assert live_pace.PACE not in client.get("/livez")
    assert client.get("/livez", headers={"live-page": "1"})[live_pace.PACE] == "0.30"
