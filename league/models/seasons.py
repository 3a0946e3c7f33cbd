"""Seasons and their sessions."""

from typing import Any

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choice_fields import ChoiceField
from league.models.name_keys import NameKeyField
from league.models.people import Club

MOST_HOURS = 24 * 60
MOST_DAYS = 3650
LONGEST_REASON = 200  # of a cancellation
USUAL_WEIGHT, MOST_WEIGHT = 100, 1000  # per cent, of an evening


class Quorum(models.TextChoices):
    """The people who confirm a result (scoring.pure.results has the consequences)."""

    NOBODY = "nobody", _("no confirmation needed")
    ONE = "one", _("one player other than the one who entered it")
    MAJORITY = "majority", _("more than half of the table")
    ALL = "all", _("everybody at the table")
    REFEREE = "referee", _("an organiser")


class CorrectionPolicy(models.TextChoices):
    """Conditions for correcting a match with a result (operations.matches.correction_policy)."""

    FREE = "free", _("nothing: it counts immediately")
    WARNED = "warned", _("a confirmation")
    REASON = "reason", _("a reason")
    SECOND_PERSON = "second_person", _("the approval of a second person")


class Season(models.Model):
    """A period with standings, over all games and for each game."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=100)
    name_key = NameKeyField()
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    games = models.JSONField(_("games"), default=list)
    # options of new matches by game; operations.seasons.house_rules reads and checks them
    house_rules = models.JSONField(
        _("house rules"), default=dict, db_default=models.Value({}, models.JSONField())
    )
    confirmation = ChoiceField(
        _("who confirms results"), max_length=10, choices=Quorum.choices, default=Quorum.NOBODY
    )
    confirm_after_hours = models.PositiveSmallIntegerField(
        _("confirm automatically after (hours)"),
        default=0,
        validators=[MaxValueValidator(MOST_HOURS)],
        help_text=_("0: never automatically."),
    )
    correction_policy = ChoiceField(
        _("what a correction requires"),
        max_length=13,
        choices=CorrectionPolicy.choices,
        default=CorrectionPolicy.FREE,
    )
    corrections_close_after = models.PositiveSmallIntegerField(
        _("days in which an evening’s results can be corrected"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(MOST_DAYS)],
        help_text=_("Empty: no limit. 0: only on the day of the evening."),
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)  # only operations.results.season_closing writes it

    class Meta:
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(confirmation__in=Quorum.values),
                name="season_confirmation_known",
            ),
            models.CheckConstraint(
                condition=models.Q(confirm_after_hours__lte=MOST_HOURS),
                name="season_waits_at_most_60_days",
                violation_error_message=_("At most 1440 hours (60 days)."),
            ),
            models.CheckConstraint(
                condition=models.Q(correction_policy__in=CorrectionPolicy.values),
                name="season_correction_policy_known",
            ),
            models.CheckConstraint(
                condition=models.Q(corrections_close_after__isnull=True)
                | models.Q(corrections_close_after__lte=MOST_DAYS),
                name="season_corrections_close_in_time",
                violation_error_message=_("At most 3650 days (10 years)."),
            ),
            models.UniqueConstraint(
                fields=["club", "name"],
                name="season_name_unique_in_club",
                violation_error_message=_("The club already has a season with this name."),
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_start",
                violation_error_message=_("The last day must not be before the first."),
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="season_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def tournament_or_none(self) -> Any:
        """The Tournament that is played as this season, or None for an ordinary season."""
        return getattr(self, "tournament", None)


class Night(models.Model):
    """A league night: evenings of several seasons of a club on one day in one room. They share the
    numbers of their tables. Only operations.seasons.night_rows writes it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"night {self.pk}"


FOLLOW_DELAY = 5
LONGEST_FOLLOW_DELAY = 240


class Session(models.Model):
    """A club evening. One that was cancelled remains, so that calendars can say so."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="sessions")
    starts_at = models.DateTimeField(_("starts at"))
    place = models.CharField(pgettext_lazy("where", "place"), max_length=100, blank=True)
    # of its results in every table of the season, in per cent; operations.seasons.seasons writes it
    weight = models.PositiveSmallIntegerField(_("weight (per cent)"), default=100, db_default=100)
    night = models.ForeignKey(Night, null=True, on_delete=models.SET_NULL, related_name="sessions")
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True)
    # the public reads it
    cancel_reason = models.CharField(
        max_length=LONGEST_REASON, blank=True, default="", db_default=""
    )
    closed_at = models.DateTimeField(null=True)  # until another player or table comes
    # queue play: null is off; the game of the next tables and their number of players, 0 for the
    # usual ones
    queue_since = models.DateTimeField(null=True)
    queue_game = models.SlugField(max_length=30, blank=True, default="", db_default="")
    queue_size = models.PositiveSmallIntegerField(default=0, db_default=0)
    # minutes until spectators see a move of a round that is entered move by move; null: never
    follow_delay = models.PositiveSmallIntegerField(
        null=True, default=FOLLOW_DELAY, db_default=FOLLOW_DELAY
    )
    # how often its time, place or cancellation has changed (SEQUENCE in RFC 5545), and when last
    sequence = models.PositiveIntegerField(default=0, db_default=0)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(weight__gte=1, weight__lte=MOST_WEIGHT),
                name="session_weight_in_range",
                violation_error_message=_("The weight is between 1 and 1000 per cent."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d}"
