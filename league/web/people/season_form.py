"""The form of a new season: a name and a first day are proposed, all games are ticked."""

from collections.abc import Collection
from datetime import date

from django.utils.translation import gettext as _

from league.models import Club
from league.web.support.forms import SeasonForm

FIRST_MONTH = 7  # from here on a season reaches into the next year


def new_season_form(club: Club) -> SeasonForm:
    today = club.today()
    names = set(club.seasons.values_list("name", flat=True))
    return SeasonForm(initial={"name": proposed_name(today, names), "starts_on": today})


def proposed_name(day: date, names: Collection[str]) -> str:
    """Return a name that no season has: the years, else the time of the year; empty if both are
    taken."""
    years = f"{day.year}-{day.year + 1}" if day.month >= FIRST_MONTH else f"{day.year}"
    return next((name for name in (years, _time_of_year(day)) if name not in names), "")


def _time_of_year(day: date) -> str:
    words = (_("Winter %(year)s"), _("Spring %(year)s"), _("Summer %(year)s"), _("Autumn %(year)s"))
    return words[day.month % 12 // 3] % {"year": day.year}
