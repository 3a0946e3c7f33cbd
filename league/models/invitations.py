"""Invitations to a club."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.people import Club, Player, Role


class InvitationState(models.TextChoices):
    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    REVOKED = "revoked", _("revoked")


class Invitation(models.Model):
    """An offer of a role in a club, and perhaps of a player there, to the holder of a link."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = ChoiceField(_("role"), max_length=10, choices=Role.choices)
    # the account that accepts belongs to this player from then on
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="invitations"
    )
    email = models.EmailField(_("e-mail"), blank=True)  # where the link was sent
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    nonce = models.CharField(max_length=16)  # part of the link, so that no old link fits a new row
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    state = ChoiceField(
        max_length=10, choices=InvitationState.choices, default=InvitationState.OPEN
    )
    answered_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="accepted_invitations",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="invitation_role_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=InvitationState.values),
                name="invitation_state_known",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(state=InvitationState.OPEN),
                name="one_open_invitation_per_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.role}"

    @property
    def is_expired(self) -> bool:
        return self.state == InvitationState.OPEN and self.expires_at <= timezone.now()
