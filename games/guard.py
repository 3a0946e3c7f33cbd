"""Calls into games from outside. What one of them raises, loops over or answers wrongly becomes a
problem of that game and is remembered; it never reaches the caller as an exception.
"""

from __future__ import annotations

import ctypes
import logging
import time
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

from problems.text import Words, visible

SECONDS = 5.0  # that one call may take
GRACE_SECONDS = 0.5  # until a call that was interrupted has ended
MOST_FAILURES = 100  # remembered by a process
MOST_SHOWN = 200  # characters of a foreign value or error

T = TypeVar("T")
logger = logging.getLogger(__name__)


class Failure(NamedTuple):
    """A call into a game from outside that failed."""

    slug: str
    at: float  # seconds since 1970
    reason: Words


class Broken(Exception):
    """The error in a game from outside."""

    def __init__(self, reason: Words) -> None:
        super().__init__(reason.say("en"))
        self.reason = reason


class TimeUp(BaseException):
    """Ends a loop in foreign code, even one that catches every Exception."""


_failures: deque[Failure] = deque(maxlen=MOST_FAILURES)
_observers: list[Callable[[Failure], None]] = []


def failures() -> list[Failure]:
    """Return the last failures in this process, the oldest first."""
    return list(_failures)


def observe(observer: Callable[[Failure], None]) -> None:
    """Call this function with each further failure, so that other processes can learn of it."""
    _observers.append(observer)


def remember(slug: str, broken: Broken) -> None:
    failure = Failure(slug, time.time(), broken.reason)
    _failures.append(failure)
    for observer in _observers:
        observer(failure)
    logger.error("The game %s failed: %s", slug, broken, exc_info=broken.__cause__)


def wrong(detail: str) -> Broken:
    return Broken(Words("It answers nonsense. {detail}", {"detail": detail}))


class Guard:
    """Runs the code of one game."""

    def __init__(self) -> None:
        self._stuck: _Call | None = None

    def run(self, work: Callable[[], T]) -> T:
        """Return the result of foreign code. Raise Broken if it raises, or takes too long."""
        if self._stuck and not self._stuck.interrupt():  # no further thread for each further call
            raise Broken(Words("An earlier call has not ended."))
        self._stuck = None
        call = _Call(work)
        call.start()
        if not call.has_ended(SECONDS):
            if not call.interrupt():
                self._stuck = call
            seconds = f"{SECONDS:g}"
            raise Broken(Words("A call took more than {seconds} seconds.", {"seconds": seconds}))
        if call.error is not None:
            raise _broken(call.error) from call.error
        result: T = call.results[0]
        return result


class _Call(Thread):
    """A call in a thread of its own, so that the caller can stop waiting for it."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(name="game", daemon=True)
        self._work, self._context = work, copy_context()
        self._running, self._interrupting = Lock(), Lock()
        self._running.acquire()
        self._is_over = False
        self.results: list[Any] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.results.append(self._context.run(self._work))
        except BaseException as error:
            self.error = error
        finally:
            with self._interrupting:
                self._is_over = True
                self._running.release()

    def has_ended(self, seconds: float) -> bool:
        if not self._running.acquire(timeout=seconds):
            return False
        self._running.release()
        return True

    def interrupt(self) -> bool:
        """Raise TimeUp in the call; return whether it has ended. It does not while it is in code
        that is not Python."""
        assert self.ident is not None, "it was started"
        thread, error = ctypes.c_ulong(self.ident), ctypes.py_object(TimeUp)
        with self._interrupting:  # a thread that has ended may share its number with a new one
            if self.is_alive() and not self._is_over:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)
        return self.has_ended(GRACE_SECONDS) or not self.is_alive()


def _broken(error: BaseException) -> Broken:
    if isinstance(error, Broken):
        return Broken(error.reason)
    return Broken(Words("It raised {error}.", {"error": brief(error)}))


def brief(value: object) -> str:
    """Return a foreign value as a message repeats it, even if it cannot be shown."""
    try:
        shown = visible(repr(value)[:MOST_SHOWN])
        return shown.encode("utf-8", "backslashreplace").decode()
    except Exception:
        return f"<{type(value).__name__}>"
