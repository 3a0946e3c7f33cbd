"""Definitions of time zones, compared with the zones themselves."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from league.operations.calendars.time_zones import vtimezone

ZONES = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
         "Asia/Kolkata", "Pacific/Chatham"]  # fmt: skip


def offset_at(definition, instant):
    """Return the offset by RFC 5545: that of the latest onset, each by the clock before it."""
    onsets = []
    for part in definition.walk():
        if part.name in {"STANDARD", "DAYLIGHT"}:
            times = [part["DTSTART"].dt]
            if "RDATE" in part:
                times += [dt.dt for dt in part["RDATE"].dts]
            before, after = part["TZOFFSETFROM"].td, part["TZOFFSETTO"].td
            onsets += [(time.replace(tzinfo=UTC) - before, after) for time in times]
    return max(onset for onset in onsets if onset[0] <= instant)[1]


@pytest.mark.parametrize("name", ZONES)
def test_a_definition_has_the_offset_of_the_zone_at_every_hour(name):
    zone = ZoneInfo(name)
    definition = vtimezone(zone, 2026, 2027)
    instant = datetime(2026, 1, 2, tzinfo=UTC)
    while instant < datetime(2027, 12, 30, tzinfo=UTC):
        assert offset_at(definition, instant) == instant.astimezone(zone).utcoffset(), instant
        instant += timedelta(hours=1 if instant.month in {2, 3, 4, 9, 10, 11} else 12)
