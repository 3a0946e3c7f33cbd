"""A read replica: a second PostgreSQL server that repeats the writes of the first one, by
streaming.

While a thread reads from it, the replica replaces the default connection: all queries of a page, by
the ORM or in SQL, go to one server. A replica that is down, behind or promoted is not used.
"""

import logging
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections

REPLICA = "replica"
CHECK_SECONDS = 1.0
RETRY_SECONDS = 5.0  # after it did not answer
MOST_POSITIONS = 1000
PRIMARY_POSITION = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"
REPLICA_POSITION = "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn"
log = logging.getLogger(__name__)


class ReplicaWatch:
    """The state of the replica as one process sees it. While there are readers, it compares the
    positions of both servers once per second."""

    def __init__(self, most_lag: float) -> None:
        self.most_lag = most_lag  # seconds
        self._lock = Lock()
        self._next_check = 0.0
        self._fault = "not looked at yet"
        # where the primary was, and when; what the replica has repeated is taken out
        self._positions: deque[tuple[float, Decimal]] = deque(maxlen=MOST_POSITIONS)
        self._repeated_at = float("-inf")  # the replica has everything that was stored until then

    def is_usable(self) -> bool:
        """Return whether the replica answers and has everything that is older than the lag."""
        if time.monotonic() >= self._next_check and self._lock.acquire(blocking=False):
            try:
                self._check()
            finally:
                self._lock.release()
        return not self._fault

    def _check(self) -> None:
        wait, fault = CHECK_SECONDS, self._fault
        try:
            fault = self._compare(*_row(REPLICA, REPLICA_POSITION))
        except Error as error:
            wait, fault = RETRY_SECONDS, str(error).strip().partition("\n")[0]
        if bool(fault) != bool(self._fault):
            log.warning("the replica is not read: %s" if fault else "the replica is read%s", fault)
        self._fault = fault
        self._next_check = time.monotonic() + wait

    def _compare(self, is_replica: bool, repeated: Decimal | None) -> str:
        """Return a description of the fault if the replica is behind or none any more, else an
        empty text."""
        if not is_replica or repeated is None:
            return "it is no replica any more"
        now = time.monotonic()
        try:
            self._positions.append((now, *_row(DEFAULT_DB_ALIAS, PRIMARY_POSITION)))
        except Error:
            return ""  # the primary is away: the replica has the newest that there is
        while self._positions and self._positions[0][1] <= repeated:
            self._repeated_at, _position = self._positions.popleft()
        is_behind = now - self._repeated_at > self.most_lag
        return f"it is more than {self.most_lag:g} s behind" if is_behind else ""


@cache
def _watch() -> ReplicaWatch:
    return ReplicaWatch(settings.DATABASE_REPLICA_LAG)


def is_usable() -> bool:
    """Return whether this process may read from the replica now."""
    return _watch().is_usable()


def is_reading() -> bool:
    """Return whether this thread reads from the replica."""
    return connections[DEFAULT_DB_ALIAS].alias == REPLICA


@contextmanager
def reading() -> Iterator[None]:
    """Let this thread read from the replica, and nothing else."""
    primary = connections[DEFAULT_DB_ALIAS]
    # not a database router, which SQL and snapshots would not ask (decision 83)
    connections[DEFAULT_DB_ALIAS] = connections[REPLICA]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary


def _row(alias: str, statement: str) -> Any:
    """Return the row that a server answers; an error closes the connection."""
    connection = connections[alias]
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchone()
    except Error:
        connection.close()
        raise
