"""Statements in plain SQL: several on one journey to the database, many rows as one value."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection

Asked = tuple[str, Sequence[Any]]  # a statement and its values
Rows = list[tuple[Any, ...]]


def together(*asked: Asked) -> list[Rows]:
    """The rows of several statements that give rows. They are carried out one after another;
    PostgreSQL hears all of them, and the begin of their transaction, on one journey."""
    with ExitStack() as held:
        cursors = [held.enter_context(connection.cursor()) for _each in asked]
        with _one_journey() if len(asked) > 1 else nullcontext():
            for cursor, (sql, values) in zip(cursors, asked, strict=True):
                cursor.execute(sql, values)
        return [cursor.fetchall() for cursor in cursors]


def from_rows(
    statement: str, columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]]
) -> Asked:
    """A statement with `{new}` in it, for a relation `new` of these rows: columns with the types
    that PostgreSQL has for them. However many they are, it is one text with one value, so it is
    planned once and nobody looks for a thousand placeholders."""
    new = _relation(tuple(columns.items()))
    return statement.replace("{new}", new), [json.dumps(rows, default=_written)]


@cache
def _relation(columns: tuple[tuple[str, str], ...]) -> str:
    if connection.vendor == "postgresql":
        typed = ", ".join(f"{name} {kind}" for name, kind in columns)
        return f"jsonb_to_recordset(CAST(%s AS jsonb)) AS new({typed})"
    read = ", ".join(f"json_extract(value, '$.{name}') AS {name}" for name, _kind in columns)
    return f"(SELECT {read} FROM json_each(%s)) AS new"


def _written(value: Any) -> str:
    """A time as the database writes it."""
    assert isinstance(value, datetime)
    return str(connection.ops.adapt_datetimefield_value(value))


@contextmanager
def _one_journey() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
