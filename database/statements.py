"""Plain SQL: all rows of a statement, and many rows bound as one parameter."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection

Rows = list[tuple[Any, ...]]


def fetch_rows(sql: str, parameters: Sequence[Any]) -> Rows:
    """Run a statement that returns rows, and return all of them."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: Rows = cursor.fetchall()
    return rows


def execute_all(*bound: tuple[str, Sequence[Any]]) -> None:
    """Run statements that return no rows, each with its parameters, one after the other."""
    with connection.cursor() as cursor:
        for sql, parameters in bound:
            cursor.execute(sql, parameters)


def bind_rows(
    statement: str, columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]]
) -> tuple[str, list[Any]]:
    """Return the statement with `{new}` replaced by a relation `new` of these rows, and its
    parameters. `columns` maps each column to its PostgreSQL type.

    The text is the same for any number of rows and has one placeholder, so that it is planned once
    and nothing has to replace a thousand placeholders.
    """
    relation = _relation(tuple(columns.items()))
    return statement.replace("{new}", relation), [json.dumps(rows, default=_time_to_database)]


@cache
def _relation(columns: tuple[tuple[str, str], ...]) -> str:
    """Return the SQL of a relation `new` that is read from one JSON parameter."""
    if connection.vendor == "postgresql":
        typed = ", ".join(f"{name} {kind}" for name, kind in columns)
        return f"jsonb_to_recordset(CAST(%s AS jsonb)) AS new({typed})"
    extracted = ", ".join(f"json_extract(value, '$.{name}') AS {name}" for name, _kind in columns)
    return f"(SELECT {extracted} FROM json_each(%s)) AS new"


def _time_to_database(value: Any) -> str:
    """Return a time in the notation of the database."""
    assert isinstance(value, datetime)
    return str(connection.ops.adapt_datetimefield_value(value))
