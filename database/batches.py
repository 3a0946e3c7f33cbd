"""Deleting many rows without holding their locks for long."""

from typing import Any

from django.db.models import QuerySet

BATCH_SIZE = 500


def delete_in_batches(rows: "QuerySet[Any]", size: int = BATCH_SIZE) -> None:
    """Delete the rows, at most `size` in one transaction. A row that no longer matches when its
    turn comes stays."""
    while pks := list(rows.order_by("pk").values_list("pk", flat=True)[:size]):
        rows.filter(pk__in=pks).delete()
