from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """A transaction that sees one state of the database from beginning to end.

    With SQLite every transaction does; with PostgreSQL one that is inside another cannot.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Let what only reads see one state of the database, where that holds up nobody.

    With SQLite nothing is done: a transaction there would wait for whoever writes (see settings).
    """
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        with snapshot():
            yield
    else:
        yield
