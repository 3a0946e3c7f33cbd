"""The rows of "my data": columns by name, in one order."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

Row = Mapping[str, object]


def select(rows: "QuerySet[Any]", *fields: str, **paths: str) -> Iterator[Row]:
    """Yield rows with these fields, and with columns that are named after what lies at the end of a
    path through related tables."""
    names = (*fields, *paths)
    for values in rows.values_list(*fields, *paths.values()):
        yield dict(zip(names, values, strict=True))
