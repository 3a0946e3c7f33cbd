from django.conf import settings
from django.db import models

from league.models.exchange import Job


class Import(models.Model):
    """What an import made and changed, so that it can be undone; none for one that was only tried
    or refused. Written by league.operations.exchange.imports only.

    `made` names by id what is new: season (or null), sessions, matches, players; `changed` lists
    players as they were and as the import left them.
    """

    job = models.OneToOneField(
        Job, on_delete=models.CASCADE, primary_key=True, related_name="imported"
    )
    made = models.JSONField(default=dict)
    changed = models.JSONField(default=list)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    def __str__(self) -> str:
        return f"import {self.job_id}"
