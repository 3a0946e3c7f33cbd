"""Days and times as people write them. A cell is read whole or not at all: None means that some
part of it was not understood."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple

from league.operations.exchange.import_files.cells import folded

YEARS = range(1970, 3000)
FIRST_OF_LAST_CENTURY = 70  # the year 70 is 1970, the year 69 is 2069
MIDNIGHT = timedelta(hours=24)

MONTH_NAMES = (
    "january januar janvier janner jan janv",
    "february februar fevrier feb fev fevr febr",
    "march marz maerz mars mar mrz",
    "april avril apr avr",
    "may mai",
    "june juni juin jun",
    "july juli juillet jul juil",
    "august aout aug",
    "september septembre sep sept",
    "october oktober octobre oct okt",
    "november novembre nov",
    "december dezember decembre dec dez",
)
WEEKDAY_NAMES = (  # “di” is Tuesday in German and Sunday in French
    "monday montag lundi mon mo lun lu",
    "tuesday dienstag mardi tue tues di mar ma",
    "wednesday mittwoch mercredi wed mi mer me",
    "thursday donnerstag jeudi thu thur thurs do jeu je",
    "friday freitag vendredi fri fr ven ve",
    "saturday samstag sonnabend samedi sat sa sam",
    "sunday sonntag dimanche sun so dim di",
)


def _numbers(names: Sequence[str]) -> dict[str, frozenset[int]]:
    """Return the numbers of each name, from 0."""
    words = {word for line in names for word in line.split()}
    return {
        word: frozenset(number for number, line in enumerate(names) if word in line.split())
        for word in words
    }


MONTHS = {name: min(numbers) + 1 for name, numbers in _numbers(MONTH_NAMES).items()}
WEEKDAYS = _numbers(WEEKDAY_NAMES)
WEEKDAY = re.compile(r"(?:(?:le|am|on)\s+)?([a-z]+)\.?\s*,?\s+(?:(?:den|le|the)\s+)?")
ARTICLE = re.compile(r"(?:le|am|on)\s+")
YEAR_FIRST = re.compile(r"(?P<year>\d{4})([-/.])(?P<month>\d\d?)\2(?P<day>\d\d?)(?!\d)", re.ASCII)
DAY_FIRST = re.compile(
    r"(?P<day>\d\d?)(?: ?([/.]) ?(?P<month>\d\d?) ?\2 ?(?P<year>\d{4}|\d\d)"
    r"|-(?P<month2>\d\d?)-(?P<year2>\d{4}))(?!\d)",
    re.ASCII,
)  # with hyphens a year has four digits: 25-10-01 may begin with its year
DAY_AND_MONTH = re.compile(
    r"(?P<day>\d\d?)(?:er|st|nd|rd|th|\.)?[ -]?(?:of )?(?P<name>[a-z]+)\.?[ -]?,? ?"
    r"(?P<year>\d{4}|\d\d)(?!\d)",
    re.ASCII,
)
MONTH_AND_DAY = re.compile(
    r"(?P<name>[a-z]+)\.? (?P<day>\d\d?)(?:st|nd|rd|th)?,? (?P<year>\d{4})(?!\d)", re.ASCII
)
DAYS = (YEAR_FIRST, DAY_FIRST, DAY_AND_MONTH, MONTH_AND_DAY)
BETWEEN = re.compile(r" ?, ?| - | – | ?@ ?|,? (?:a|at|um) |t| ")
CLOCK = re.compile(
    r"(?P<hour>\d\d?)"
    r"(?: ?[:.h] ?(?P<minute>\d\d)(?:[:.](?P<second>\d\d)(?:[.,]\d{1,9})?)?(?: ?mi?n)?"
    r"| ?uhr (?P<minute2>\d\d))?"
    r"(?: ?(?P<word>h|uhr|heures?|o'clock))?"
    r"(?: ?(?P<half>[ap])\.? ?m\.?)?"
    r"(?: ?(?P<zone>z|utc|gmt|[+-]\d\d(?::?\d\d)?))?",
    re.ASCII,
)


class Clock(NamedTuple):
    """A time of the day: `since_midnight` is at most 24 hours, which is the midnight that ends the
    day. `zone` is None unless the cell says it."""

    since_midnight: timedelta
    zone: tzinfo | None = None


class Moment(NamedTuple):
    """A day, and its time if the cell has one."""

    day: date
    clock: Clock | None = None


@lru_cache(maxsize=1024)  # rows of one evening have the same day
def parse_moment(text: str) -> Moment | None:
    """Return a day, which a time may follow.

    >>> parse_moment("jeu. 02/10/2025 à 20h30") == parse_moment("2 octobre 2025 8:30 PM")
    True
    >>> parse_moment("02/10/2025 soir") is None
    True
    """
    whole = folded(text)
    return next(_readings(whole), None)


def parse_day(text: str) -> date | None:
    """Return a day without a time."""
    moment = parse_moment(text)
    return moment.day if moment is not None and moment.clock is None else None


@lru_cache(maxsize=1024)
def parse_clock(text: str) -> Clock | None:
    """Return a time of the day; seconds are read and left out.

    >>> parse_clock("20h30") == parse_clock("8:30 p.m.") == Clock(timedelta(hours=20, minutes=30))
    True
    """
    match = CLOCK.fullmatch(folded(text))
    if match is None or not any(match[part] for part in ("minute", "minute2", "word", "half")):
        return None
    hour = int(match["hour"])
    minute, second = int(match["minute"] or match["minute2"] or 0), int(match["second"] or 0)
    if match["half"]:
        if match["word"] or not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    since_midnight = timedelta(hours=hour, minutes=minute)
    if minute > 59 or second > 59 or since_midnight + timedelta(seconds=second) > MIDNIGHT:
        return None
    zone = _zone(match["zone"])
    return None if match["zone"] and zone is None else Clock(since_midnight, zone)


def parse_time(text: str) -> time | None:
    """Return a time of the day without a zone, before 24:00."""
    clock = parse_clock(text)
    if clock is None or clock.zone is not None or clock.since_midnight == MIDNIGHT:
        return None
    hour, minute = divmod(clock.since_midnight // timedelta(minutes=1), 60)
    return time(hour, minute)


def local_time(day: date, clock: Clock, zone: tzinfo) -> datetime:
    """Return the moment in the zone of the club; 24:00 is the beginning of the next day."""
    moment = datetime.combine(day, time.min) + clock.since_midnight
    return moment.replace(tzinfo=clock.zone or zone).astimezone(zone)


def _readings(text: str) -> Iterator[Moment]:
    """Yield the ways to read the whole text, with and without a weekday in front."""
    yield from _day_then_clock(text)
    if article := ARTICLE.match(text):
        yield from _day_then_clock(text[article.end() :])
    weekday = WEEKDAY.match(text)
    if weekday and (numbers := WEEKDAYS.get(weekday[1])):
        for moment in _day_then_clock(text[weekday.end() :]):
            if moment.day.weekday() in numbers:
                yield moment


def _day_then_clock(text: str) -> Iterator[Moment]:
    for pattern in DAYS:
        match = pattern.match(text)
        day = _day(match.groupdict()) if match else None
        if match is None or day is None:
            continue
        rest = text[match.end() :]
        if not rest:
            yield Moment(day)
        elif between := BETWEEN.match(rest):
            clock = parse_clock(rest[between.end() :])
            if clock is not None:
                yield Moment(day, clock)


def _day(parts: Mapping[str, str | None]) -> date | None:
    month = MONTHS.get(parts["name"] or "") if "name" in parts else None
    month_digits = parts.get("month") or parts.get("month2")
    if month is None and month_digits is None:
        return None
    digits = parts.get("year") or parts.get("year2") or ""
    year = int(digits)
    if len(digits) == 2:
        year += 1900 if year >= FIRST_OF_LAST_CENTURY else 2000
    try:
        day = date(year, month or int(month_digits or 0), int(parts["day"] or 0))
    except ValueError:
        return None
    return day if year in YEARS else None


def _zone(text: str | None) -> tzinfo | None:
    if not text:
        return None
    if text[0] not in "+-":
        return UTC
    digits = text[1:].replace(":", "")
    hours, minutes = int(digits[:2]), int(digits[2:] or 0)
    if hours > 14 or minutes > 59:
        return None
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)
