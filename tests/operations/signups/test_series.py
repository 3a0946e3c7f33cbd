"""Series of evenings: every second Friday, except some."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from league.errors import Invalid
from league.models import Session
from league.operations.seasons import seasons, session_series
from league.operations.seasons.session_series import Series, series_dates
from league.operations.signups import series as series_with_sheets
from tests import make

PARIS = ZoneInfo("Europe/Paris")
FIRST = datetime(2026, 10, 2, 20, 0, tzinfo=PARIS)
FRIDAYS = Series(FIRST, 2, date(2026, 11, 27), [date(2026, 10, 30)])
DAYS = [date(2026, 10, 2), date(2026, 10, 16), date(2026, 11, 13), date(2026, 11, 27)]


def days(times):
    return [time.astimezone(PARIS).date() for time in times]


def test_the_hour_stays_when_summer_time_ends():
    times = series_dates(FRIDAYS, PARIS)
    assert days(times) == DAYS
    assert {time.hour for time in times} == {20}
    assert [time.astimezone(UTC).hour for time in times] == [18, 18, 19, 19]


def test_the_day_is_that_of_the_club():
    late = datetime(2026, 10, 2, 22, 30, tzinfo=UTC)  # half past midnight in Paris
    assert days(series_dates(Series(late, 1, date(2026, 10, 9)), PARIS)) == [date(2026, 10, 3)]


@pytest.mark.parametrize(
    ("first", "monthly", "expected"),
    [
        # the first Friday of each month
        (date(2026, 10, 2), "same_weekday", ["2026-10-02", "2026-11-06", "2026-12-04"]),
        # the second Thursday
        (date(2026, 10, 8), "same_weekday", ["2026-10-08", "2026-11-12", "2026-12-10"]),
        # the fifth Saturday: November and December have none
        (date(2026, 10, 31), "same_weekday", ["2026-10-31", "2027-01-30"]),
        # the last Friday, which is the fourth or the fifth
        (
            date(2026, 10, 30),
            "last_weekday",
            ["2026-10-30", "2026-11-27", "2026-12-25", "2027-01-29"],
        ),
        (date(2026, 11, 30), "last_weekday", ["2026-11-30", "2026-12-28", "2027-01-25"]),
    ],
)
def test_monthly_series_keeps_the_weekday(first, monthly, expected):
    start = datetime.combine(first, FIRST.timetz())
    last = date.fromisoformat(expected[-1])
    series = Series(start, 0, last, monthly=monthly)
    assert [str(day) for day in days(series_dates(series, PARIS))] == expected
    without = series._replace(except_dates=[date.fromisoformat(expected[1])])
    assert len(series_dates(without, PARIS)) == len(expected) - 1


@pytest.fixture
def season(db):
    return make.season(make.club())


def test_all_are_opened_with_a_sheet_each(season):
    opened = series_with_sheets.open_series(
        season, FRIDAYS, place="Salle Pascal", closes_hours_before=3, capacity=12, by=None
    )
    assert days(session.starts_at for session in opened) == DAYS
    for session in opened:
        assert session.place == "Salle Pascal"
        assert session.sign_up_sheet.closes_at == session.starts_at - timedelta(hours=3)
        assert session.sign_up_sheet.capacity == 12


def test_a_day_with_an_evening_gets_no_other_one(season):
    early = datetime(2026, 10, 16, 9, 0, tzinfo=PARIS)
    seasons.open_session(season, starts_at=early)
    assert [series_date.is_taken for series_date in session_series.preview(season, FRIDAYS)] == [
        False, True, False, False,
    ]  # fmt: skip
    assert len(session_series.open_series(season, FRIDAYS, by=None)) == 3
    assert session_series.open_series(season, FRIDAYS, by=None) == []


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"every_weeks": 0}, "every_weeks"),
        ({"every_weeks": 53}, "every_weeks"),
        ({"until": date(2026, 10, 1)}, "until"),
        ({"until": FIRST.date() + timedelta(weeks=120)}, "until"),
        ({"until": FIRST.date(), "except_dates": [FIRST.date()]}, "until"),
        ({"monthly": "same_weekday", "until": date(2031, 10, 3)}, "until"),
        ({"monthly": "last_weekday"}, "first"),
        ({"monthly": "full_moon"}, "monthly"),
        ({"first": datetime(1969, 1, 1, tzinfo=UTC)}, "first"),
    ],
)
def test_an_impossible_series_opens_no_session(season, change, path):
    with pytest.raises(Invalid) as error:
        session_series.open_series(season, FRIDAYS._replace(**change), by=None)
    assert error.value.problems[0]["path"] == path
    assert not Session.objects.exists()


def test_sixty_evenings_are_not_too_many(season):
    longest = FRIDAYS._replace(until=FIRST.date() + timedelta(weeks=119), except_dates=())
    assert len(session_series.preview(season, longest)) == 60


def test_a_series_with_impossible_sheets_opens_no_session(season):
    with pytest.raises(Invalid):
        series_with_sheets.open_series(season, FRIDAYS, capacity=0, by=None)
    assert not Session.objects.exists()
