"""Timeouts of requests for PostgreSQL, so that a server that hangs does not block pages.

The client counts the time: settings of the server would not be counted by a server that hangs, and
a pool hands them to other clients.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

CONNECT_SECONDS = 3
STATEMENT_SECONDS = 4.0
CANCEL_SECONDS = 0.5  # all of these together stay below five seconds
_limit = ContextVar[float | None]("limit", default=None)


@contextmanager
def limited() -> Iterator[None]:
    """Let each statement of the block wait STATEMENT_SECONDS for its answer. Others, of commands
    and tasks, may compute for minutes."""
    token = _limit.set(STATEMENT_SECONDS)
    try:
        yield
    finally:
        _limit.reset(token)


def limit() -> float | None:
    """Return the seconds that a statement may wait here; None means without limit."""
    return _limit.get()
