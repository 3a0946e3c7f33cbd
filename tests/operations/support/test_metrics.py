import pytest
from celery import shared_task
from django.core.cache import cache

from league.operations.support import task_counts

NAMES = ["tests.fine", "tests.broken", "tests.never"]


@shared_task(name="tests.fine")
def fine():
    pass


@shared_task(name="tests.broken")
def broken():
    raise ValueError("on purpose")


@shared_task(name="tests.again", bind=True, max_retries=2, default_retry_delay=0)
def again(task):
    raise task.retry()


@pytest.fixture(autouse=True)
def _reset_counters():
    cache.clear()


def test_runs_and_failures_are_counted_by_name():
    for _ in range(3):
        fine.apply()
    broken.apply()
    counts = [(count.name, count.runs, count.failures) for count in task_counts.read(NAMES)]
    assert counts == [("tests.broken", 1, 1), ("tests.fine", 3, 0)]


def test_each_retry_is_a_run_and_the_last_one_fails():
    again.apply()
    (count,) = task_counts.read(["tests.again"])
    assert (count.runs, count.retries, count.failures) == (3, 2, 1)


def test_times_and_the_last_run_are_kept():
    fine.apply()
    (count,) = task_counts.read(["tests.fine"])
    assert 0 <= count.mean_ms <= count.longest_ms
    assert count.last_run_at is not None


def test_the_longest_run_stays_when_shorter_ones_follow():
    fine.apply()
    cache.set("task.tests.fine.longest_ms", 1000)
    fine.apply()
    assert task_counts.read(["tests.fine"])[0].longest_ms == 1000


def test_counting_fails_no_task(settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "league.operations.support.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:9/0",
        }
    }
    assert fine.apply().successful()
    assert task_counts.read(NAMES) == []
