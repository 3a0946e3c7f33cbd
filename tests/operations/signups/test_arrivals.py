"""Who is expected at a session or enters a tournament, and everybody from last time."""

from datetime import UTC, datetime, timedelta

import pytest

from league.models import Presence
from league.operations.seasons import seasons
from league.operations.sessions import session_log
from league.operations.signups import entrants_from_sign_ups, session_arrivals, sheets, sign_ups
from tests import make

pytestmark = pytest.mark.django_db
BEFORE = datetime(2026, 9, 20, tzinfo=UTC)
START = datetime(2026, 10, 1, 18, 30, tzinfo=UTC)
LATE = START + timedelta(minutes=10)


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


def sign_up(occasion, capacity=None):
    """Return Ada, Bruno, Chloé and Dov, who have signed up in this order."""
    sheet = sheets.open_sheet(occasion, capacity=capacity, by=None)
    players = make.players(sheet.club)
    for player in players:
        sign_ups.record_answer(sheet, player.pk, "yes", by=None, now=BEFORE)
    return players


def names(players):
    return [player.name for player in players]


def test_players_with_places_are_expected_until_they_come(session):
    ada, bruno, chloe, _dov = sign_up(session, capacity=3)
    session_log.check_in(session, [ada.pk, bruno.pk], by=None)
    session_log.check_out(session, [bruno.pk], by=None)
    assert session_arrivals.expected(session) == [chloe]


def test_a_late_player_is_missing_after_a_quarter_of_an_hour(session):
    sign_up(session, capacity=1)
    assert session_arrivals.missing(session, LATE - timedelta(seconds=1)) == []
    assert names(session_arrivals.missing(session, LATE)) == ["Ada"]
    seasons.cancel_session(session)
    assert session_arrivals.missing(session, LATE) == []


def test_the_expected_are_checked_in_all_or_some(session):
    ada, bruno, chloe, dov = sign_up(session, capacity=3)
    some = session_arrivals.check_in_expected(session, by=None, players=[ada.pk, dov.pk])
    assert [stay.player_id for stay in some] == [ada.pk]
    session_arrivals.check_in_expected(session, by=None)
    assert session_arrivals.check_in_expected(session, by=None) == []
    here = Presence.objects.current().values_list("player", flat=True)
    assert set(here) == {ada.pk, bruno.pk, chloe.pk}


def test_players_of_the_last_session_were_present_or_seated():
    season = make.season(make.club())
    others = make.season(season.club, "Une autre saison")
    first, last, empty, today = (
        make.session(of_season, day)
        for of_season, day in ((season, 1), (others, 3), (season, 5), (season, 8))
    )
    ada, bruno, chloe, dov = make.players(season.club)
    make.match(first, [ada, dov])
    session_log.check_in(last, [ada.pk], by=None)
    make.match(last, [bruno, chloe])
    assert session_arrivals.players_of_last_session(today) == [ada, bruno, chloe]
    assert session_arrivals.players_of_last_session(empty) == [ada, bruno, chloe]
    assert session_arrivals.players_of_last_session(last) == [ada, dov]
    assert session_arrivals.players_of_last_session(first) == []


def test_those_with_a_place_enter_the_tournament_once():
    cup = make.tournament(here=0)
    ada, bruno, *_others = sign_up(cup, capacity=2)
    sheet = sheets.find(cup)
    entered = entrants_from_sign_ups.take_over(sheet, by=None)
    assert [entrant.player_id for entrant in entered] == [ada.pk, bruno.pk]
    sheet = sheets.change(sheet, capacity=3, by=None)
    assert len(entrants_from_sign_ups.take_over(sheet, by=None)) == 1
    assert entrants_from_sign_ups.take_over(sheet, by=None) == []
    assert cup.entrants.count() == 3
