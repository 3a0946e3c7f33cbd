"""An evening in short: once its tables have ended, with surprises, records and best rounds."""

import re

import pytest

from league.operations.sessions import session_summary
from league.operations.support import versions
from scoring import rating
from tests import make

pytestmark = pytest.mark.django_db
TO_20 = {"target": 20}


def summary_of(client, session, address=""):
    text = client.get(f"/en/sessions/{session.pk}/{address}").content.decode()
    part = re.search(r'<section class="moment.*?</section>', text, re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", part[0])).strip() if part else ""


@pytest.fixture
def two_evenings():
    """Return two sessions: Ada beats Bruno ten times on the first."""
    club = make.club()
    season = make.season(club)
    first, second = make.session(season, 1), make.session(season, 8)
    ada, bruno, *_others = make.players(club)
    for _match in range(session_summary.LEAST_EARLIER_MATCHES):
        make.played(make.match(first, [ada, bruno], options=TO_20), [22, 5])
    rating.refresh(club.pk)
    return club, second, ada, bruno


def test_an_evening_is_summed_up_when_its_last_table_has_ended(client):
    club = make.club()
    session = make.session(make.season(club))
    people = make.players(club)
    make.played(make.match(session, people[:2], options=TO_20), [14, 9], [11, 9])
    running = make.match(session, people[2:4], options=TO_20)
    assert summary_of(client, session) == summary_of(client, session, "live/") == ""
    make.played(running, [22, 10])
    words = summary_of(client, session, "live/")
    assert words == summary_of(client, session)
    assert "2 matches 4 players 3 rounds" in words
    assert "Closest match Neurotrio · 7 points between first and second" in words
    assert "Surprise" not in words
    assert "Best rounds Chloé Neurotrio, round 1 22" in words


def test_a_surprise_and_records_are_compared_with_earlier_evenings(client, two_evenings):
    _club, session, ada, bruno = two_evenings
    make.played(make.match(session, [ada, bruno], options=TO_20), [3, 2], [3, 22])
    words = summary_of(client, session)
    assert re.search(r"Surprise Bruno ahead of Ada, who was rated \d+ points higher", words)
    assert "Neurotrio · Bruno with 24 points in a match, previously 22" in words
    assert "Neurotrio · longest match with 2 rounds, previously 1" in words


def test_a_match_to_another_target_sets_no_record(client, two_evenings):
    _club, session, ada, bruno = two_evenings
    make.played(make.match(session, [ada, bruno], options={"target": 24}), [22, 2], [12, 3])
    assert "Club record" not in summary_of(client, session)


def test_the_version_of_an_evening_changes_with_what_it_is_compared_with(two_evenings):
    club, session, ada, bruno = two_evenings
    before = versions.evening(session.pk)
    other = make.session(make.season(club, "Before"), 3)
    match = make.match(other, [ada, bruno], options=TO_20)
    created = versions.evening(session.pk)
    make.played(match, [22, 1])
    played = versions.evening(session.pk)
    rating.refresh(club.pk)
    assert len({before, created, played, versions.evening(session.pk)}) == 4
