"""Confirmations and disputes of results, and corrections that wait for a second person."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choice_fields import ChoiceField
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
    how = ChoiceField(max_length=10, choices=ConfirmationWay.choices)
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
                violation_error_message=_("This player has already confirmed this result."),
            ),
            models.UniqueConstraint(
                fields=["match", "result"],
                condition=models.Q(taken_back_at=None, player=None),
                name="confirmation_once_by_referee",
                violation_error_message=_("An organiser has already confirmed this result."),
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


class DisputeOutcome(models.TextChoices):
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
    outcome = ChoiceField(max_length=10, choices=DisputeOutcome.choices, blank=True)
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
                violation_error_message=_("This player has already disputed this result."),
            ),
            models.CheckConstraint(
                condition=models.Q(decided_at=None, outcome="")
                | models.Q(
                    decided_at__isnull=False, withdrawn_at=None, outcome__in=DisputeOutcome.values
                ),
                name="dispute_decided_or_not",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="dispute_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.reason}"

    @property
    def is_open(self) -> bool:
        return self.withdrawn_at is None and self.decided_at is None


class ProposalKind(models.TextChoices):
    ROUND = "round", _("another version of a round")
    WITHDRAWAL = "withdrawal", _("the last round is undone")
    RESUMPTION = "resumption", _("the stopped match resumes")


class ProposalState(models.TextChoices):
    PENDING = "pending", pgettext_lazy("correction", "waiting")
    APPROVED = "approved", pgettext_lazy("correction", "approved")
    REJECTED = "rejected", pgettext_lazy("correction", "rejected")
    WITHDRAWN = "withdrawn", pgettext_lazy("correction", "withdrawn")
    OUTDATED = "outdated", pgettext_lazy("correction", "outdated")


class CorrectionProposal(models.Model):
    """A correction of a result that takes effect once a second person approves it. Only
    operations.results.correction_proposals writes it; nothing is deleted.

    `result` is the fingerprint of the result that it corrects (Match.result). `number` is the
    round, null for a resumption; `body` the proposed round, null unless a round gets another
    version. `at_table`: proposed on a phone by the code of the table, so that `proposed_by` is only
    the maker of the code.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="correction_proposals")
    result = models.CharField(max_length=32)
    kind = ChoiceField(max_length=10, choices=ProposalKind.choices)
    number = models.PositiveIntegerField(null=True)
    body = models.JSONField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    state = ChoiceField(max_length=9, choices=ProposalState.choices, default=ProposalState.PENDING)
    at_table = models.BooleanField(default=False)
    proposed_at = models.DateTimeField(default=timezone.now)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        verbose_name_plural = _("proposed corrections")
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(state=ProposalState.PENDING),
                name="proposal_pending_once_in_match",
                violation_error_message=_("A correction of this match is already proposed."),
            ),
            models.CheckConstraint(
                condition=models.Q(state=ProposalState.PENDING, decided_at=None)
                | (
                    models.Q(state__in=ProposalState.values, decided_at__isnull=False)
                    & ~models.Q(state=ProposalState.PENDING)
                ),
                name="proposal_decided_or_pending",
            ),
            models.CheckConstraint(
                condition=models.Q(kind=ProposalKind.RESUMPTION, number=None)
                | models.Q(
                    kind__in=[ProposalKind.ROUND, ProposalKind.WITHDRAWAL], number__isnull=False
                ),
                name="proposal_of_a_round_or_the_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.kind} {self.state}"

    @property
    def is_pending(self) -> bool:
        return self.state == ProposalState.PENDING

    @property
    def is_outdated(self) -> bool:
        """True if the match got another result after the proposal."""
        return self.is_pending and self.result != self.match.result
