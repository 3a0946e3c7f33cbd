"""Celery's part. A task is a hint that may come late, twice or never: the sweep finds the rest."""

import logging

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone
from kombu.exceptions import OperationalError

from scoring import projection
from scoring.models import Table

log = logging.getLogger(__name__)
SWEPT_AT = "manche.swept_at"
SWEEP_LIMIT = 500


def announce(table_id: int) -> None:
    """Ask a worker to refresh. A broker that is down must not fail the request."""
    try:
        refresh_table.apply_async((table_id,), retry=False)
    except (OperationalError, OSError) as error:
        log.warning("refresh of table %s left to the sweep: %s", table_id, error)


@shared_task(name="scoring.refresh_table", max_retries=3)
def refresh_table(table_id: int) -> None:
    projection.refresh(table_id)


@shared_task(name="scoring.sweep", max_retries=0)
def sweep() -> None:
    """Announce again the tables whose task was lost, and leave a sign of life for /readyz."""
    for table_id in Table.objects.behind().values_list("id", flat=True)[:SWEEP_LIMIT]:
        announce(table_id)
    cache.set(SWEPT_AT, timezone.now().isoformat(), timeout=3600)
