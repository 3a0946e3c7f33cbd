from celery import shared_task

from api.http.idempotency import KEPT_HOURS
from api.models import IdempotencyKey


@shared_task(name="api.purge_keys")
def purge_keys() -> None:
    """Forget the answers to old Idempotency-Keys; beat sends this every hour."""
    IdempotencyKey.objects.old(KEPT_HOURS).delete()
