"""Categories of mails, and addresses that get none."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField


class MailCategory(models.TextChoices):
    ACCOUNT = "account", _("about an account")
    CLUB = "club", _("from a club")


class SuppressionReason(models.TextChoices):
    BOUNCED = "bounced", _("the recipient’s mail server refused it")
    UNSUBSCRIBED = "unsubscribed", _("the recipient stopped e-mail from clubs")


class SuppressedAddress(models.Model):
    """An address that gets no mail: none at all after a hard bounce, none of clubs if its owner
    said so."""

    email = models.EmailField(max_length=254, unique=True)
    reason = ChoiceField(max_length=15, choices=SuppressionReason.choices)
    answer = models.CharField(max_length=300, blank=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(reason__in=SuppressionReason.values),
                name="suppression_reason_known",
            ),
        ]

    def __str__(self) -> str:
        return self.email
