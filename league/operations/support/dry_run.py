"""A try of something: it is done as ever, and undone at the end."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def dry_run() -> Iterator[None]:
    """Roll back whatever the block writes."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
