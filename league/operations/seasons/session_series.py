"""Series of sessions: every second Friday at eight, or the first Friday of each month, except some
days."""

from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta
from itertools import count, takewhile
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import Season, Session, User
from league.operations.seasons import seasons
from league.operations.support import versions

MOST_SESSIONS = 60
MOST_WEEKS = 52
WEEKS_OF_MONTH = 4  # between two sessions, at least


class Monthly(TextChoices):
    """The day of each month on which a series has its session."""

    SAME_WEEKDAY = "same_weekday"  # as the first Friday; a fifth one only where there is one
    LAST_WEEKDAY = "last_weekday"


class Series(NamedTuple):
    """The start times of a series of sessions: the first one, then every `every_weeks` weeks or
    once a month, up to and including the day `until`, except some dates."""

    first: datetime
    every_weeks: int
    until: date
    except_dates: Collection[date] = ()
    monthly: str = ""  # one of Monthly; `every_weeks` counts for nothing then


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
    days = takewhile(lambda day: day <= series.until, _days(series, local.date()))
    return [datetime.combine(day, local.timetz()) for day in days if day not in series.except_dates]


def _days(series: Series, first: date) -> Iterator[date]:
    """Yield the days of a series without an end."""
    if not series.monthly:
        yield from (first + timedelta(weeks=turn * series.every_weeks) for turn in count())
    month = first.replace(day=1)
    while month.year <= seasons.LATEST_YEAR:
        to_weekday = (first.weekday() - month.weekday()) % 7
        day = month + timedelta(days=to_weekday, weeks=(first.day - 1) // 7)
        next_month = (month + timedelta(days=31)).replace(day=1)
        if series.monthly == Monthly.LAST_WEEKDAY:
            day = next_month - timedelta(days=(next_month.weekday() - first.weekday() - 1) % 7 + 1)
        if day < next_month:
            yield day
        month = next_month


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
    season: Season, series: Series, *, place: str | None = None, by: User | None
) -> list[Session]:
    """Open all sessions of a series, or none. Days on which the season has a session already are
    left out, so that the second call opens nothing."""
    versions.bump_edition(season.club_id)
    return [
        seasons.open_session(season, starts_at=series_date.starts_at, place=place, by=by)
        for series_date in preview(season, series)
        if not series_date.is_taken
    ]


def _check(series: Series, zone: ZoneInfo) -> None:
    seasons.check_time(series.first, "first")
    first_day = series.first.astimezone(zone).date()
    if series.monthly:
        _check_monthly(series, first_day)
    elif not 1 <= series.every_weeks <= MOST_WEEKS:
        words = _("Enter 1 to %(most)s weeks.") % {"most": MOST_WEEKS}
        raise invalid("out_of_range", "every_weeks", words)
    weeks = WEEKS_OF_MONTH if series.monthly else series.every_weeks
    if series.until >= first_day + timedelta(weeks=weeks * MOST_SESSIONS):
        words = _("A series may have at most %(most)s evenings: choose an earlier last day.")
        raise invalid("too_many_dates", "until", words % {"most": MOST_SESSIONS})
    if series.until < first_day:
        raise invalid("ends_before_start", "until", _("The last day must not be before the first."))


def _check_monthly(series: Series, first_day: date) -> None:
    if series.monthly not in Monthly.values:
        words = _("Choose one of: %(known)s.") % {"known": ", ".join(Monthly.values)}
        raise invalid("not_a_choice", "monthly", words)
    is_last = (first_day + timedelta(weeks=1)).month != first_day.month
    if series.monthly == Monthly.LAST_WEEKDAY and not is_last:
        words = _("This is not its month’s last such weekday: choose a later date.")
        raise invalid("not_last_weekday", "first", words)
