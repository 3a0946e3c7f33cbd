"""Leader election for Celery beat through a lock in the shared cache.

The lock expires unless its owner renews it, which it does whenever something is due: every few
seconds. So another beat replaces a lost one within half a minute, and a beat that is stopped
releases the lock. A task that is sent twice does no harm, so the lock need not be perfect: while
the cache does not answer, every beat tries to send, which mostly fails, since the broker is the
same Redis.
"""

import os
import secrets
import socket
from typing import Any

from celery.beat import Scheduler
from django.core.cache import cache

from scoring.tasks import UNREACHABLE

LOCK = "beat.lock"
LOCK_SECONDS = 30


class LockedScheduler(Scheduler):
    """A scheduler that skips due tasks while another beat has the lock."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.name = f"{socket.gethostname()}.{os.getpid()}.{secrets.token_hex(4)}"
        super().__init__(*args, **options)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send a task that is due, if this beat has the lock."""
        if self.take_lock():
            super().apply_entry(entry, producer=producer)

    def take_lock(self) -> bool:
        """Return whether this beat has the lock, which it takes where it is free, and renews."""
        try:
            if cache.add(LOCK, self.name, timeout=LOCK_SECONDS):
                return True
            return self._owns_lock() and cache.touch(LOCK, LOCK_SECONDS)
        except UNREACHABLE:
            return True

    def close(self) -> None:
        """Hand over to another beat."""
        try:
            if self._owns_lock():
                cache.delete(LOCK)
        except UNREACHABLE:
            pass  # it expires
        super().close()

    def _owns_lock(self) -> bool:
        return bool(cache.get(LOCK) == self.name)
