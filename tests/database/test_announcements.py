"""Announcements of changes between processes that share a cache."""

import pytest
from django.core.cache import cache

from database import announcements


@pytest.fixture(autouse=True)
def looks_every_time(monkeypatch):
    monkeypatch.setattr(announcements, "LOOK_SECONDS", 0)


def test_an_announcement_differs_from_the_one_before():
    announcements.announce()
    first = announcements.latest()
    assert first == announcements.latest()
    announcements.announce()
    assert announcements.latest() not in {first, None}


def test_an_announcement_of_another_process_is_seen():
    before = announcements.latest()
    cache.set(announcements.KEY, "of another process")
    assert before != announcements.latest() == "of another process"


def test_a_busy_process_looks_at_the_cache_now_and_then(monkeypatch):
    monkeypatch.setattr(announcements, "LOOK_SECONDS", 60)
    announcements.announce()
    first = announcements.latest()
    cache.set(announcements.KEY, "of another process")
    assert announcements.latest() == first
    announcements.announce()
    assert announcements.latest() not in {first, "of another process"}


def test_a_cache_that_does_not_answer_is_no_error(monkeypatch):
    def lost(*args, **options):
        raise ConnectionError("away")

    monkeypatch.setattr(cache, "set", lost)
    monkeypatch.setattr(cache, "get", lost)
    announcements.announce()
    assert announcements.latest() is None
