"""A database that is away: one line in the log when it goes, one when it is back, per process.

PostgreSQL alone can be away. Its other errors (a deadlock, a statement that took too long), and all
those of SQLite, whose file is here, are faults of the moment or ours, and are told as such.
"""

import logging
import time
from threading import Lock

import psycopg
from django.db import Error

RETRY_SECONDS = 5
CONNECTION, SHUTDOWN, FULL = "08", "57P", "53300"  # SQLSTATE: too many connections is FULL
log = logging.getLogger(__name__)
_lock = Lock()
_state = {"away": False, "back_at": -float(RETRY_SECONDS)}


def is_outage(error: BaseException | None) -> bool:
    """Who is refused a connection, or loses one, hears so from the client library, without a
    SQLSTATE; a server that stops says it."""
    cause = error.__cause__ if isinstance(error, Error) else error
    if not isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    return cause.sqlstate is None or cause.sqlstate.startswith((CONNECTION, SHUTDOWN, FULL))


def begin(error: BaseException) -> None:
    """Requests that fail a moment after the database is back are late news of the same outage."""
    with _lock:
        if _state["away"] or time.monotonic() < _state["back_at"] + RETRY_SECONDS:
            return
        _state["away"] = True
    words = str(error).strip().partition("\n")[0]
    log.error("the database is away, requests are answered with 503: %s", words)


def end() -> None:
    with _lock:
        if not _state["away"]:
            return
        _state.update(away=False, back_at=time.monotonic())
    log.warning("the database is back")
