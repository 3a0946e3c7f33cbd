"""Messages to people about what concerns them, and the ways on which they go."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.matches import Match
from league.models.people import Club, Player
from league.models.seasons import Season, Session

MOST_ENDPOINT = 1000  # characters of the address of a device


class MessageKind(models.TextChoices):
    """Subjects of messages; the reader chooses the channels of each kind."""

    SEATED = "seated", _("You are seated at a table")
    PLACE_FREE = "place_free", _("A place is now free for you")
    SESSION_CHANGED = "session_changed", _("An evening is moved or cancelled")
    SESSION_TOMORROW = "session_tomorrow", _("Reminder of tomorrow’s evening")
    RESULT_TO_CONFIRM = "result_to_confirm", _("A result needs your confirmation")
    DISPUTE = "dispute", _("A result at your table is disputed")
    TABLE_CALL = "table_call", _("A table calls the organiser")
    PLACE_CHANGED = "place_changed", _("A correction changes your place")
    MONTH = "month", _("Your month in the club")
    TEST = "test", _("Test message")  # to one device, by a button


class MailTime(models.TextChoices):
    """When a person gets messages of a kind by e-mail."""

    NEVER = "never", _("no")
    NOW = "now", _("immediately")
    DAILY = "daily", _("once a day")


class Message(models.Model):
    """A message to one account. Its text is made when it is read, in the language of the reader:
    `data` has numbers and times, no names. `key` identifies the event, so that nothing is sent
    twice; `batch` is the call that wrote it. `player` is the player concerned: the reader or a
    child. Only operations.messages writes it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages"
    )
    kind = ChoiceField(max_length=20, choices=MessageKind.choices)
    key = models.CharField(max_length=100)
    batch = models.CharField(max_length=32)
    data = models.JSONField(default=dict)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="messages")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="messages")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, null=True, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, null=True, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    on_pages = models.BooleanField(default=True)  # whether the bell shows it
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="message_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=MessageKind.values), name="message_kind_known"
            ),
        ]
        indexes = [
            models.Index(
                fields=["user"],
                condition=models.Q(read_at=None, on_pages=True),
                name="message_unread",
            ),
            models.Index(fields=["created_at"], name="message_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"


class PushSubscription(models.Model):
    """A browser that shows notifications of an account: the address at its push service, and the
    keys with which messages to it are sealed. Only operations.messages writes it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=MOST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    label = models.CharField(max_length=100, blank=True)  # such as "Firefox, Android"
    created_at = models.DateTimeField(default=timezone.now)
    last_success_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=30, blank=True)  # of the last attempt

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label or f"device {self.pk}"


class MessageSettings(models.Model):
    """A person's choices about messages. Without a row, or for a kind without an entry in
    `choices`, the defaults apply. Hours are in `timezone`; if it is empty, in the time zone of the
    club that sends the message. Only operations.messages writes it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="message_settings",
    )
    choices = models.JSONField(default=dict)  # by kind: {"bell": true, "mail": "now", "push": true}
    digest_hour = models.PositiveSmallIntegerField(default=18)
    silent_from = models.PositiveSmallIntegerField(null=True, blank=True)  # an hour of the day
    silent_until = models.PositiveSmallIntegerField(null=True, blank=True)
    timezone = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name_plural = "message settings"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(digest_hour__lte=23), name="digest_hour_of_a_day"
            ),
            models.CheckConstraint(
                condition=models.Q(silent_from=None, silent_until=None)
                | models.Q(silent_from__lte=23, silent_until__lte=23),
                name="silent_hours_of_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"messages to {self.user_id}"


class StoppedMessages(models.Model):
    """An address of a player without an account that gets no more mails of a kind. Only
    operations.messages writes it."""

    email = models.EmailField(max_length=254)
    kind = ChoiceField(max_length=20, choices=MessageKind.choices)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "stopped messages"
        constraints = [
            models.UniqueConstraint(fields=["email", "kind"], name="messages_stopped_once"),
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.kind}"


class PlaceCheck(models.Model):
    """A correction whose effect on the places of a season is compared once the standings include
    it: `version` is the version of the season's ledger with the correction, and `version - 1` is
    without. Only operations.messages writes it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveBigIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "version"], name="place_check_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} v{self.version}"


class PushKey(models.Model):
    """The key that identifies this server to push services: one row. A new key would make the
    subscriptions of all devices useless. Only operations.messages writes it."""

    private = models.CharField(max_length=60)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"push key {self.pk}"
