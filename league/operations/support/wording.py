"""Numbers, places and dates in the style of the reader's language: for pages, feeds and paper."""

import re
from collections.abc import Iterable
from datetime import date as day
from datetime import datetime, tzinfo
from functools import cache, lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.template import defaultfilters
from django.utils.formats import get_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext

from league.models import Match, Seat, Session
from scoring.pure.tiebreaks import Tiebreak
from scoring.pure.units import UNIT, format_points

ENDINGS = {1: "st", 2: "nd", 3: "rd"}
FIRST = re.compile(r"(?<!\d)1(?= [^\W\d])")  # before the name of a month
DAY = re.compile(r"(?<!\d)(\d\d?)(?= [^\W\d])")
TIME = re.compile(r"H:i(?!:)")
TIMES = {"fr": "H\u00a0\\h\u00a0i", "de": "H:i\u00a0\\U\\h\\r"}  # patterns of Django
AFTER_WEEKDAY = re.compile(r"(?<=[^\W\d]) (?=\d\d?\. )")


def date(value: day | Any, pattern: str | None = None) -> str:
    """Return the date by a pattern of Django, as each language writes days and times: French
    « 1er mai, 20 h 30 », German „Freitag, 1. Mai, 20:30 Uhr“."""
    if isinstance(value, datetime):
        # times of two zones are equal at the same moment, but not written alike
        return _written(value.replace(tzinfo=None), value.tzinfo, pattern, _language())
    return _written(value, None, pattern, _language())


@lru_cache(maxsize=4096)
def _written(value: Any, zone: tzinfo | None, pattern: str | None, language: str) -> str:
    """Return a date in this language, which is the active one. Kept, as a page repeats its dates
    and Django takes long to write one."""
    if zone is not None:
        value = value.replace(tzinfo=zone)
    if pattern and language in TIMES:
        pattern = TIME.sub(lambda _time: TIMES[language], pattern)
    text = str(defaultfilters.date(value, pattern))
    if language == "fr":
        return FIRST.sub("1er", text)
    return AFTER_WEEKDAY.sub(", ", DAY.sub(r"\1.", text)) if language == "de" else text


def _language() -> str:
    return (get_language() or "en")[:2]


def local_day(session: Session) -> str:
    """Return the day of a session by the clock of its club, in the reader's language."""
    start = localtime(session.starts_at, ZoneInfo(session.season.club.timezone))
    return date(start, "j F Y")


def decimal_places(values: Iterable[int | None]) -> int:
    """Return how many decimals a column of units needs: none if all of them are whole, else two."""
    return 0 if all(value is None or not value % UNIT for value in values) else 2


def decimals(value: int | None, places: int | None = None) -> str:
    """Return an exact number of units with as many decimals as its column has; without `places`
    with as many as the number needs. An empty text for None."""
    if value is None:
        return ""
    places = decimal_places([value]) if places is None else places
    exact = signless(format_points(value))
    return exact[:-3] if not places else exact.replace(".", _decimal_separator(_language()))


@cache
def _decimal_separator(language: str) -> str:
    return str(get_format("DECIMAL_SEPARATOR", language))


def in_tiebreak(value: int | None, tiebreak: Tiebreak, places: int | None = None) -> str:
    """Return a value as this tie-break counts; a dash for None."""
    if value is None:
        return "–"
    return str(value // UNIT) if tiebreak.whole else decimals(value, places)


def ordinal(place: int, gender: str = "m") -> str:
    """Return a place as prose writes it: 1st, 22nd; 1er or 1re (gender f), 2e; 1., 2."""
    language = _language()
    if language == "de":
        return f"{place}."
    if language == "fr":
        return f"{place}{'e' if place != 1 else 're' if gender == 'f' else 'er'}"
    teens = place % 100 in (11, 12, 13)
    return f"{place}{'th' if teens else ENDINGS.get(place % 10, 'th')}"


def places_moved(places: int) -> str:
    """Return in words how many places something has gained, or lost if negative."""
    count = abs(places)
    if places > 0:
        words = ngettext("%(n)s place up", "%(n)s places up", count)
    else:
        words = ngettext("%(n)s place down", "%(n)s places down", count)
    return words % {"n": count}


def with_sign(value: int, amount: str) -> str:
    """Return an amount, written without a sign, with the sign of its value; zero has none."""
    return f"{'−' if value < 0 else '+' if value else ''}{amount}"


def signless(points: int | str) -> str:
    """Return points with a real minus sign where negative, and no plus sign."""
    return str(points).replace("-", "−")


def by_place(match: Match) -> list[tuple[Seat, int, int]]:
    """Return (seat, total, place) of each player of a match, best place first."""
    seats = list(match.seats.all())
    places = list(zip(seats, match.totals, match.places, strict=True))
    return sorted(places, key=lambda entry: entry[2])
