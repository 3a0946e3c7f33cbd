from typing import Any

from django.core.management.base import BaseCommand

from api.idempotency import KEPT_HOURS
from api.models import IdempotencyKey


class Command(BaseCommand):
    help = f"Forgets answers to Idempotency-Keys older than {KEPT_HOURS} hours. Run it daily."

    def handle(self, *args: Any, **options: Any) -> None:
        count, _each = IdempotencyKey.objects.old(KEPT_HOURS).delete()
        self.stdout.write(f"{count} keys forgotten")
