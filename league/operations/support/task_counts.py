"""What became of the tasks, counted per name in the shared cache by every worker process.

A task that took its process along ends in the main process of the worker: hence runs are counted as
they begin, failures where Celery tells of them. Counting must never fail a task.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from celery import Task
from celery.signals import task_failure, task_postrun, task_prerun
from django.core.cache import cache

from league.operations.support.cache import AWAY

COUNTED = ("runs", "failures", "retries", "total_ms", "longest_ms", "last_run")
UNCOUNTED = (*AWAY, ValueError)  # no cache, or one that forgets in between
_began: dict[str, float] = {}


@dataclass(frozen=True)
class TaskCount:
    """Times in milliseconds. Since the shared cache was last empty."""

    name: str
    runs: int = 0
    failures: int = 0
    retries: int = 0
    total_ms: int = 0
    longest_ms: int = 0
    last_run_at: datetime | None = None

    @property
    def mean_ms(self) -> float:
        return self.total_ms / self.runs if self.runs else 0.0


def read(names: Iterable[str]) -> list[TaskCount]:
    """The tasks that have run, by name; none when nobody knows."""
    names = sorted(names)
    keys = [_key(name, what) for name in names for what in COUNTED]
    try:
        known = cache.get_many(keys)
    except UNCOUNTED:
        return []
    found = []
    for name in names:
        runs, failures, retries, total, longest, last = (
            known.get(_key(name, what), 0) for what in COUNTED
        )
        if runs:
            last_at = datetime.fromtimestamp(last, UTC)
            found.append(TaskCount(name, runs, failures, retries, total, longest, last_at))
    return found


@task_prerun.connect
def begin(task_id: str, task: Task[Any, Any], **kwargs: Any) -> None:
    _began[task_id] = time.perf_counter()
    with suppress(*UNCOUNTED):
        _count(task.name, "runs")
        if task.request.retries:
            _count(task.name, "retries")
        cache.set(_key(task.name, "last_run"), int(time.time()), timeout=None)


@task_postrun.connect
def end(task_id: str, task: Task[Any, Any], **kwargs: Any) -> None:
    spent = round((time.perf_counter() - _began.pop(task_id)) * 1000)
    with suppress(*UNCOUNTED):
        _count(task.name, "total_ms", spent)
        # two processes may ask at once; the next long run mends a lost record
        if spent > cache.get(_key(task.name, "longest_ms"), -1):
            cache.set(_key(task.name, "longest_ms"), spent, timeout=None)


@task_failure.connect
def fail(sender: Task[Any, Any], **kwargs: Any) -> None:
    with suppress(*UNCOUNTED):
        _count(sender.name, "failures")


def _count(name: str, what: str, by: int = 1) -> None:
    key = _key(name, what)
    try:
        cache.incr(key, by)
    except ValueError:  # nobody has counted it yet
        if not cache.add(key, by, timeout=None):
            cache.incr(key, by)


def _key(name: str, what: str) -> str:
    return f"task.{name}.{what}"
