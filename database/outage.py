"""Outages of the database: one log line when one begins, one when it ends, per process.

Only PostgreSQL can have outages. Its other errors (a deadlock, a statement that took too long), and
all errors of SQLite, whose file is on this machine, are ordinary failures and reported as such.
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
    """Return whether the error means that the database cannot be reached. A refused or lost
    connection is an error of the client library without an SQLSTATE; a server that stops sends one.
    """
    cause = error.__cause__ if isinstance(error, Error) else error
    if not isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    return cause.sqlstate is None or cause.sqlstate.startswith((CONNECTION, SHUTDOWN, FULL))


def begin(error: BaseException) -> None:
    """Log the outage, unless it is known or has ended a moment ago: requests that fail just
    afterwards belong to the same outage."""
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
