"""A PostgreSQL backend that checks kept connections without a statement, and gives up a server that
hangs.

Django sends a statement at the beginning of each request to see whether a kept connection is
usable: one of about ten that a submitted round needs. A server that has stopped or closed the
connection has said so, and its message waits in the socket; an empty socket means that nothing has
happened.
"""

from __future__ import annotations

from select import POLLIN, poll
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus

from database import outage, patience
from database.postgres.connections import DRIVER

REPLICA_SECONDS = 1.0  # the primary answers meanwhile: a replica that hangs is not waited for


class DatabaseWrapper(base.DatabaseWrapper):
    Database = DRIVER  # type: ignore[assignment]  # which has all that Django takes from the module

    def connect(self) -> None:
        if self.alias != DEFAULT_DB_ALIAS:
            super().connect()
            return
        # outside of `try`: if this refusal prolonged the rest, a busy server would never reconnect
        if patience.limit() is not None and outage.is_resting():
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
