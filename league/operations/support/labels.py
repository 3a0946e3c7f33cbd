"""Labels with a colon behind them, as the reader's language writes it."""

from django.utils.translation import gettext as _

from league.models import League, Season


def with_colon(label: object) -> str:
    """Return a label with the colon behind it; French writes a no-break space before it."""
    return _("%(label)s:") % {"label": label}


def pair(label: object, text: object) -> str:
    """Return a label and a text with a colon between them."""
    return f"{with_colon(label)} {text}"


def standings_name(season: Season, league: League | None) -> str:
    """Return the name of a season, or of one of its leagues together with the season's."""
    return f"{league.name} · {season.name}" if league else season.name


def phone_of_table(number: int) -> str:
    return _("Phone at table %(number)s") % {"number": number}
