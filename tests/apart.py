"""Two people at once, with a connection each to a real database server."""

import time
from contextlib import contextmanager

import pytest
from django.db import connection, connections

MARKS = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.services,
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time"),
]

SOMEBODY_WAITS = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = %s::regclass"


def apart(act, *given, **named):
    """Run the act and close the connections of its thread, which must be a thread of its own."""
    try:
        return act(*given, **named)
    finally:
        connections.close_all()


@contextmanager
def blocked_reads(model):
    """Keep everybody else from reading the table of this model until the transaction ends. Call it
    inside a transaction. Begin in the block what another thread is to do meanwhile: the block ends
    when that thread has come to wait."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield
        for _ in range(200):
            cursor.execute(SOMEBODY_WAITS, [table])
            if cursor.fetchone():
                return
            time.sleep(0.05)
    raise AssertionError("nobody came to wait")
