"""Values of single cells. None means that the text is not such a value."""

import re
import unicodedata
from datetime import date, time

YEARS = range(1970, 3000)
ISO_DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)", re.ASCII)
DAY_FIRST = re.compile(r"(\d\d?)([/.-])(\d\d?)\2(\d{4})", re.ASCII)
CLOCK = re.compile(r"(\d\d?)(?:[:hH](\d\d)?(?::\d\d)?)", re.ASCII)
INTEGER = re.compile(r"[-−+]?\d{1,9}", re.ASCII)


def parse_day(text: str) -> date | None:
    """Return a date.

    >>> parse_day("2026-10-01") == parse_day("1/10/2026") == date(2026, 10, 1)
    True
    """
    if match := ISO_DAY.fullmatch(text):
        year, month, day = map(int, match.groups())
    elif match := DAY_FIRST.fullmatch(text):
        day, month, year = int(match[1]), int(match[3]), int(match[4])
    else:
        return None
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def parse_day_and_time(text: str) -> tuple[date | None, time | None]:
    """Return a day and the time of the day that may follow it."""
    day, _space, clock = text.replace("T", " ").partition(" ")
    return parse_day(day), parse_time(clock.strip()) if clock.strip() else None


def parse_time(text: str) -> time | None:
    """Return a time of the day.

    >>> parse_time("20h30") == parse_time("20:30:00") == time(20, 30)
    True
    """
    match = CLOCK.fullmatch(text)
    if not match:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def parse_integer(text: str) -> int | None:
    """Return a whole number, also with a typographic minus sign."""
    return int(text.replace("−", "-")) if INTEGER.fullmatch(text) else None


def one_line(text: str) -> str:
    """Return the text on one line."""
    return " ".join(text.split())


def name_key(text: str) -> str:
    """Return a text by which equal names are recognised, whatever their spaces and capitals."""
    return unicodedata.normalize("NFC", one_line(text)).casefold()


def bare(text: str) -> str:
    """Return letters and digits only, without accents: names of columns are spelled in many
    ways."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())
