from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.people import Player
from league.models.seasons import Session


class PresenceQuerySet(models.QuerySet["Presence"]):
    def here(self) -> "PresenceQuerySet":
        return self.filter(until=None, struck_at=None)

    def counted(self) -> "PresenceQuerySet":
        """All stays, also those that have ended; not those noted by mistake."""
        return self.filter(struck_at=None)


class Presence(models.Model):
    """A stay of a player at an evening: here since, gone since `until`. Who comes back has another.

    Only league.operations.sessions.presence writes it. A stay that was noted by mistake is struck.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="presences")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="presences")
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)
    struck_at = models.DateTimeField(null=True)

    objects = PresenceQuerySet.as_manager()

    class Meta:
        ordering = ["since", "id"]
        verbose_name_plural = "presences"
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player"],
                condition=models.Q(until=None, struck_at=None),
                name="player_is_here_once",
            ),
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gte=models.F("since")),
                name="presence_since_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.session_id}"


class ActionKind(models.TextChoices):
    CHECK_IN = "check_in"
    LEAVE = "leave"
    ADD_PLAYER = "add_player"
    SEAT = "seat"
    SIT_OUT = "sit_out"
    CALL_OFF = "call_off"


class EveningAction(models.Model):
    """What was done at the desk of an evening, besides rounds, which are told by their versions.

    Append-only: an undone action is stamped and stays listed. `subject` holds the ids of what it
    was about; operations.evening says which. Only that module and operations.undo write it.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="actions")
    kind = models.CharField(max_length=12, choices=ActionKind.choices)
    subject = models.JSONField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=ActionKind.values), name="evening_action_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.session_id}: {self.kind} {self.pk}"
