"""What the API itself keeps: who may call it, and its answers to requests that may come twice."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    READ = "read", _("read")
    SUBMIT = "submit", _("enter rounds")
    ADMIN = "admin", _("everything its owner may do")


class Token(models.Model):
    """Stands for a user. The secret itself is shown once and never stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    digest = models.CharField(max_length=64, unique=True)
    prefix = models.CharField(max_length=16)
    scope = models.CharField(_("scope"), max_length=10, choices=Scope.choices)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope__in=Scope.values), name="token_scope_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.scope})"

    @property
    def is_live(self) -> bool:
        expired = self.expires_at is not None and self.expires_at <= timezone.now()
        return self.revoked_at is None and not expired


class IdempotencyKeyQuerySet(models.QuerySet["IdempotencyKey"]):
    def old(self, hours: int) -> "IdempotencyKeyQuerySet":
        return self.filter(created_at__lt=timezone.now() - timedelta(hours=hours))


class IdempotencyKey(models.Model):
    """The answer to one request that carried a key; written in the transaction of its effect."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
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
