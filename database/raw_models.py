"""Model instances from plain SQL, for frequent statements that the ORM takes longer to build than
the database to answer. `Model.objects.raw` parses its statement each time."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

M = TypeVar("M", bound=Model)


def columns(model: type[Model]) -> str:
    """Return the columns of a model for SELECT. They are named, since a prepared statement must not
    get more of them while a migration runs."""
    table = model._meta.db_table
    return ", ".join(f"{table}.{field.column}" for field in model._meta.concrete_fields)


def load(model: type[M], row: Sequence[Any]) -> M:
    """Return an instance made from a row that begins with the columns of the model."""
    names, converters = _shape(model)
    values = list(row[: len(names)])
    for index, converter, column in converters:
        values[index] = converter(values[index], column, connection)
    return model.from_db(connection.alias, names, values)


@cache
def _shape(model: type[Model]) -> tuple[list[str], list[tuple[int, Callable[..., Any], Any]]]:
    """Return the names of the fields, and the converters from database values by position."""
    fields = model._meta.concrete_fields
    compiler = model._base_manager.all().query.get_compiler(connection.alias)
    converters_by_index = compiler.get_converters(
        [field.get_col(model._meta.db_table) for field in fields]
    )
    steps = [
        (index, converter, column)
        for index, (converters, column) in converters_by_index.items()
        for converter in converters
    ]
    return [field.attname for field in fields], steps
