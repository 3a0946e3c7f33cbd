"""A preview is the operation itself, rolled back (decision 13)."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def dry_run() -> Iterator[None]:
    """Roll back all writes of the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
