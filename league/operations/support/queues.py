"""Work that waits in the database: free rows, and the wake-up of a worker. A wake-up is only a
hint; the sweep of beat finds the rows whose hint was lost."""

import logging
from collections.abc import Sequence
from typing import TypeVar

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model, QuerySet

from scoring.tasks import UNREACHABLE

log = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)
WAKEUP_SECONDS = 5


def lock_free(rows: "QuerySet[Row]") -> "QuerySet[Row]":
    """Lock these rows, without the ones that another worker has locked."""
    return rows.select_for_update(of=("self",), skip_locked=True, no_key=True)


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
    return ".".join(str(part) for part in ("wakeup", task, *arguments))
