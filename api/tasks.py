from celery import shared_task
from django.conf import settings

from api.models import IdempotencyKey
from database.batches import delete_in_batches


@shared_task(name="api.purge_keys")
def purge_keys() -> None:
    """Delete the answers to old Idempotency-Keys; beat sends this every hour."""
    delete_in_batches(IdempotencyKey.objects.old(settings.RETENTION_DAYS["idempotency_keys"]))
