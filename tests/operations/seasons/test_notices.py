"""Notices about evenings and tables that may be a mistake, stored all the same."""

from datetime import UTC, date, datetime, timedelta

import pytest

from league.operations.matches import submissions
from league.operations.seasons import notices, seasons
from league.operations.sessions import session_log
from tests import make

pytestmark = pytest.mark.django_db


def codes(session_notices):
    return [(notice.code, notice.path) for notice in session_notices]


def test_evenings_at_the_same_time_are_noticed():
    season = make.season(make.club())
    first = make.session(season)
    assert notices.of_session(first) == []
    second = make.session(season)
    (notice,) = notices.of_session(second)
    assert notice == (
        "same_time",
        "starts_at",
        "Another evening of this season starts at nearly the same time: 1 October 2026, 20:30.",
    )
    seasons.cancel_session(first)
    assert notices.of_session(second) == []
    assert notices.of_session(first) == []
    other_season = make.season(season.club, "Another")
    assert notices.of_session(make.session(other_season)) == []


def test_evenings_outside_the_season_are_noticed():
    season = make.season(make.club(), ends_on=date(2026, 12, 31))
    in_paris = [
        (datetime(2026, 12, 31, 22, 59, tzinfo=UTC), []),
        (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), [("after_season", "starts_at")]),
        (datetime(2026, 8, 31, 21, 59, tzinfo=UTC), [("before_season", "starts_at")]),
    ]
    for starts_at, expected in in_paris:
        session = seasons.open_session(season, starts_at=starts_at)
        session_notices = notices.of_session(session)
        assert codes(session_notices) == expected, starts_at
        seasons.cancel_session(session)
    assert session_notices[0].message == (
        "The evening on 31 August 2026 is before the first day of Saison 2026, 1 September 2026."
    )


def test_player_at_two_running_tables_is_noticed():
    match = make.match(options={"target": 20})
    session = match.session
    ada, bruno, *_others = (seat.player for seat in match.seats.all())
    (eve,) = make.players(session.season.club, ["Eve"])
    assert notices.of_match(match) == []
    second = make.match(session, [eve, bruno, ada])
    assert [(notice.path, notice.message) for notice in notices.of_match(second)] == [
        ("players.2", "Ada also sits at table 1."),
        ("players.1", "Bruno also sits at table 1."),
    ]
    elsewhere = seasons.open_session(
        make.season(session.season.club, "Another"),
        starts_at=session.starts_at + timedelta(hours=1),
    )
    third = make.match(elsewhere, [eve, ada])
    assert codes(notices.of_match(third)) == [
        ("at_other_table", "players.1"),
        ("at_other_table", "players.0"),
        ("at_other_table", "players.1"),
    ]
    session_log.call_off(second, by=None)
    submissions.submit(match.pk, make.sheet(22, 5, 2), by=None)
    assert notices.of_match(third) == []
