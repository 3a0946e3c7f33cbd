"""A connection of psycopg whose statements end in time."""

from types import SimpleNamespace
from typing import Any

import psycopg
from psycopg import errors

from database import outage, patience


class BoundedConnection(psycopg.Connection[Any]):
    """Closes itself if the server does not answer within the limit of the request."""

    most_seconds = float("inf")  # of a replica fewer

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        limit = patience.limit()
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
                self.cancel_safe(timeout=patience.CANCEL_SECONDS)
        except psycopg.Error:
            outage.rest()  # the whole server hangs, not only this statement
        self.pgconn.finish()


# psycopg as Django uses it, but with these connections
DRIVER = SimpleNamespace(**{**vars(psycopg), "connect": BoundedConnection.connect})
