"""Clocks of evenings and of their tables."""

from django.db import models

from league.models.matches import Match
from league.models.seasons import Session


class Clock(models.Model):
    """The clock of an evening, or of one table of it. Only operations.sessions.clocks writes it.

    The row of a table that has not started a clock of its own only has the extra minutes that the
    table gets on the clock of the evening. Rounds of tournaments have their clock in Sitting.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, null=True, related_name="clock"
    )
    match = models.OneToOneField(Match, on_delete=models.CASCADE, null=True, related_name="clock")
    minutes = models.PositiveSmallIntegerField(default=0)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    # of an evening: each new table starts a clock of its own with these minutes
    starts_with_tables = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(session=None, match__isnull=False)
                | models.Q(session__isnull=False, match=None),
                name="clock_of_evening_or_table",
            ),
            models.CheckConstraint(
                condition=models.Q(started_at__isnull=False)
                | models.Q(paused_at=None, paused_seconds=0),
                name="clock_paused_after_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id or self.match_id}: {self.minutes}"
