from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Open a transaction that sees one state of the database from beginning to end.

    Every transaction of SQLite does; on PostgreSQL a transaction inside another one cannot.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


@contextmanager
def reading_snapshot() -> Iterator[None]:
    """Open a transaction that only reads, sees one state of the database and never blocks writers,
    however long it takes."""
    if connection.vendor != "sqlite":
        with snapshot():
            yield
        return
    connection.ensure_connection()
    sqlite: Any = connection
    mode = sqlite.transaction_mode  # settings have IMMEDIATE, which waits for other writers
    sqlite.transaction_mode = "DEFERRED"
    try:
        with snapshot():
            yield
    finally:
        sqlite.transaction_mode = mode


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Let read-only queries see one state of the database, if that blocks no other connection.

    On SQLite this has no effect: a transaction there would wait for writers (see settings).
    """
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        with snapshot():
            yield
    else:
        yield
