"""Silent hours and digests by two zones, over the nights in which their clocks change."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from league.operations.messages.quiet_hours import end_of_silence, next_digest

PARIS, NEW_YORK = ZoneInfo("Europe/Paris"), ZoneInfo("America/New_York")


def at(text):
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("zone", "now", "silent", "expected"),
    [
        # an ordinary night, in two zones
        (PARIS, "2026-10-09T23:30+02:00", (22, 8), "2026-10-10T08:00+02:00"),
        (NEW_YORK, "2026-10-09T23:30-04:00", (22, 8), "2026-10-10T08:00-04:00"),
        (PARIS, "2026-10-09T12:00+02:00", (22, 8), "2026-10-09T12:00+02:00"),
        (PARIS, "2026-10-09T08:00+02:00", (22, 8), "2026-10-09T08:00+02:00"),
        (PARIS, "2026-10-09T13:10+02:00", (13, 15), "2026-10-09T15:00+02:00"),
        (PARIS, "2026-10-09T13:10+02:00", (None, None), "2026-10-09T13:10+02:00"),
        (PARIS, "2026-10-09T13:10+02:00", (13, 13), "2026-10-09T13:10+02:00"),
        # the night is an hour longer: 25 October here, 1 November there
        (PARIS, "2026-10-24T23:30+02:00", (22, 8), "2026-10-25T08:00+01:00"),
        (NEW_YORK, "2026-10-24T23:30-04:00", (22, 8), "2026-10-25T08:00-04:00"),
        (NEW_YORK, "2026-10-31T23:30-04:00", (22, 8), "2026-11-01T08:00-05:00"),
        # the end comes twice, and by the second time it has come
        (PARIS, "2026-10-25T01:30+02:00", (22, 2), "2026-10-25T02:00+02:00"),
        (PARIS, "2026-10-25T02:30+01:00", (22, 2), "2026-10-25T02:30+01:00"),
        # and is an hour shorter: 28 March here, 14 March there
        (PARIS, "2027-03-27T23:30+01:00", (22, 8), "2027-03-28T08:00+02:00"),
        (NEW_YORK, "2027-03-13T23:30-05:00", (22, 8), "2027-03-14T08:00-04:00"),
        # 2 o'clock does not come: the silence ends when the clock jumps over it
        (PARIS, "2027-03-28T01:30+01:00", (22, 2), "2027-03-28T03:00+02:00"),
    ],
)
def test_silence_ends_by_the_clock_of_the_person(zone, now, silent, expected):
    assert end_of_silence(at(now), zone, *silent) == at(expected)


@pytest.mark.parametrize(
    ("now", "hour", "expected"),
    [
        ("2026-10-09T12:00+02:00", 18, "2026-10-09T18:00+02:00"),
        ("2026-10-09T18:05+02:00", 18, "2026-10-10T18:00+02:00"),
        ("2026-10-24T19:00+02:00", 18, "2026-10-25T18:00+01:00"),
        ("2026-10-25T01:00+02:00", 2, "2026-10-25T02:00+02:00"),
        ("2026-10-25T02:30+02:00", 2, "2026-10-26T02:00+01:00"),
        ("2027-03-27T12:00+01:00", 2, "2027-03-28T03:00+02:00"),  # no 2 o'clock on that day
    ],
)
def test_a_digest_comes_once_a_day(now, hour, expected):
    assert next_digest(at(now), PARIS, hour) == at(expected)
