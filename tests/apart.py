"""Two people at once, with a connection each to a real database server."""

import pytest
from django.db import connection, connections

MARKS = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.services,
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time"),
]


def apart(act, *given, **named):
    """To be run in a thread of its own, whose connection it closes."""
    try:
        return act(*given, **named)
    finally:
        connections.close_all()
