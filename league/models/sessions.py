"""The attendance of a session, and the kinds of actions at its desk."""

from django.db import models
from django.utils import timezone

from league.models.people import Player
from league.models.seasons import Session


class PresenceQuerySet(models.QuerySet["Presence"]):
    def current(self) -> "PresenceQuerySet":
        """Return the stays that have not ended."""
        return self.filter(until=None, struck_at=None)

    def valid(self) -> "PresenceQuerySet":
        """Return all stays, including those that have ended, without mistakes."""
        return self.filter(struck_at=None)


class Presence(models.Model):
    """A stay of a player at a session, from `since` to `until`. A player who comes back has another
    stay.

    Only league.operations.sessions.presence writes it. A stay that was recorded by mistake is
    struck.
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


class SeatingPlan(models.Model):
    """The plan of a seating of an evening. `parts` has for each game its `game`, the `request` and
    `plan` (formats of seating/README.md, players by their ids as text) and its `matches`.

    Only league.operations.sessions.session_log writes it; merges and erasing exchange players.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seating_plans")
    parts = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"seating of {self.session_id}"


class ActionKind(models.TextChoices):
    """Actions at the desk of a session, which can be undone."""

    CHECK_IN = "check_in"
    LEAVE = "leave"
    ADD_PLAYER = "add_player"
    SEAT = "seat"
    SIT_OUT = "sit_out"
    CALL_OFF = "call_off"
    RENUMBER = "renumber"
    STOP = "stop"
    CLOSE = "close"
    POSTPONE = "postpone"
    PLAY_ON = "play_on"
    CLOCK_START = "clock_start"
    CLOCK_PAUSE = "clock_pause"
    CLOCK_GO_ON = "clock_go_on"
    CLOCK_RESET = "clock_reset"
    CLOCK_TIME = "clock_time"
    SUBSTITUTE = "substitute"
    REPLAY = "replay"
    MERGE_TABLES = "merge_tables"
    SPLIT_TABLE = "split_table"
    QUEUE = "queue"
