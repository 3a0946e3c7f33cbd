"""Time zones as VTIMEZONE: every change of the clock in the years of a calendar.

The library can make them too, but lets the clock of spring change an hour late: in RFC 5545 the
onset is written by the clock before the change.
"""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
ZONES = 64  # the number of zones that a process caches


@lru_cache(maxsize=ZONES)
def vtimezone(zone: ZoneInfo, first_year: int, last_year: int) -> Timezone:
    """Return the definition of a zone from the first day of one year to the last day of another."""
    start, end = datetime(first_year, 1, 1, tzinfo=UTC), datetime(last_year + 1, 1, 1, tzinfo=UTC)
    onsets = defaultdict(list)  # by offsets and name: local times before the change
    first = start.astimezone(zone)
    kind = _kind(first)
    onsets[(_offset(first), *kind)].append(first.replace(tzinfo=None))
    for instant in _changes(zone, start, end):
        before = (instant - SECOND).astimezone(zone)
        after = instant.astimezone(zone)
        onset = (instant + _offset(before)).replace(tzinfo=None)
        onsets[(_offset(before), *_kind(after))].append(onset)
    definition = Timezone()
    definition.add("TZID", zone.key)
    for (offset_before, offset, name, is_summer), times in onsets.items():
        part = TimezoneDaylight() if is_summer else TimezoneStandard()
        part.add("DTSTART", times[0])
        part.add("TZOFFSETFROM", offset_before)
        part.add("TZOFFSETTO", offset)
        part.add("TZNAME", name)
        if times[1:]:
            part.add("RDATE", times[1:])
        definition.add_component(part)
    return definition


def _changes(zone: ZoneInfo, start: datetime, end: datetime) -> list[datetime]:
    """Return the instants from which the zone has another offset or name."""
    changes = []
    while start < end:
        if _kind(start.astimezone(zone)) != _kind((start + DAY).astimezone(zone)):
            changes.append(_change(zone, start, start + DAY))
        start += DAY
    return changes


def _change(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the instant of the change between two instants, to the second."""
    kind = _kind(before.astimezone(zone))
    while after - before > SECOND:
        middle = (before + (after - before) / 2).replace(microsecond=0)
        if _kind(middle.astimezone(zone)) == kind:
            before = middle
        else:
            after = middle
    return after


def _kind(local: datetime) -> tuple[timedelta, str, bool]:
    return _offset(local), local.tzname() or "", bool(local.dst())


def _offset(local: datetime) -> timedelta:
    return local.utcoffset() or timedelta()
