"""The stored answers to requests with an Idempotency-Key."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone


class IdempotencyKeyQuerySet(models.QuerySet["IdempotencyKey"]):
    def old(self, days: int) -> "IdempotencyKeyQuerySet":
        return self.filter(created_at__lt=timezone.now() - timedelta(days=days))


class IdempotencyKey(models.Model):
    """The answer to one request with a key; inserted in the transaction of its effect."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,  # the index of the unique key begins with it
    )
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)  # none is, since keys are written last
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = IdempotencyKeyQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_per_user")
        ]

    def __str__(self) -> str:
        return f"{self.key} → {self.status}"
