"""Check and repair of sort and search keys of names: processes of an older version store names
without them."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps

from league.models.name_keys import NameKeyField
from league.names import name_key

BATCH = 2000


def rebuild() -> int:
    """Store the keys of all names again, and return how many rows had wrong ones."""
    count = 0
    row: Any
    for row in _differing():
        # not if the name has changed since: that change has stored its key
        rows = type(row)._base_manager.filter(pk=row.pk, name=row.name)
        count += rows.update(name_key=name_key(row.name))
    return count


def check() -> int:
    """Return the number of rows whose keys do not match their names."""
    return sum(1 for _row in _differing())


def _differing() -> Iterator[Any]:
    for model in apps.get_models():
        if any(isinstance(field, NameKeyField) for field in model._meta.concrete_fields):
            rows: Any = model._base_manager.only("pk", "name", "name_key").order_by("pk")
            for row in rows.iterator(chunk_size=BATCH):
                if row.name_key != name_key(row.name):
                    yield row
