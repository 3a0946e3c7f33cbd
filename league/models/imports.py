"""Imports of files."""

from django.conf import settings
from django.db import models

from league.models.exchange import Job


class Import(models.Model):
    """The rows that an import created and changed, so that it can be undone; dry runs and refused
    imports have none. Only league.operations.exchange.imports writes it.

    `made` has the ids of new rows: season (or null), sessions, matches, players; `changed` lists
    players before and after the import.
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
