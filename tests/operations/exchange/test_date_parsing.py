"""Days and times as people write them: each is read whole, or refused."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from league.operations.exchange.import_files.date_parsing import (
    Clock,
    local_time,
    parse_clock,
    parse_day,
    parse_moment,
    parse_time,
)

PARIS = ZoneInfo("Europe/Paris")
DAYS = [
    "2025-10-02", "2025-10-2", "2025/10/02", "2/10/2025", "02.10.2025", "02-10-2025", "2/10/25",
    "02.10.25", "2. 10. 2025", "2 octobre 2025", "2 oct. 2025", "2-oct-25", "02-oct.-2025",
    "le 2 octobre 2025", "jeudi 2 octobre 2025", "jeu. 02/10/2025", "Do., 2. Oktober 2025",
    "am Donnerstag, den 2. Oktober 2025", "Thursday, October 2nd, 2025", "Oct 2, 2025",
    "2 Okt 2025", "Thu 2025-10-02",
]  # fmt: skip
NO_DAYS = [
    "", "x", "31/02/2026", "10/13/2026", "2026-1", "1/10.2026", "٠1/10/2026", "1/1/0001",
    "25-10-02", "ven. 02/10/2025", "2 brumaire 2025", "02/10/2025 x", "x 02/10/2025", "02/10/20255",
    "02/10/2025 (reporté)", "02/10/2025 soir", "02/10", "2025-10-02 2025-10-03", "02/10/2025 8",
    "02/10/2025 25:99", "02/10/2025 13:00 PM", "02/10/2025T18:30:00X", "02/10/2025 20:30 20:30",
]  # fmt: skip
HALF_PAST_EIGHT = [
    "20:30", "20:30:15", "20h30", "20 h 30", "20.30", "20H30", "20.30 Uhr", "20:30 h", "20 Uhr 30",
    "8:30 PM", "8:30pm", "8.30 p.m.", "20h30min",
]  # fmt: skip
NO_CLOCKS = ["", "20", "2030", "20:60", "24:01", "25h", "20:5", "13 pm", "0 pm", "soir", "20:30 x",
             "20:30 - 22:00", "20,30", "18:30+15:00"]  # fmt: skip


def test_days_as_people_write_them():
    assert [text for text in DAYS if parse_day(text) != date(2025, 10, 2)] == []
    assert parse_day("1er mars 70") == date(1970, 3, 1)
    assert parse_day("di. 05/10/2025") == date(2025, 10, 5), "dimanche, and not Dienstag"


@pytest.mark.parametrize("text", NO_DAYS)
def test_other_text_is_no_day(text):
    assert parse_moment(text) is None


def test_times_as_people_write_them():
    wrong = [text for text in HALF_PAST_EIGHT if parse_time(text) != time(20, 30)]
    assert wrong == []
    assert parse_time("12:05 am") == time(0, 5)
    assert [parse_clock(text) for text in NO_CLOCKS] == [None] * len(NO_CLOCKS)


def test_each_time_may_follow_each_day():
    """Of the Cartesian product, a day with all times and a time with all days."""
    pairs = [(DAYS[0], text) for text in HALF_PAST_EIGHT] + [(text, "20:30") for text in DAYS]
    for day, clock in pairs:
        for between in (" ", ", ", " à ", " um ", " at ", " - "):
            moment = parse_moment(day + between + clock)
            assert moment == (date(2025, 10, 2), parse_clock("20:30")), day + between + clock


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2025-10-01T18:30:00Z", "2025-10-01T20:30:00+02:00"),
        ("01/10/2025T18:30:00.250Z", "2025-10-01T20:30:00+02:00"),
        ("2025-10-01T23:30:00-0500", "2025-10-02T06:30:00+02:00"),
        ("2025-12-01 18:30 UTC", "2025-12-01T19:30:00+01:00"),
        ("01/10/2025 24:00", "2025-10-02T00:00:00+02:00"),
    ],
)
def test_a_time_with_a_zone_becomes_the_time_of_the_club(text, moment):
    day, clock = parse_moment(text)
    assert local_time(day, clock, PARIS) == datetime.fromisoformat(moment)


def test_midnight_at_the_end_of_a_day_is_no_time_of_it():
    assert parse_clock("24:00") == Clock(timedelta(hours=24))
    assert parse_time("24:00") is None
