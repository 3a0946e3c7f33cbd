"""A lock by name, for what no row stands for yet."""

from django.db import connection


def lock_name(name: str) -> None:
    """Wait until no other transaction holds the lock of this name, and hold it until this one ends.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
