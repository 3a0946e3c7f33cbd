"""The rows of all tables as lines of JSON, the same on every database."""

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

BATCH = 500
# created by the migrations of every server
LEFT_OUT = {"contenttypes.ContentType", "auth.Permission"}


class RowRefused(Exception):
    """A line is no row of its table; the message says which line and why."""


def stored_models(apps: Apps) -> list[type[models.Model]]:
    """Return the models whose tables are stored, in the order of their labels."""
    every = apps.get_models(include_auto_created=True)
    own = [model for model in every if model._meta.managed and not model._meta.proxy]
    return sorted(
        (model for model in own if model._meta.label not in LEFT_OUT),
        key=lambda model: model._meta.label,
    )


def lines(model: type[models.Model]) -> Iterator[bytes]:
    """Yield a line of JSON for each row, in the order of the keys: its values by columns."""
    columns = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.order_by("pk").values_list(*columns)
    for row in rows.iterator(chunk_size=BATCH):
        values = dict(zip(columns, map(_to_json, row), strict=True))
        yield json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def load(model: type[models.Model], lines: Iterable[bytes]) -> None:
    """Store the rows of lines of JSON; times stay as they are."""
    remaining = rows(model, lines)
    while batch := list(islice(remaining, BATCH)):
        model._base_manager.bulk_create(batch)


def rows(model: type[models.Model], lines: Iterable[bytes]) -> Iterator[models.Model]:
    """Yield the rows of lines of JSON; raise RowRefused for the first that is none."""
    readers = _readers(model)
    for number, line in enumerate(lines, 1):
        try:
            values = json.loads(line)
            if not isinstance(values, dict) or values.keys() != readers.keys():
                raise ValueError(_("its columns are not those of the table"))
            row = model(**{name: readers[name](value) for name, value in values.items()})
        except Exception as error:  # a reader may raise any error for an invalid value
            words = " ".join(error.messages) if isinstance(error, ValidationError) else error
            facts = {"table": model._meta.label, "number": number, "why": words}
            raise RowRefused(_("%(table)s, line %(number)s: %(why)s") % facts) from None
        yield row


def keep_times(kinds: Sequence[type[models.Model]]) -> None:
    """Let models store the times that they are given instead of the present. Only for models that
    no other code uses."""
    for model in kinds:
        for field in model._meta.concrete_fields:
            if isinstance(field, models.DateField):
                field.auto_now = field.auto_now_add = False


def _to_json(value: Any) -> Any:
    """Return a value as JSON: JSON itself as it is, and other things as a text."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def _readers(model: type[models.Model]) -> dict[str, Callable[[Any], Any]]:
    """Return for each column the function that reads its JSON."""
    return {field.attname: _checked(field) for field in model._meta.concrete_fields}


def _checked(field: Any) -> Callable[[Any], Any]:
    """Return the reader of a column, which refuses what would be stored as something else."""
    reader = _reader(field)
    # addresses of the internet have several notations; JSON has one
    is_exact = not isinstance(field, models.GenericIPAddressField)

    def read(value: Any) -> Any:
        read_value = reader(value)
        if read_value is None and not field.null and not isinstance(field, models.JSONField):
            raise ValueError(_("%(name)s is empty") % {"name": field.attname})
        if is_exact and _to_json(read_value) != value:
            raise ValueError(_("%(name)s is not understood") % {"name": field.attname})
        return read_value

    return read


def _reader(field: Any) -> Callable[[Any], Any]:
    if isinstance(field, models.JSONField):
        return lambda value: value
    if isinstance(field, models.BinaryField):
        return lambda value: None if value is None else base64.b64decode(value)
    if field.is_relation:
        return _reader(field.target_field)
    reader: Callable[[Any], Any] = field.to_python
    return reader
