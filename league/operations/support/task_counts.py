"""Counters of Celery tasks, kept per task name in the shared cache by every worker process.

A task that kills its process ends in the main process of the worker: hence runs are counted as they
begin, failures where Celery reports them. Counting never fails a task.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_failure, task_postrun, task_prerun
from celery.states import SUCCESS
from django.core.cache import cache

SENT_AT = "sent_at"  # the header of a waiting task with the time since which it waits
COUNTERS = ("runs", "successes", "failures", "retries", "total_ms", "longest_ms", "last_run")
COUNTING_ERRORS = (OSError, ValueError)  # the cache is down, or has dropped the key meanwhile
_started_at: dict[str, float] = {}


@dataclass(frozen=True)
class TaskCount:
    """The counters of a task since the shared cache was last empty; times in milliseconds."""

    name: str
    runs: int = 0
    successes: int = 0
    failures: int = 0
    retries: int = 0
    total_ms: int = 0
    longest_ms: int = 0
    last_run_at: datetime | None = None

    @property
    def mean_ms(self) -> float:
        return self.total_ms / self.runs if self.runs else 0.0


def read(names: Iterable[str]) -> list[TaskCount]:
    """Return the counters of the tasks that have run, by name; none when the cache does not
    answer."""
    names = sorted(names)
    keys = [_key(name, counter) for name in names for counter in COUNTERS]
    try:
        values = cache.get_many(keys)
    except COUNTING_ERRORS:
        return []
    counts = []
    for name in names:
        runs, successes, failures, retries, total, longest, last = (
            values.get(_key(name, counter), 0) for counter in COUNTERS
        )
        if runs:
            last_at = datetime.fromtimestamp(last, UTC)
            times = total, longest, last_at
            counts.append(TaskCount(name, runs, successes, failures, retries, *times))
    return counts


@before_task_publish.connect
def stamp(headers: dict[str, Any], **kwargs: Any) -> None:
    """Write the time into a task that is sent, so that its age shows while it waits."""
    headers[SENT_AT] = time.time()


@task_prerun.connect
def begin(task_id: str, task: Task[Any, Any], **kwargs: Any) -> None:
    """Count a run of the task and start its clock."""
    _started_at[task_id] = time.perf_counter()
    with suppress(*COUNTING_ERRORS):
        _count(task.name, "runs")
        if task.request.retries:
            _count(task.name, "retries")
        cache.set(_key(task.name, "last_run"), int(time.time()), timeout=None)


@task_postrun.connect
def end(task_id: str, task: Task[Any, Any], state: str, **kwargs: Any) -> None:
    """Add the duration of a run, and count whether it succeeded."""
    spent = round((time.perf_counter() - _started_at.pop(task_id)) * 1000)
    with suppress(*COUNTING_ERRORS):
        _count(task.name, "total_ms", spent)
        if state == SUCCESS:
            _count(task.name, "successes")
        # a race may lose a record; the next long run restores it
        if spent > cache.get(_key(task.name, "longest_ms"), -1):
            cache.set(_key(task.name, "longest_ms"), spent, timeout=None)


@task_failure.connect
def fail(sender: Task[Any, Any], **kwargs: Any) -> None:
    """Count a failure."""
    with suppress(*COUNTING_ERRORS):
        _count(sender.name, "failures")


def _count(name: str, counter: str, by: int = 1) -> None:
    key = _key(name, counter)
    try:
        cache.incr(key, by)
    except ValueError:  # the counter does not exist yet
        if not cache.add(key, by, timeout=None):
            cache.incr(key, by)


def _key(name: str, counter: str) -> str:
    return f"task.{name}.{counter}"
