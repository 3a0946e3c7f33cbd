"""Quiet hours and hours of digests by the clock of a person. Pure: zones and times are arguments.

Both step through the real time in quarters of an hour, in which every zone changes its clock, so
that a night in which an hour is missing or comes twice needs no case of its own.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

QUARTER = timedelta(minutes=15)
LONGEST_SEARCH = timedelta(days=2)


def is_silent(local: datetime, silent_from: int, silent_until: int) -> bool:
    """Return whether a local time is in the quiet hours, which may pass midnight. The same hour
    twice is no time at all."""
    if silent_from <= silent_until:
        return silent_from <= local.hour < silent_until
    return local.hour >= silent_from or local.hour < silent_until


def end_of_silence(
    now: datetime, zone: ZoneInfo, silent_from: int | None, silent_until: int | None
) -> datetime:
    """Return the first time from now on at which the person's clock is not in the quiet hours."""
    if silent_from is None or silent_until is None:
        return now
    at = now
    while is_silent(at.astimezone(zone), silent_from, silent_until):
        at = _next_quarter(at)
    return at


def next_digest(now: datetime, zone: ZoneInfo, hour: int) -> datetime:
    """Return the next time at which the person's clock comes to this hour; on a day that has no
    such hour, the time at which the clock jumps over it."""
    local = now.astimezone(zone)
    day = local.date() if local.hour < hour else local.date() + timedelta(days=1)
    at = now
    while not _has_come(at.astimezone(zone), day, hour):
        assert at - now < LONGEST_SEARCH, "every day has an hour that is as late"
        at = _next_quarter(at)
    return at


def _has_come(local: datetime, day: date, hour: int) -> bool:
    return (local.date(), local.hour) >= (day, hour)


def _next_quarter(at: datetime) -> datetime:
    """Return the next full quarter of an hour."""
    utc = at.astimezone(UTC)
    full = utc.replace(minute=utc.minute - utc.minute % 15, second=0, microsecond=0)
    return full + QUARTER
