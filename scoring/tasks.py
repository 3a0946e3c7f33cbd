"""The Celery tasks. A task is a hint that may come late, twice or never: the sweep finds the rest.

**At most one hint waits per season, and one per club for its ratings.** To send a hint costs as
much as to commit a result, and a hundred results need one refresh. So `announce` raises a flag in
the shared cache and sends a hint only if the flag was down; the task lowers it before it reads
anything, so that any later commit raises it again. A flag that is never lowered (its hint was lost)
expires.

**Hints of one season, or club, keep their distance.** An idle season gets its hint immediately.
Otherwise it is to run `SPACING` after the last refresh of this season began, with all the results
that came in between. Every refresh that began and never ended (its process was killed, the database
went away) doubles the distance, so a season that kills its worker cannot do so all the time.

A cache that is dead or forgets everything makes refreshes more frequent or leaves them to the
sweep, never wrong: the tables themselves show which refreshes are needed.
"""

import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from celery import Task, shared_task
from django.core.cache import cache
from django.utils import timezone
from kombu.exceptions import OperationalError

from scoring import projection, rating
from scoring.models import RatingBook, Table

log = logging.getLogger(__name__)
SWEPT_AT = "manche.swept_at"
SWEEP_LIMIT = 500
FLAG_SECONDS = 5
SPACING = 0.8  # seconds; with the refresh itself a result shows within one
LONGEST_COUNTDOWN = 3.0  # longer waits are left to the sweep
LONGEST_SPACING = 60.0
PULSE_SECONDS = 120
CHECK_SECONDS = 10.0  # of the nightly check in one task
CHECK_EXPIRES = 3600
NEVER = (0.0, 0)
UNREACHABLE = (OperationalError, OSError)  # raised by the broker and by the cache


def announce(season_id: int) -> None:
    """Ask a worker to refresh a season. A broker or cache that is down does not fail the
    request."""
    _announce(refresh_season, "season", season_id)


def announce_ratings(club_id: int) -> None:
    """Ask a worker to refresh the ratings of a club."""
    _announce(rate_club, "club", club_id)


@shared_task(name="scoring.refresh_season", max_retries=0)
def refresh_season(season_id: int) -> None:
    """Bring all tables of a season up to their facts, together.

    After refreshes that did not end, one after the other, and each has its turn to begin: one that
    fails holds up no other for long.
    """
    with _unfinished_count(f"season.{season_id}") as unfinished:
        behind = Table.every.behind().filter(season_id=season_id).order_by("game")
        tables = list(behind.values_list("id", flat=True))
        if not unfinished:
            projection.refresh_together(tables)
            return
        first = unfinished % len(tables) if tables else 0
        for table_id in [*tables[first:], *tables[:first]]:
            projection.refresh(table_id)


@shared_task(name="scoring.rate_club", max_retries=0)
def rate_club(club_id: int) -> None:
    """Bring the ratings of a club up to the encounters of its players."""
    with _unfinished_count(f"club.{club_id}"):
        rating.refresh(club_id)


def spacing(unfinished: int) -> float:
    """Return the seconds between two refreshes of a season or club after this many unfinished
    ones."""
    return min(SPACING * 2.0 ** max(0, min(unfinished, 30) - 1), LONGEST_SPACING)


@shared_task(name="scoring.sweep", max_retries=0)
def sweep() -> None:
    """Announce seasons and clubs whose hint was lost, and store a sign of life for /readyz."""
    seasons = Table.every.behind().order_by("season_id").values_list("season_id", flat=True)
    for season_id in seasons.distinct()[:SWEEP_LIMIT]:
        announce(season_id)
    for club_id in rating.stale_clubs()[:SWEEP_LIMIT]:
        announce_ratings(club_id)
    cache.set(SWEPT_AT, timezone.now().isoformat(), timeout=3600)


def _announce(task: Task[Any, Any], kind: str, pk: int) -> None:
    key = f"{kind}.{pk}"
    try:
        if cache.add(_flag(key), 1, timeout=FLAG_SECONDS):
            delay = _delay(key)
            if delay <= LONGEST_COUNTDOWN:
                task.apply_async((pk,), countdown=delay, retry=False)
    except UNREACHABLE as error:
        log.warning("refresh of %s left to the sweep: %s", key, error)


@contextmanager
def _unfinished_count(key: str) -> Iterator[int]:
    """Lower the flag and count a refresh as unfinished until it ends well; yield how many before it
    are."""
    began_at, unfinished = _begin_refresh(key)
    yield unfinished
    _store(_pulse(key), (began_at, 0), timeout=PULSE_SECONDS)


@shared_task(name="scoring.check", max_retries=0)
def check(after: int = 0) -> None:
    """Compare every table above this id with a count from all facts; differences are logged, not
    repaired.

    After `CHECK_SECONDS` another task continues, so that no time limit cuts it off and results that
    come in meanwhile do not wait.
    """
    tables = Table.every.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)
    for pk in _until_time_limit(tables, check):
        if differences := projection.check(pk):
            players = [difference.player for difference in differences]
            log.error("table %s is not what its facts give for players %s", pk, players)


@shared_task(name="scoring.rate_check", max_retries=0)
def check_ratings(after: int = 0) -> None:
    """Compare the ratings of every club above this id, as `check` does with tables."""
    clubs = RatingBook.objects.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)
    for pk in _until_time_limit(clubs, check_ratings):
        if differences := rating.check(pk):
            players = [difference.player for difference in differences]
            log.error("ratings of club %s are not what they should be: %s", pk, players)


def _until_time_limit(ids: Iterable[int], task: Task[Any, Any]) -> Iterator[int]:
    """Yield ids as long as a task should take, at least one, then send the task on from there."""
    end = time.monotonic() + CHECK_SECONDS
    for pk in ids:
        yield pk
        if time.monotonic() >= end:
            task.apply_async((pk,), expires=CHECK_EXPIRES)
            return


def _begin_refresh(key: str) -> tuple[float, int]:
    """Lower the flag and count a refresh as unfinished; return when it began, and how many are
    unfinished before it."""
    began_at, unfinished = time.time(), 0
    try:
        cache.delete(_flag(key))
        _, unfinished = cache.get(_pulse(key), NEVER)
        cache.set(_pulse(key), (began_at, unfinished + 1), timeout=PULSE_SECONDS)
    except UNREACHABLE as error:
        log.warning("refresh of %s keeps no distance: %s", key, error)
    return began_at, unfinished


def _delay(key: str) -> float:
    """Return the seconds until the next refresh may begin."""
    pulse: tuple[float, int] = cache.get(_pulse(key), NEVER)
    began_at, unfinished = pulse
    distance = spacing(unfinished)
    return max(
        0.0, min(distance, began_at + distance - time.time())
    )  # clocks of machines may differ


def _store(key: str, value: object, timeout: float | None) -> None:
    try:
        cache.set(key, value, timeout=timeout)
    except UNREACHABLE as error:
        log.warning("%s is not kept: %s", key, error)


def _flag(key: str) -> str:
    """Return the cache key of the flag; `key` names whose refresh it is: season.7, club.3"""
    return f"{key}.hinted"


def _pulse(key: str) -> str:
    """Return the cache key of (when the last refresh began, how many have begun since one ended
    well)."""
    return f"{key}.pulse"
