"""Series of sessions: every second Friday at eight, except some days."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import Season, Session, User
from league.operations.seasons import seasons
from league.operations.support import versions

MOST_SESSIONS = 60
MOST_WEEKS = 52


class Series(NamedTuple):
    """When the sessions of a series begin: the first one, and then every so many weeks until a
    day, that day included, without some days."""

    first: datetime
    every_weeks: int
    until: date
    except_dates: Collection[date] = ()


class SeriesDate(NamedTuple):
    """A date of a series; `is_taken` if the season has a session on that day already."""

    starts_at: datetime
    is_taken: bool


def series_dates(series: Series, zone: ZoneInfo) -> list[datetime]:
    """Return the times of a series. The clock of the club shows the same hour each time, also after
    summer time has begun or ended.

    >>> paris = ZoneInfo("Europe/Paris")
    >>> first = datetime(2026, 10, 16, 20, 0, tzinfo=paris)
    >>> times = series_dates(Series(first, 1, date(2026, 11, 1), [date(2026, 10, 23)]), paris)
    >>> [time.isoformat() for time in times]
    ['2026-10-16T20:00:00+02:00', '2026-10-30T20:00:00+01:00']
    """
    local = series.first.astimezone(zone)
    times = []
    day = local.date()
    while day <= series.until:
        if day not in series.except_dates:
            times.append(datetime.combine(day, local.timetz()))
        day += timedelta(weeks=series.every_weeks)
    return times


def preview(season: Season, series: Series) -> list[SeriesDate]:
    """Return the dates of a series, with those on which the season has a session already. Raise
    Invalid for an impossible series."""
    zone = ZoneInfo(season.club.timezone)
    _check(series, zone)
    times = series_dates(series, zone)
    if not times:
        raise invalid("no_dates", "until", _("No evening is left in this series."))
    taken = {
        starts_at.astimezone(zone).date()
        for starts_at in Session.objects.filter(season=season).values_list("starts_at", flat=True)
    }
    return [SeriesDate(time, time.date() in taken) for time in times]


@transaction.atomic
def open_series(
    season: Season, series: Series, *, place: str = "", by: User | None
) -> list[Session]:
    """Open all sessions of a series, or none. Days on which the season has a session already are
    left out, so that the second call opens nothing."""
    versions.bump_edition(season.club_id)
    return [
        seasons.open_session(season, starts_at=each.starts_at, place=place, by=by)
        for each in preview(season, series)
        if not each.is_taken
    ]


def _check(series: Series, zone: ZoneInfo) -> None:
    seasons.check_time(series.first, "first")
    first_day = series.first.astimezone(zone).date()
    if not 1 <= series.every_weeks <= MOST_WEEKS:
        words = _("Enter 1 to %(most)s weeks.") % {"most": MOST_WEEKS}
        raise invalid("out_of_range", "every_weeks", words)
    if series.until >= first_day + timedelta(weeks=series.every_weeks * MOST_SESSIONS):
        words = _("A series may have at most %(most)s evenings: choose an earlier last day.")
        raise invalid("too_many_dates", "until", words % {"most": MOST_SESSIONS})
    if series.until < first_day:
        raise invalid("ends_before_start", "until", _("The last day must not be before the first."))
