"""Per-process memo keyed by page version: for signed-in readers, whose pages are never cached as
bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class VersionMemo(Generic[T]):
    """Holds the latest version of the `max_entries` values computed last. Threads share the values:
    never modify them."""

    def __init__(self, max_entries: int) -> None:
        self.max_entries = max_entries
        self._lock = Lock()
        self._values: OrderedDict[Hashable, tuple[Hashable, T]] = OrderedDict()

    def get_or_make(self, key: Hashable, version: Hashable, make: Callable[[], T]) -> T:
        """Return the value of this key and version. The version must have been read before anything
        that `make` reads."""
        held_version, value = self._values.get(key, (None, None))
        if value is not None and held_version == version:
            return value
        made = make()
        with self._lock:
            self._values[key] = version, made
            self._values.move_to_end(key)
            while len(self._values) > self.max_entries:
                self._values.popitem(last=False)
        return made

    def clear(self) -> None:
        self._values.clear()
