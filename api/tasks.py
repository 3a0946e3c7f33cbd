from celery import shared_task

from api.http.idempotency import RETENTION_HOURS
from api.models import IdempotencyKey


@shared_task(name="api.purge_keys")
def purge_keys() -> None:
    """Delete the answers to old Idempotency-Keys; beat sends this every hour."""
    IdempotencyKey.objects.old(RETENTION_HOURS).delete()
