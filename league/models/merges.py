"""Merges of players: two rows that turned out to be one person."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.people import Club, Player


class PlayerMerge(models.Model):
    """The merge of `merged` into `survivor`, with all that is needed to undo it. Only
    operations.identity.merging writes it.

    `rows` has, for each kind of row that was moved, the ids of the moved rows; `texts` has the JSON
    values that exchanging ids would not restore; `last_ids` has the greatest id of each kind at the
    merge: rows of the survivor with greater ids are newer. `players_before` has the fields of the
    two players that the merge changed, and seating wishes that one person cannot have.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    merged = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    survivor = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    rows = models.JSONField(default=dict)
    texts = models.JSONField(default=list)
    last_ids = models.JSONField(default=dict)
    players_before = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["merged"], condition=models.Q(undone_at=None), name="merged_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(merged=models.F("survivor")), name="merge_of_two_players"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged_id} → {self.survivor_id}"
