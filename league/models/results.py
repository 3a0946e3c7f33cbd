"""Confirmations and disputes of results."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.matches import Match
from league.models.people import Player


class ConfirmationWay(models.TextChoices):
    """The way in which a result was confirmed: with an account, at the table, or by an
    organiser."""

    ACCOUNT = "account", _("with an account")
    TABLE = "table", _("at the table")
    REFEREE = "referee", _("by an organiser")


class Confirmation(models.Model):
    """The statement of a player, or a referee (no player), that a result is right. It is about the
    result with that fingerprint (Match.result): after a correction it no longer applies, and once
    the correction is undone it applies again. Only operations.confirmations writes it; nothing is
    deleted."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="confirmations")
    result = models.CharField(max_length=32)
    player = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="confirmations"
    )
    own = models.BooleanField(default=False)  # this player had entered the result
    how = models.CharField(max_length=10, choices=ConfirmationWay.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        verbose_name_plural = _("confirmations")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "result", "player"],
                condition=models.Q(taken_back_at=None, player__isnull=False),
                name="confirmation_once_by_player",
                violation_error_message=_("This player has confirmed this result already."),
            ),
            models.UniqueConstraint(
                fields=["match", "result"],
                condition=models.Q(taken_back_at=None, player=None),
                name="confirmation_once_by_referee",
                violation_error_message=_("An organiser has confirmed this result already."),
            ),
            models.CheckConstraint(
                condition=models.Q(how=ConfirmationWay.REFEREE, player=None)
                | models.Q(
                    how__in=[ConfirmationWay.ACCOUNT, ConfirmationWay.TABLE], player__isnull=False
                ),
                name="confirmation_by_player_or_referee",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id or self.how}"


class Outcome(models.TextChoices):
    UPHELD = "upheld", _("the result stands")
    CORRECTED = "corrected", _("the result was corrected")
    VOID = "void", _("the match has no result")


class Dispute(models.Model):
    """The statement of a player of the table, or an organiser (no player), that a result is wrong.
    It is open until it is withdrawn or decided; both can be undone. Only operations.disputes writes
    it.

    `result` is the fingerprint of the disputed result; `before` is the status of a match before a
    decision took its result.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    result = models.CharField(max_length=32)
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="disputes")
    reason = models.CharField(max_length=300)
    opened_at = models.DateTimeField(default=timezone.now)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    words = models.CharField(max_length=300, blank=True)
    before = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = _("disputes")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "player"],
                condition=models.Q(withdrawn_at=None, decided_at=None, player__isnull=False),
                name="dispute_open_once_by_player",
                violation_error_message=_("This player disputes this result already."),
            ),
            models.CheckConstraint(
                condition=models.Q(decided_at=None, outcome="")
                | models.Q(decided_at__isnull=False, withdrawn_at=None, outcome__in=Outcome.values),
                name="dispute_decided_or_not",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="dispute_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.reason}"

    @property
    def is_open(self) -> bool:
        return self.withdrawn_at is None and self.decided_at is None
