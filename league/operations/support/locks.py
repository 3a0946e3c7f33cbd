"""Row locks that last until the transaction ends."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from league.errors import NotFound

ModelT = TypeVar("ModelT", bound=Model)


def lock_row(rows: "QuerySet[ModelT]", pk: int) -> ModelT:
    """Return the row, locked until the transaction ends; raise NotFound if it no longer exists. The
    lock leaves the key alone: rows that refer to this one can be written meanwhile, and the holder
    of the lock may wait for them."""
    row = rows.select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return row
