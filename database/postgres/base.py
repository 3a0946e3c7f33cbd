"""A PostgreSQL backend that checks kept connections without a statement, and gives up a server that
hangs.

Django sends a statement at the beginning of each request to see whether a kept connection is
usable: one of about ten that a submitted round needs. A server that has stopped or closed the
connection has said so, and its message waits in the socket; an empty socket means that nothing has
happened.
"""

from __future__ import annotations

from select import POLLIN, poll
from types import SimpleNamespace
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import errors
from psycopg.pq import ConnStatus

from database import outage, timeouts

REPLICA_SECONDS = 1.0  # the primary answers meanwhile: a replica that hangs is not waited for


class BoundedConnection(psycopg.Connection[Any]):
    """Closes itself if the server does not answer within the limit of the request."""

    most_seconds = float("inf")  # of a replica fewer

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        limit = timeouts.limit()
        if limit is None or options.get("timeout") is not None:
            return super().wait(gen, *args, **options)
        seconds = min(limit, self.most_seconds)
        try:
            return super().wait(gen, *args, **{**options, "timeout": seconds})
        except errors._WaitTimeout:
            self._give_up()
            raise errors.OperationalError(f"no answer within {seconds:g} s") from None

    def _give_up(self) -> None:
        """Ask the server to stop the statement, which may wait for a lock, and close."""
        try:
            if psycopg.capabilities.has_cancel_safe():  # the older form may itself wait for ever
                self.cancel_safe(timeout=timeouts.CANCEL_SECONDS)
        except psycopg.Error:
            outage.rest()  # the whole server hangs, not only this statement
        self.pgconn.finish()


# psycopg as Django uses it, but with these connections
DRIVER = SimpleNamespace(**{**vars(psycopg), "connect": BoundedConnection.connect})


class DatabaseWrapper(base.DatabaseWrapper):
    Database = DRIVER  # type: ignore[assignment]  # which has all that Django takes from the module

    def connect(self) -> None:
        if self.alias != DEFAULT_DB_ALIAS:
            super().connect()
            return
        # outside of `try`: if this refusal prolonged the rest, a busy server would never reconnect
        if timeouts.limit() is not None and outage.is_resting():
            raise psycopg.OperationalError("no answer a moment ago")
        try:
            super().connect()
        except psycopg.Error as error:
            if outage.is_outage(error):
                outage.rest()
            raise
        outage.end()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if self.alias != DEFAULT_DB_ALIAS:
            connection.most_seconds = REPLICA_SECONDS
        return connection

    def is_usable(self) -> bool:
        return self._is_silent() or super().is_usable()

    def _is_silent(self) -> bool:
        if self.connection is None or self.connection.pgconn.status != ConnStatus.OK:
            return False
        waiting = poll()
        waiting.register(self.connection.pgconn.socket, POLLIN)
        return not waiting.poll(0)
