"""Announcements that something public may have changed, between processes that share a cache.

What a process has read of the database, it may believe until the next announcement, for a short
time at most: an announcement is lost when the cache does not answer.
"""

import logging
import secrets
import time

from django.core.cache import cache

KEY = "announcement"
LOOK_SECONDS = 0.02  # a busy process looks at the shared cache fifty times per second
log = logging.getLogger(__name__)
_looked: tuple[float, str | None] = (0.0, None)


def announce() -> None:
    """Announce a change that has been committed."""
    global _looked
    _looked = (0.0, None)
    try:
        cache.set(KEY, secrets.token_hex(8), timeout=None)
    except OSError as error:
        log.debug("a change was not announced: %s", error)


def latest() -> str | None:
    """Return the latest announcement of any process, at most LOOK_SECONDS old; None if there was
    none or the cache does not answer. It is to be read before what is then believed."""
    global _looked
    now = time.monotonic()
    if now - _looked[0] < LOOK_SECONDS:
        return _looked[1]
    try:
        stamp: str | None = cache.get(KEY)
    except OSError:
        stamp = None
    _looked = (now, stamp)
    return stamp
