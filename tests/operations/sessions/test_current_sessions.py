"""Which evenings are under way."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.operations.seasons import seasons
from league.operations.sessions import current_sessions, nights, session_log
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return seasons.open_session(make.season(make.club()), starts_at=timezone.now())


def under_way(session, **later):
    now = timezone.now() + timedelta(**later)
    return [line[1:3] for line in current_sessions.under_way([session.season.club], now)]


def test_an_evening_without_actions_is_under_way(session):
    assert under_way(session) == [(0, 0)]


def test_tables_that_play_and_people_who_are_here_are_counted(session):
    people = make.players(session.season.club)
    session_log.check_in(session, [person.pk for person in people], by=None)
    make.match(session, people[:2])
    make.played(make.match(session, people[2:], options={"target": 1}), [22, 5])
    assert under_way(session) == [(1, 4)]


def test_an_evening_is_over_when_all_have_gone_and_no_table_plays(session):
    people = make.players(session.season.club)
    session_log.check_in(session, [person.pk for person in people], by=None)
    match = make.match(session, people[:2], options={"target": 1})
    session_log.check_out(session, [person.pk for person in people], by=None)
    assert under_way(session) == [(1, 0)]
    make.played(match, [22, 5])
    assert under_way(session) == []


@pytest.mark.parametrize("later", [{"hours": 19}, {"minutes": -5}])
def test_an_evening_of_another_day_is_not_under_way(session, later):
    assert under_way(session, **later) == []


def test_a_tournament_has_a_desk_of_its_own():
    club = make.club()
    make.published(make.tournament(club, here=4))
    assert current_sessions.under_way([club], timezone.now() + timedelta(days=1)) == []


def test_league_night_under_way_is_listed_once_with_its_sums(session):
    club = session.season.club
    other = seasons.open_session(make.season(club, "Friday"), starts_at=session.starts_at)
    nights.join(session, [other.pk], by=None)
    people = make.players(club)
    session_log.check_in(session, [people[0].pk], by=None)
    session_log.check_in(other, [player.pk for player in people[1:]], by=None)
    make.match(other, people[1:])
    (night,) = current_sessions.under_way([club], timezone.now() + timedelta(minutes=1))
    assert night[1:] == (1, 4, ("Saison 2026", "Friday"))
