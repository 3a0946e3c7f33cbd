"""Mails that wait or were sent, and addresses that get none."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class MailCategory(models.TextChoices):
    ACCOUNT = "account", _("about an account")
    CLUB = "club", _("of a club")


class MailState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    REFUSED = "refused", _("refused")
    GIVEN_UP = "given_up", _("failed")


class Mail(models.Model):
    """A mail to one address. Its words are erased once it was sent, since they may hold links that
    open an account; a failed one may be sent again."""

    to = models.EmailField(max_length=254)
    category = models.CharField(max_length=10, choices=MailCategory.choices)
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    message_id = models.CharField(max_length=200, unique=True)  # the same in every attempt
    state = models.CharField(max_length=10, choices=MailState.choices, default=MailState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=300, blank=True)  # of the mail server, the last one
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(state=MailState.WAITING),
                name="mail_due",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=MailState.values), name="mail_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"


class SuppressionReason(models.TextChoices):
    BOUNCED = "bounced", _("the recipient’s mail server refused it")
    UNSUBSCRIBED = "unsubscribed", _("the recipient stopped e-mail from clubs")


class SuppressedAddress(models.Model):
    """An address that gets no mail: none at all after a hard bounce, none of clubs if its owner
    said so."""

    email = models.EmailField(max_length=254, unique=True)
    reason = models.CharField(max_length=15, choices=SuppressionReason.choices)
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
