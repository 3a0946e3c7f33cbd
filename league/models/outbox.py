"""The outbox: one row for each mail, webhook call and notification."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.mail import MailCategory
from league.models.messages import Message, PushSubscription
from league.models.webhooks import Event, Webhook


class Channel(models.TextChoices):
    MAIL = "mail", _("E-mails")
    WEBHOOK = "webhook", _("Webhooks and chats")
    PUSH = "push", _("Notifications")
    MESSAGE = "message"  # becomes a mail when it is due
    DIGEST = "digest"  # becomes a part of the daily mail when it is due


class OutgoingState(models.TextChoices):
    PENDING = "pending", _("waiting")
    DELIVERED = "delivered", _("sent")
    FAILED = "failed", _("failed")
    REFUSED = "refused", _("refused")  # a mail: another attempt would not help
    DROPPED = "dropped", _("no longer needed")


ANSWER_LENGTH = 300
IS_PENDING = models.Q(state=OutgoingState.PENDING)
# states of webhook deliveries
CALL_STATES = (OutgoingState.PENDING, OutgoingState.DELIVERED, OutgoingState.FAILED)
ENDED = [state for state in OutgoingState.values if state != OutgoingState.PENDING]


def _carries(channel: Channel, *names: str) -> models.Q:
    """Return the condition that a row of this channel has these foreign keys and no others."""
    keys = ("webhook", "event", "message", "subscription")
    return models.Q(channel=channel, **{f"{key}__isnull": key not in names for key in keys})


class Outgoing(models.Model):
    """Something on its way to one address, webhook or device. A pending row is due at
    `next_attempt_at`; a worker that claims it first moves that time, so that it is tried again if
    the worker dies. Only operations.outbox and the rooms of the channels write it."""

    channel = ChoiceField(max_length=7, choices=Channel.choices)
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, null=True, related_name="deliveries"
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="deliveries")
    message = models.ForeignKey(
        Message, on_delete=models.CASCADE, null=True, related_name="deliveries"
    )
    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.CASCADE, null=True, related_name="deliveries"
    )
    to = models.EmailField(max_length=254, blank=True)
    category = ChoiceField(max_length=10, choices=MailCategory.choices, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    # a mail: `text`, `html` and `headers`, erased once it was sent, since they may hold links that
    # open an account; a notification: `is_short` if the push service found it too long
    content = models.JSONField(default=dict)
    state = ChoiceField(max_length=10, choices=OutgoingState.choices, default=OutgoingState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, default=timezone.now)
    answer = models.CharField(max_length=ANSWER_LENGTH, blank=True)  # of the receiver, the last one
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "outgoing"
        constraints = [
            models.CheckConstraint(
                condition=IS_PENDING & models.Q(next_attempt_at__isnull=False)
                | models.Q(state__in=ENDED, next_attempt_at=None),
                name="outgoing_pending_has_a_time",
            ),
            models.CheckConstraint(
                condition=_carries(Channel.MAIL)
                | _carries(Channel.WEBHOOK, "webhook", "event")
                | _carries(Channel.PUSH, "message", "subscription")
                | _carries(Channel.MESSAGE, "message")
                | _carries(Channel.DIGEST, "message"),
                name="outgoing_fits_its_channel",
            ),
            models.UniqueConstraint(
                fields=["webhook", "event"], condition=IS_PENDING, name="outgoing_event_once"
            ),
            models.UniqueConstraint(
                fields=["message", "subscription"], name="outgoing_message_once_per_device"
            ),
            models.UniqueConstraint(
                fields=["message"],
                condition=models.Q(channel__in=[Channel.MESSAGE, Channel.DIGEST]),
                name="outgoing_message_mailed_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["channel", "attempts", "next_attempt_at"],
                condition=IS_PENDING,
                name="outgoing_due",
            ),
            models.Index(fields=["created_at"], name="outgoing_by_time"),
        ]

    def __str__(self) -> str:
        receiver = self.to or self.webhook_id or self.subscription_id or self.message_id
        return f"{self.channel} to {receiver}: {self.state}"


class Attempt(models.Model):
    """One call of a webhook and its outcome. `error` is a code; `response` the beginning of the
    response."""

    delivery = models.ForeignKey(Outgoing, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(null=True)
    milliseconds = models.PositiveIntegerField()
    error = models.CharField(max_length=30, blank=True)
    response = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["delivery", "number"], name="attempt_numbered_once")
        ]

    def __str__(self) -> str:
        return f"{self.delivery_id}.{self.number}: {self.status or self.error}"
