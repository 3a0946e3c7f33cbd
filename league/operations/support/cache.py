"""The cache of Django with an atomic counter. Where the cache does not answer, all its methods
raise OSError."""

from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache


class LocalCache(LocMemCache):
    """The cache of the embedded layout, where everything runs in one process."""

    def count(self, key: str, seconds: int, times: int = 1) -> int:
        self.add(key, 0, timeout=seconds)
        try:
            return int(self.incr(key, times))
        except ValueError:  # the entry was dropped to make room
            return times


COUNTERS = "count."  # the start of the keys of `count`


def count(key: str, seconds: int, times: int = 1) -> int:
    """Return how often this key was counted, including this time; 0 when the cache does not
    answer."""
    try:
        return int(cache.count(f"{COUNTERS}{key}", seconds, times))  # type: ignore[attr-defined]  # one of the two above
    except OSError:
        return 0
