"""Rows that are ours until the transaction ends."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from league.errors import NotFound

M = TypeVar("M", bound=Model)


def locked(rows: "QuerySet[M]", pk: int) -> M:
    """The row, ours from now on; NotFound when somebody has removed it at this moment. Its key is
    left alone: results that come in refer to it, and who holds it may wait for them."""
    found = rows.select_for_update(no_key=True, of=("self",)).filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    return found
