"""Named locks for things that have no row yet."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection


def lock_name(name: str) -> None:
    """Wait until no other transaction holds the lock of this name, and hold it until this one ends.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


@contextmanager
def one_process(name: str, folder: Path) -> Iterator[None]:
    """Wait until no other process holds the lock of this name, and hold it for the block, which may
    begin and end transactions of its own.

    In PostgreSQL a transaction of a second connection holds it, so that it works through a pool
    too; in an embedded database a file of the folder.
    """
    if connection.vendor == "postgresql":
        with _apart_in_postgres(name):
            yield
    else:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


@contextmanager
def _apart_in_postgres(name: str) -> Iterator[None]:
    second = connection.copy()
    try:
        second.set_autocommit(False)
        with second.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        yield
        second.rollback()
    finally:
        second.close()
