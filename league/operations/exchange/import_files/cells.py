"""What is written in a single cell. None: it is not that."""

import re
import unicodedata
from datetime import date, time

YEARS = range(1970, 3000)
ISO_DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)", re.ASCII)
DAY_FIRST = re.compile(r"(\d\d?)([/.-])(\d\d?)\2(\d{4})", re.ASCII)
CLOCK = re.compile(r"(\d\d?)(?:[:hH](\d\d)?(?::\d\d)?)", re.ASCII)
INTEGER = re.compile(r"[-−+]?\d{1,9}", re.ASCII)


def read_day(text: str) -> date | None:
    """
    >>> read_day("2026-10-01") == read_day("1/10/2026") == date(2026, 10, 1)
    True
    """
    if found := ISO_DAY.fullmatch(text):
        year, month, day = map(int, found.groups())
    elif found := DAY_FIRST.fullmatch(text):
        day, month, year = int(found[1]), int(found[3]), int(found[4])
    else:
        return None
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def read_moment(text: str) -> tuple[date | None, time | None]:
    """A day that may be followed by the time of the day."""
    day, _space, clock = text.replace("T", " ").partition(" ")
    return read_day(day), read_clock(clock.strip()) if clock.strip() else None


def read_clock(text: str) -> time | None:
    """
    >>> read_clock("20h30") == read_clock("20:30:00") == time(20, 30)
    True
    """
    found = CLOCK.fullmatch(text)
    if not found:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def read_integer(text: str) -> int | None:
    return int(text.replace("−", "-")) if INTEGER.fullmatch(text) else None


def one_line(text: str) -> str:
    return " ".join(text.split())


def key(text: str) -> str:
    """Who is called the same is the same, however it is spaced and in capitals or not."""
    return unicodedata.normalize("NFC", one_line(text)).casefold()


def bare(text: str) -> str:
    """Letters and digits only, without accents: names of columns are written in many ways."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())
