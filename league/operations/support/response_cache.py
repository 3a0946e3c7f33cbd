"""A cache of responses as bytes, by key and version. It knows nothing of requests.

A process holds the latest version of each address. Processes that share Django's cache can also
share their responses, so that each is made by one of them only.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import NamedTuple, TypeVar

from django.core.cache import cache

SHARED_SECONDS = 600
LOCK_SECONDS = 10.0
T = TypeVar("T")


@dataclass(frozen=True)
class CacheKey:
    """The cache key of a response: its address, with everything that selects the representation,
    and its version."""

    address: str
    version: str

    @property
    def shared_key(self) -> str:
        """Return the key in the cache that processes share."""
        return "response:" + sha256(f"{self.address} {self.version}".encode()).hexdigest()


class CachedResponse(NamedTuple):
    """Headers and body of a response; `gzipped` is empty where only the plain body is cached."""

    headers: Mapping[str, str]
    body: bytes
    gzipped: bytes = b""


class ResponseCache:
    """The responses that this process holds: the latest version of the `max_entries` addresses
    stored last, but none whose body is longer than `max_bytes`."""

    def __init__(self, max_entries: int, max_bytes: int | None = None) -> None:
        self.max_entries, self.max_bytes = max_entries, max_bytes
        self._write_lock = Lock()
        self._make_locks = [Lock() for _ in range(64)]
        self._responses: OrderedDict[str, tuple[str, CachedResponse]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._responses)

    def get(self, key: CacheKey) -> CachedResponse | None:
        version, response = self._responses.get(key.address, (None, None))
        return response if version == key.version else None

    def put(self, key: CacheKey, response: CachedResponse) -> None:
        if self.max_bytes is not None and len(response.body) > self.max_bytes:
            return
        with self._write_lock:
            self._responses[key.address] = key.version, response
            self._responses.move_to_end(key.address)
            while len(self._responses) > self.max_entries:
                self._responses.popitem(last=False)

    def clear(self) -> None:
        self._responses.clear()

    def get_or_make(
        self, key: CacheKey, make: Callable[[], CachedResponse | T]
    ) -> CachedResponse | T:
        """Return the response for this key. It is made by one thread of a process, and by one of
        the processes that share a cache, while the others wait for it.

        What `make` returns is passed on without being cached, unless it is a CachedResponse.
        """
        with self._make_locks[hash(key) % len(self._make_locks)]:
            if response := self.get(key):
                return response
            with _shared_response(key) as shared:
                made = shared or make()
                if isinstance(made, CachedResponse):
                    self.put(key, made)
                    if shared is None:
                        with suppress(OSError):
                            cache.set(key.shared_key, made, SHARED_SECONDS)
                return made


@contextmanager
def _shared_response(key: CacheKey) -> Iterator[CachedResponse | None]:
    """Yield the response that another process has made or is making; None if this process has to
    make it, while it holds the lock of that key."""
    lock_key, end = f"{key.shared_key}:lock", time.monotonic() + LOCK_SECONDS
    response: CachedResponse | None = None
    try:
        while (response := cache.get(key.shared_key)) is None and time.monotonic() < end:
            if cache.add(lock_key, 1, LOCK_SECONDS):
                break
            time.sleep(0.01)
    except OSError:  # then each process makes its own
        response = None
    try:
        yield response
    finally:
        if response is None:
            with suppress(OSError):
                cache.delete(lock_key)
