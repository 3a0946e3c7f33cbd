"""Which backups are kept. Pure but for looking at a folder and deleting in it."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from league.server.upkeep.backup.backups import SUFFIX

NAME = re.compile(r"manche-(\d{4}-\d\d-\d\d-\d{6})" + re.escape(SUFFIX))


class Counts(NamedTuple):
    """Numbers of days, weeks and months that keep their newest backup."""

    daily: int = 7
    weekly: int = 4
    monthly: int = 6


def backups_in(folder: Path) -> Mapping[Path, datetime]:
    """Return the backups of a folder with the times in their names, the newest first."""
    files = folder.iterdir() if folder.is_dir() else ()
    times = {file: time for file in files if (time := time_of(file.name))}
    return dict(sorted(times.items(), key=lambda item: item[1], reverse=True))


def time_of(name: str) -> datetime | None:
    """Return the time in the name of a backup, or nothing for other names."""
    if match := NAME.fullmatch(name):
        with suppress(ValueError):  # of days that no month has
            return datetime.strptime(match[1], "%Y-%m-%d-%H%M%S").replace(tzinfo=UTC)
    return None


def to_keep(times: Iterable[datetime], counts: Counts) -> set[datetime]:
    """Return the newest of each of the last days, weeks and months that have one."""
    newest_first = sorted(times, reverse=True)
    chosen = set[datetime]()
    for count, form in (
        (counts.daily, "%Y-%m-%d"),
        (counts.weekly, "%G-%V"),
        (counts.monthly, "%Y-%m"),
    ):
        by_period: dict[str, datetime] = {}
        for at in newest_first:
            by_period.setdefault(at.strftime(form), at)
        chosen.update(list(by_period.values())[:count])
    return chosen


def rotate(folder: Path, counts: Counts) -> list[Path]:
    """Delete the backups that rotation drops, and return them. Other files stay."""
    times = backups_in(folder)
    keep = to_keep(times.values(), counts)
    gone = [file for file, at in times.items() if at not in keep]
    for file in gone:
        file.unlink()
    return gone
