"""Outages of the database: one log line when one begins, one when it ends, per process.

PostgreSQL is away when it cannot be reached or does not answer; SQLite when its file cannot be
read or written now: a full disk, a broken one, or another process that does not let go of it. Other
errors (a deadlock, a damaged file) are ordinary failures and reported as such (decision 59).
"""

import logging
import sqlite3
import time
from threading import Lock

import psycopg
from django.db import Error

RETRY_SECONDS = 5
REST_SECONDS = 1.0  # after an attempt that failed, so that not every request waits for the next one
CONNECTION, SHUTDOWN, FULL = "08", "57P", "53300"  # SQLSTATE: too many connections is FULL
FILE_OUTAGES = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
}
log = logging.getLogger(__name__)
_lock = Lock()
_state = {"away": False, "back_at": -float(RETRY_SECONDS), "rests_until": 0.0}


def is_outage(error: BaseException | None) -> bool:
    """Return whether the error means that the database cannot be used now. A refused, lost or given
    up connection is an error of the client library without an SQLSTATE; a server that stops sends
    one. SQLite says it by the lower byte of a code."""
    cause = error.__cause__ if isinstance(error, Error) else error
    if isinstance(cause, sqlite3.OperationalError):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in FILE_OUTAGES
    if not isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    return cause.sqlstate is None or cause.sqlstate.startswith((CONNECTION, SHUTDOWN, FULL))


def rest() -> None:
    """Let requests try no new connection for a moment: each would wait for its end."""
    _state["rests_until"] = time.monotonic() + REST_SECONDS


def is_resting() -> bool:
    return time.monotonic() < _state["rests_until"]


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
    if not _state["away"]:
        return
    with _lock:
        if not _state["away"]:
            return
        _state.update(away=False, back_at=time.monotonic())
    log.warning("the database is back")
