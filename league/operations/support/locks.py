"""Row locks that last until the transaction ends. They are taken in one order (decision 58)."""

from typing import TypeVar

from django.db import IntegrityError
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from league.errors import Conflict, NotFound

FOREIGN_KEY_VIOLATION = "23503"  # of PostgreSQL
ModelT = TypeVar("ModelT", bound=Model)


def lock_row(rows: "QuerySet[ModelT]", pk: int) -> ModelT:
    """Return the row, locked until the transaction ends; raise NotFound if it no longer exists. It
    is a NO KEY lock: rows that refer to this one can be written meanwhile, and the holder of the
    lock may wait for them."""
    row = rows.select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return row


def lock_to_delete(rows: "QuerySet[ModelT]", pk: int) -> ModelT:
    """Return the row like `lock_row`, but locked with its key: nothing can refer to it meanwhile,
    so counts made before deleting it stay right."""
    row = rows.select_for_update(of=("self",)).filter(pk=pk).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return row


def refusal_of(error: IntegrityError) -> Conflict | None:
    """Return the refusal if a change refers to a row that another one has just deleted. PostgreSQL
    notices it at the end of the transaction; SQLite has one writer at a time."""
    if getattr(error.__cause__, "sqlstate", "") != FOREIGN_KEY_VIOLATION:
        return None
    return Conflict(_("Something that this refers to has just been deleted. Read it again."))
