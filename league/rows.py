"""Rows of plain SQL as models. `Model.objects.raw` takes its statement apart each time, which lasts
longer than the statement where one row is asked for with every request."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

M = TypeVar("M", bound=Model)


def columns(model: type[Model]) -> str:
    """For SELECT; named, as what is prepared must not get more of them by a migration under way."""
    table = model._meta.db_table
    return ", ".join(f"{table}.{field.column}" for field in model._meta.concrete_fields)


def load(model: type[M], row: Sequence[Any]) -> M:
    """From a row that begins with these columns."""
    names, converters = _shape(model)
    values = list(row[: len(names)])
    for index, converter, column in converters:
        values[index] = converter(values[index], column, connection)
    return model.from_db(connection.alias, names, values)


@cache
def _shape(model: type[Model]) -> tuple[list[str], list[tuple[int, Callable[..., Any], Any]]]:
    """Names of the fields; what makes a value of Python of one of the database, by position."""
    fields = model._meta.concrete_fields
    compiler = model._base_manager.all().query.get_compiler(connection.alias)
    found = compiler.get_converters([field.get_col(model._meta.db_table) for field in fields])
    steps = [
        (index, converter, column)
        for index, (converters, column) in found.items()
        for converter in converters
    ]
    return [field.attname for field in fields], steps
