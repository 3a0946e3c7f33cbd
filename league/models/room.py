"""Announcements to a room, and calls from its tables."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.matches import Match
from league.models.seasons import Session
from league.models.tournaments import Tournament

LONGEST_ANNOUNCEMENT = 160


class RoomAnnouncement(models.Model):
    """An announcement to the room, such as "Lunch until 14:00", at an evening or a tournament.
    Only operations.room.announcements writes it."""

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, null=True, related_name="announcements"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="announcements"
    )
    text = models.CharField(max_length=LONGEST_ANNOUNCEMENT)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(session=None, tournament__isnull=False)
                | models.Q(session__isnull=False, tournament=None),
                name="announcement_at_one_occasion",
            )
        ]

    def __str__(self) -> str:
        return self.text


class TableCall(models.Model):
    """A table calls the organiser, until one has come. Only operations.room.table_calls writes
    it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="calls")
    at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(done_at=None),
                name="one_open_call_per_match",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.at}"
