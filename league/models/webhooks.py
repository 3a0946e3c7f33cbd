"""Webhooks (Webhook), the events of a club (Event), and the feed in which programs read them
(EventFeed). Only operations.webhooks writes them."""

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.people import Club

TEST = "webhook.test"


class EventType(models.TextChoices):
    """The events that a webhook can subscribe to; a test message has a button of its own."""

    SEASON_CREATED = "season.created", _("season created")
    SESSION_CREATED = "session.created", _("evening created")
    SESSION_MOVED = "session.moved", _("time or place of an evening changed")
    SESSION_CANCELLED = "session.cancelled", _("evening cancelled")
    SESSION_REINSTATED = "session.reinstated", _("evening reinstated")
    SIGN_UP_CREATED = "signup.created", _("sign-up answered")
    SIGN_UP_CHANGED = "signup.changed", _("sign-up answer changed")
    SIGN_UP_CANCELLED = "signup.cancelled", _("sign-up cancelled")
    SIGN_UP_MOVED_UP = "signup.moved_up", _("player moved up from the waiting list")
    PLAYER_CREATED = "player.created", _("player added")
    PLAYER_UPDATED = "player.updated", _("player changed")
    MATCH_CREATED = "match.created", _("match started")
    MATCH_RESEATED = "match.reseated", _("players at a table changed")
    MATCH_CANCELLED = "match.cancelled", _("table cancelled")
    ROUND_SUBMITTED = "round.submitted", _("round entered")
    ROUND_CORRECTED = "round.corrected", _("round corrected")
    MATCH_FINISHED = "match.finished", _("match ended")
    MATCH_ABANDONED = "match.abandoned", _("match ended without a result")
    MATCH_RESUMED = "match.resumed", _("match resumed")
    MATCH_SUBSTITUTED = "match.substituted", _("substitute at the table")
    MATCH_SUBSTITUTION_UNDONE = "match.substitution_undone", _("substitution undone")
    MATCH_CONFIRMED = "match.confirmed", _("result confirmed")
    MATCH_DISPUTED = "match.disputed", _("result disputed")
    MATCH_DECIDED = "match.decided", _("dispute resolved")
    STANDINGS_UPDATED = "standings.updated", _("standings recalculated")


class WebhookFormat(models.TextChoices):
    """Contents of a webhook: events as data, or messages for people in a chat."""

    EVENTS = "events", _("data for a program")
    DISCORD = "discord", _("messages for Discord")
    SLACK = "slack", _("messages for Slack, Mattermost or Rocket.Chat")
    TELEGRAM = "telegram", _("messages for Telegram")


class DisableReason(models.TextChoices):
    """Why a webhook is disabled."""

    PERSON = "person", _("disabled by an admin")
    GONE = "gone", _("the receiver answered 410 (gone)")
    FAILING = "failing", _("no delivery succeeded for five days")


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def live(self) -> "WebhookQuerySet":
        """Return the webhooks that have not been removed."""
        return self.filter(removed_at__isnull=True)


class Webhook(models.Model):
    """An address of another program, and its events. The secret signs messages, so it is stored in
    plain text; the previous one signs too until `old_secret_until`.

    A removed webhook remains for a day: deliveries that are being sent may still refer to it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    format = ChoiceField(
        max_length=8,
        choices=WebhookFormat.choices,
        default=WebhookFormat.EVENTS,
        db_default=WebhookFormat.EVENTS,
    )
    description = models.CharField(max_length=100, blank=True)
    events = models.JSONField(default=list)
    secret = models.CharField(max_length=80)
    old_secret = models.CharField(max_length=80, blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    enabled = models.BooleanField(default=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_because = ChoiceField(max_length=10, choices=DisableReason.choices, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    slow_since = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(enabled=True, disabled_because="")
                | models.Q(enabled=False, disabled_because__in=DisableReason.values),
                name="webhook_off_for_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(format__in=WebhookFormat.values), name="webhook_format_known"
            ),
        ]

    def __str__(self) -> str:
        return self.description or urlsplit(self.url).hostname or self.url

    @property
    def is_chat(self) -> bool:
        """True if people read what it sends."""
        return self.format != WebhookFormat.EVENTS

    def keys(self, at: datetime) -> list[str]:
        """Return the secrets that sign at this time."""
        is_old_valid = self.old_secret_until is not None and at < self.old_secret_until
        return [self.secret, self.old_secret] if is_old_valid else [self.secret]


class Event(models.Model):
    """An event, written in the transaction of the change. `code` is the `webhook-id` of all its
    messages; `number` is its place in the feed of the club, None before a program reads so far."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    code = models.CharField(max_length=40, unique=True)
    type = models.CharField(max_length=30)
    data = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    number = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["created_at"], name="event_by_time"),
            models.Index(
                fields=["club"],
                condition=models.Q(number__isnull=True),
                name="event_without_number",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="event_numbered_once")
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.code}"


class EventFeed(models.Model):
    """The last number of the events of a club, counted from 1, and the last number of the deleted
    ones. While programs read the feed, all events of the club are stored; `read_at` is None if
    none does."""

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="event_feed"
    )
    last_number = models.PositiveBigIntegerField(default=0)
    lost_number = models.PositiveBigIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, default=timezone.now)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.lost_number} to {self.last_number}"


class Announcement(models.Model):
    """The last version of a table's standings that was published as an event. Only
    operations.events writes it."""

    table = models.OneToOneField(
        "scoring.Table", on_delete=models.CASCADE, primary_key=True, related_name="announcement"
    )
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version}"
