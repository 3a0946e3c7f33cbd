"""The secret addresses of people's calendars."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class CalendarAddress(models.Model):
    """The secret address at which a calendar program reads the evenings of a person. A new nonce
    makes the old address useless. Only operations.calendars.addresses writes it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="calendar_address",
    )
    nonce = models.CharField(max_length=32, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "calendar addresses"

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
