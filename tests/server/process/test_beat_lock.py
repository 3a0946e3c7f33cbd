"""Two beats on one schedule: one sends, the other follows when it stops or is lost."""

import secrets
from typing import Any

import pytest
from celery import Celery
from django.core.cache import cache

from league.operations.support import shared_cache
from league.server.process.beat_lock import LOCK, LockedScheduler


class Beats:
    """Two beats of one application, in which something is always due."""

    def __init__(self, queue: str) -> None:
        self.queue = queue
        self.app = Celery(broker="memory://", set_as_current=False)
        self.app.conf.update(
            task_default_queue=queue,
            beat_schedule={"sweep": {"task": "sweep", "schedule": 0.0}},
        )
        self.first, self.second = LockedScheduler(self.app), LockedScheduler(self.app)

    def sent_by(self, beat: LockedScheduler) -> int:
        """Return how many tasks a beat sends when one is due."""
        before = self._size()
        beat.tick()
        return self._size() - before

    def _size(self) -> int:
        with self.app.connection() as connection:
            channel: Any = connection.default_channel
            return int(channel._size(self.queue))


@pytest.fixture
def beats():
    cache.delete(LOCK)
    beats = Beats(f"beats-{secrets.token_hex(4)}")
    yield beats
    beats.app.close()
    cache.delete(LOCK)


def test_one_of_two_beats_sends(beats):
    assert [beats.sent_by(beats.first) for _ in range(3)] == [1, 1, 1]
    assert [beats.sent_by(beats.second) for _ in range(3)] == [0, 0, 0]


def test_another_beat_follows_one_that_stops(beats):
    beats.sent_by(beats.first)
    beats.first.close()
    assert beats.sent_by(beats.second) == 1
    assert beats.sent_by(beats.first) == 0


def test_another_beat_follows_a_lost_one_whose_lock_expires(beats):
    beats.sent_by(beats.first)
    cache.delete(LOCK)
    assert beats.sent_by(beats.second) == 1


def test_a_beat_that_stops_leaves_the_lock_of_another(beats):
    beats.sent_by(beats.first)
    beats.second.close()
    assert beats.sent_by(beats.second) == 0


def test_without_a_cache_every_beat_tries(beats, settings, monkeypatch):
    monkeypatch.setitem(shared_cache._rest, "until", 0.0)
    unreachable = {"LOCATION": "redis://127.0.0.1:9/0", "OPTIONS": {}}
    backend = "league.operations.support.shared_cache.SharedCache"
    settings.CACHES = {"default": {"BACKEND": backend, **unreachable}}
    assert beats.first.take_lock()
    assert beats.second.take_lock()
    beats.first.close()
