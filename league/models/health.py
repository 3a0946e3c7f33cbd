"""Results of the health watch, by check."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField


class HealthColour(models.TextChoices):
    GREEN = "green", _("OK")
    AMBER = "amber", _("Check soon")
    RED = "red", _("Fix now")


class HealthCheck(models.Model):
    """The state of one check. Only league.server.watching.health.records writes it.

    `since` is when the check took its colour, `announced_at` when the owner was alarmed about it.
    `figures` are those that only some process can measure, and `measured_at` is their time.
    """

    slug = models.CharField(max_length=30, unique=True)
    colour = ChoiceField(max_length=5, choices=HealthColour.choices, default=HealthColour.GREEN)
    since = models.DateTimeField()
    announced_at = models.DateTimeField(null=True)
    judged_at = models.DateTimeField(null=True)
    figures = models.JSONField(default=dict)
    measured_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(colour__in=HealthColour.values),
                name="health_check_colour_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug}: {self.colour}"
