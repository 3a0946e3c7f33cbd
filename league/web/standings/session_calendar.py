"""The evenings of the last year as a calendar: of a club, or of a player in it."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.operations.standings.achievements import ClubSession
from league.web.support import charts
from league.web.support.charts import Day, Month

YEAR = timedelta(days=330)  # so that the months of the first and the last day are twelve
ATTENDED = 4


def year_before(now: datetime) -> datetime:
    """Return the start of the calendar that ends now."""
    return (now - YEAR).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def months(
    sessions: Sequence[ClubSession],
    zone: str,
    now: datetime,
    attended: Collection[int] | None = None,
) -> list[Month]:
    """Return the months from the first evening of the last year on; the shade of a day says how
    many matches there were, or whether a player was among those `attended`."""
    shown = [session for session in sessions if session.at >= year_before(now)]
    if not shown:
        return []
    most = max(day.matches for day in shown)
    days = [_day(day, zone, most, attended) for day in shown]
    return charts.calendar(days, days[0].day, max(days[-1].day, localtime(now).date()))


def _day(session: ClubSession, zone: str, most: int, attended: Collection[int] | None) -> Day:
    matches = ngettext("%(n)s match", "%(n)s matches", session.matches) % {"n": session.matches}
    level = charts.level(session.matches, most)
    if attended is not None:
        level = ATTENDED if session.pk in attended else 0
        matches = _("played") if level else _("did not play")
    day = localtime(session.at, ZoneInfo(zone)).date()
    return Day(day, reverse("web:session", args=[session.pk]), level, matches)
