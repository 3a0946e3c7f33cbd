"""A SQLite backend that reports the end of an outage.

A file can be opened and read on a full disk, so only a commit that has written shows that the
database is back.
"""

from typing import Any

from django.db.backends.sqlite3 import base

from database import outage


class DatabaseWrapper(base.DatabaseWrapper):
    def _commit(self) -> Any:
        committed = super()._commit()  # type: ignore[misc]  # not in the stubs
        if self.connection is not None and self.connection.total_changes:
            outage.end()
        return committed
