"""Queues in the database: claim with a lease, backoff, wake-up of a worker.

A waiting row is due at `next_attempt_at`. A worker claims a row, works outside of any transaction,
and records the outcome. A claim postpones the next attempt by `LEASE`: if the worker dies, another
worker claims the row again, so the work is done at least once. A wake-up is only a hint; the sweep
of beat finds the rows whose hint was lost.
"""

import logging
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model, QuerySet

from scoring.tasks import UNREACHABLE

log = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)
LEASE = timedelta(seconds=150)  # above the time limit of a task
RUN_SECONDS = 45.0  # of one task; the next sweep continues
WAKEUP_SECONDS = 5
JITTER = 0.2  # a receiver that is back must not get everything in the same second


def lock_free(rows: "QuerySet[Row]") -> "QuerySet[Row]":
    """Lock these rows, without the ones that another worker has locked."""
    return rows.select_for_update(of=("self",), skip_locked=True, no_key=True)


def claim(due: "QuerySet[Row]", now: datetime, end_hopeless: Callable[[Any], bool]) -> Row | None:
    """Claim one of the due rows, first attempts first; return None if all are locked or done.
    `end_hopeless` ends a row that must not be tried, and returns whether it did."""
    while due.exists():  # without a transaction, which would lock SQLite for writing
        with transaction.atomic():
            row: Any = lock_free(due).order_by("attempts", "next_attempt_at").first()
            if row is None:
                return None
            if not end_hopeless(row):
                row.attempts += 1
                row.next_attempt_at = now + LEASE
                row.save(update_fields=["attempts", "next_attempt_at"])
                claimed: Row = row
                return claimed
    return None


def still_claimed(rows: "QuerySet[Row]", claimed: Any) -> "QuerySet[Row]":
    """Lock the claimed row; empty if another worker has claimed or ended it since."""
    same_attempt = rows.filter(pk=claimed.pk, state=claimed.state, attempts=claimed.attempts)
    return same_attempt.select_for_update(of=("self",), no_key=True)


def backoff(pauses: Sequence[int], attempts: int, chance: float | None = None) -> timedelta:
    """Return the pause after this many attempts; `chance` from 0 to 1, by default random, extends
    it by up to a fifth."""
    extension = JITTER * (random.random() if chance is None else chance)
    return timedelta(seconds=pauses[min(attempts, len(pauses)) - 1] * (1 + extension))


def wake_after_commit(task: str, *arguments: object, seconds: int = WAKEUP_SECONDS) -> None:
    """Wake a worker once this transaction is committed."""
    transaction.on_commit(lambda: wake_worker(task, *arguments, seconds=seconds), robust=True)


def wake_worker(task: str, *arguments: object, seconds: int = WAKEUP_SECONDS) -> None:
    """Send the task unless a wake-up of it is already waiting. A broker or cache that is down must
    not fail the request."""
    try:
        if cache.add(_key(task, arguments), 1, timeout=seconds):
            current_app.send_task(task, args=arguments, retry=False)
    except UNREACHABLE as error:
        log.warning("%s%s waits for the sweep: %s", task, arguments or "", error)


def clear_wakeup(task: str, *arguments: object) -> None:
    """Let the next row wake a worker again. Call it before the rows are read."""
    try:
        cache.delete(_key(task, arguments))
    except UNREACHABLE as error:
        log.warning("the next wake-up of %s may come late: %s", task, error)


def _key(task: str, arguments: Sequence[object]) -> str:
    return ".".join(str(each) for each in ("wakeup", task, *arguments))
