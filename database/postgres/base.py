"""A PostgreSQL backend that checks kept connections without a statement.

Django sends a statement at the beginning of each request to see whether a kept connection is
usable: one of about ten that a submitted round needs. A server that has stopped or closed the
connection has said so, and its message waits in the socket; an empty socket means that nothing has
happened.
"""

from __future__ import annotations

from select import POLLIN, poll

from django.db import Error
from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus

from database import outage


class DatabaseWrapper(base.DatabaseWrapper):
    def connect(self) -> None:
        try:
            super().connect()
        except Error as error:
            if outage.is_outage(error):
                outage.begin(error)
            raise
        outage.end()

    def is_usable(self) -> bool:
        return self._is_silent() or super().is_usable()

    def _is_silent(self) -> bool:
        if self.connection is None or self.connection.pgconn.status != ConnStatus.OK:
            return False
        waiting = poll()
        waiting.register(self.connection.pgconn.socket, POLLIN)
        return not waiting.poll(0)
