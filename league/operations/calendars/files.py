"""Evenings as an iCalendar file (RFC 5545), with the refresh interval and the name of RFC 7986."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from league.models import Session
from league.operations.calendars.calendar_sessions import CalendarSession
from league.operations.calendars.time_zones import vtimezone

MEDIA_TYPE = "text/calendar; charset=utf-8"
LENGTH = timedelta(hours=4)  # of an evening, as no end is planned
REFRESH = timedelta(hours=1)
UNFIT_CHARACTERS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(
    name: str, evenings: Sequence[CalendarSession], *, host: str, url_of: Callable[[Session], str]
) -> bytes:
    """Return the file. `host` makes the identifiers of its events unique in the world."""
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", "-//Manche//Evenings//EN")
    calendar.add("NAME", _one_line(name))
    calendar.add("X-WR-CALNAME", _one_line(name))
    calendar.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", "PT1H")  # the same for Outlook
    zones = {evening.zone for evening in evenings}
    for zone in sorted(zones, key=str):
        _add_zone(calendar, zone, [entry.session for entry in evenings if entry.zone == zone])
    for evening in evenings:
        calendar.add_component(_event(evening, host, url_of(evening.session)))
    return bytes(calendar.to_ical(sorted=False))


def _add_zone(calendar: Calendar, zone: ZoneInfo, sessions: Iterable[Session]) -> None:
    """Define a zone for the years of these sessions, and for one on either side."""
    if zone.key != "UTC":
        years = [session.starts_at.astimezone(zone).year for session in sessions]
        calendar.add_component(vtimezone(zone, min(years) - 1, max(years) + 1))


def _event(evening: CalendarSession, host: str, url: str) -> Event:
    session, start = evening.session, evening.session.starts_at
    event = Event()
    event.add("UID", f"session-{session.pk}@{host}")
    event.add("DTSTAMP", _utc(evening.changed_at))
    event.add("LAST-MODIFIED", _utc(evening.changed_at))
    event.add("CREATED", _utc(session.created_at))
    event.add("SEQUENCE", session.sequence)
    event.add("DTSTART", _by_clock(start, evening.zone))
    event.add("DTEND", _by_clock(start + LENGTH, evening.zone))
    event.add("SUMMARY", _one_line(evening.title))
    if session.place:
        event.add("LOCATION", _one_line(session.place))
    if evening.lines:
        event.add("DESCRIPTION", "\n".join(map(_one_line, evening.lines)))
    event.add("URL", url)
    event.add("STATUS", evening.status.value)
    event.add("TRANSP", "OPAQUE" if evening.is_busy else "TRANSPARENT")
    return event


def _by_clock(instant: datetime, zone: ZoneInfo) -> datetime:
    """Return the instant by the clock of the zone, or in UTC in the hour of autumn that a clock
    shows for the second time: by the clock that would be the first."""
    local = instant.astimezone(zone)
    return _utc(instant) if local.fold else local.replace(microsecond=0)


def _utc(instant: datetime) -> datetime:
    return instant.astimezone(UTC).replace(microsecond=0)


def _one_line(text: str) -> str:
    """Return the text on one line, without characters that iCalendar forbids."""
    return UNFIT_CHARACTERS.sub("", " ".join(text.split()))
