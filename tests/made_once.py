"""Rows that many tests begin with: made by operations once in each process, then copied.

To copy them takes a hundredth of the time that the operations took.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import cache, wraps
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, transaction

Made = TypeVar("Made")
Rows = dict[str, list[tuple[Any, ...]]]  # the statement that inserts them → rows of one table
FROM_MIGRATIONS = {"django_content_type", "auth_permission"}


def made_once(build: Callable[[], Made]) -> Callable[[], Made]:
    """Return a function that returns a copy of what `build` returned at first, and stores a copy of
    the rows that `build` stored.

    `build` itself runs where other rows are in the database already. On PostgreSQL sequences never
    go back, so that no row gets the number of a copied one.
    """
    snapshots: list[tuple[Made, Rows]] = []

    @wraps(build)
    def made() -> Made:
        if not _is_empty():
            return build()
        if not snapshots:
            snapshots.append((build(), _all_rows()))
        else:
            _insert(snapshots[0][1])
        return deepcopy(snapshots[0][0])

    return made


@cache
def _tables() -> dict[str, list[str]]:
    """Return the columns of each table, but for those that migrations fill."""
    return {
        model._meta.db_table: [field.column for field in model._meta.local_concrete_fields]
        for model in apps.get_models(include_auto_created=True)
        if model._meta.db_table not in FROM_MIGRATIONS and not model._meta.proxy
    }


def _is_empty() -> bool:
    some = " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in _tables())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {some}")
        return not cursor.fetchone()[0]


def _all_rows() -> Rows:
    """Return the stored values as they are: a sign keeps SQLite from converting them."""
    rows_by_statement = {}
    sign = "+" if connection.vendor == "sqlite" else ""
    with connection.cursor() as cursor:
        for table, columns in _tables().items():
            values = ", ".join(f'{sign}"{column}"' for column in columns)
            cursor.execute(f'SELECT {values} FROM "{table}"')
            rows = cursor.fetchall()
            names = ", ".join(f'"{column}"' for column in columns)
            places = ", ".join(["%s"] * len(columns))
            if rows:
                rows_by_statement[f'INSERT INTO "{table}" ({names}) VALUES ({places})'] = rows
    return rows_by_statement


def _insert(rows: Rows) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, values in rows.items():
            cursor.executemany(statement, values)
