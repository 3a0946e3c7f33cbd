"""The sessions of a period: until one of them, between two days, or the latest with results."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from league.models import Session
from league.operations.standings import season_trends
from scoring.models import Table


class SessionPeriod(NamedTuple):
    """The sessions until `as_of`, of those the ones on days from `first` to `last` in the time zone
    of the club, and of those the `latest` ones with a result. None: no such limit."""

    as_of: Session | None = None
    first: date | None = None
    last: date | None = None
    latest: int | None = None


def sessions_of(table: Table, period: SessionPeriod) -> list[Any]:
    """Return the sessions of a period in order of time, with `counts`: whether one has a result in
    this table."""
    zone = ZoneInfo(table.season.club.timezone)
    return _select(season_trends.sessions_of(table), period, zone)


def _select(sessions: Sequence[Any], period: SessionPeriod, zone: ZoneInfo) -> list[Any]:
    if period.as_of:
        ids = [session.pk for session in sessions]
        sessions = sessions[: ids.index(period.as_of.pk) + 1]
    first, last = period.first or date.min, period.last or date.max
    selected = [
        session
        for session in sessions
        if first <= session.starts_at.astimezone(zone).date() <= last
    ]
    if period.latest is None:
        return selected
    played = [session.pk for session in selected if session.counts][-period.latest :]
    return [session for session in selected if session.pk in played]
