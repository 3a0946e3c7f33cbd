"""A SQLite backend that reports the end of an outage, and reads related rows in any number.

A file can be opened and read on a full disk, so only a commit that has written shows that the
database is back.
"""

from typing import Any

from django.db.backends.sqlite3 import base
from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In

from database import outage


class DatabaseWrapper(base.DatabaseWrapper):
    def _commit(self) -> Any:
        committed = super()._commit()  # type: ignore[misc]  # not in the stubs
        if self.connection is not None and self.connection.total_changes:
            outage.end()
        return committed


def _as_sqlite(lookup: Any, compiler: Any, connection: Any) -> Any:
    """Compile the condition of a prefetched foreign key as `a IN (1, 2)`. Django itself writes
    `a = 1 OR a = 2`, and SQLite refuses more than a thousand of these."""
    if lookup.rhs_is_direct_value() and len(lookup.lhs) == 1:
        (column,) = lookup.lhs
        return compiler.compile(In(column, [value for (value,) in lookup.rhs]))
    return lookup.as_sql(compiler, connection)


TupleIn.as_sqlite = _as_sqlite  # type: ignore[attr-defined]  # the name Django looks for
