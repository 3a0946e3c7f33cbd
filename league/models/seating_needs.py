"""Wishes for the seating of a club's evenings; the needs of one player are fields of the player."""

from django.db import models
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.people import Club, Player
from league.models.tournaments import WishKind

LONGEST_NOTE = 80


class SeatingWish(models.Model):
    """Two players of a club who must not, or must, share a table at evenings. Sensitive: only
    organisers read it. Only operations.people.seating_needs writes it, and merges of players.

    The pair has no order: a merge may leave the higher id in `one`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seating_wishes")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = ChoiceField(max_length=10, choices=WishKind.choices)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                Least("one", "other"),
                Greatest("one", "other"),
                name="seating_wish_once",
                violation_error_message=_("There is already a wish about these two players."),
            ),
            models.CheckConstraint(
                condition=~models.Q(one=models.F("other")), name="seating_wish_of_two"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=WishKind.values), name="seating_wish_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} {self.kind} {self.other_id}"
