"""Ladders with their periods, divisions and play-offs."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.matches import Match
from league.models.name_keys import NameKeyField
from league.models.people import Club, Player
from league.models.seasons import Season


class Ladder(models.Model):
    """Divisions above each other, period after period. `rules` are the numbers of promotions and
    relegations and the sizes of a division (scoring.pure.periods.DivisionRules). Only the room
    operations.ladders writes it and the models below."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ladders")
    name = models.CharField(_("name"), max_length=40)
    name_key = NameKeyField()
    games = models.JSONField(_("games"))
    rules = models.JSONField(_("rules"))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name_key", "id"]
        verbose_name_plural = _("ladders")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                name="ladder_name_unique_in_club",
                violation_error_message=_("The club already has a ladder of this name."),
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="ladder_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Period(models.Model):
    """The divisions of a ladder during a period. `seed` is the seed of the tie-break draws at its
    end, chosen by the server before the first match; `lots` are the draws that led to this period,
    and `forced` the warnings that were overridden to open it. `play_offs` is the season of the
    matches between divisions."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="periods")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=30)
    seed = models.CharField(max_length=64)
    lots = models.JSONField(default=list)
    forced = models.JSONField(default=list)
    play_offs = models.OneToOneField(
        Season, null=True, on_delete=models.SET_NULL, related_name="play_offs_of"
    )
    opened_at = models.DateTimeField(default=timezone.now)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-number"]
        verbose_name_plural = _("ladder periods")
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "number"],
                name="period_once_in_ladder",
                violation_error_message=_("This period is already open."),
            ),
            models.UniqueConstraint(
                fields=["ladder", "name"],
                name="period_name_unique_in_ladder",
                violation_error_message=_("The ladder already has a period of this name."),
            ),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="period_counts_from_one"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="period_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} · {self.name}"


class Division(models.Model):
    """A level of a period with a season of its own; level 1 is the top."""

    period = models.ForeignKey(Period, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=24)
    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="division")

    class Meta:
        ordering = ["level"]
        verbose_name_plural = _("divisions")
        constraints = [
            models.UniqueConstraint(
                fields=["period", "level"],
                name="division_once_in_period",
                violation_error_message=_("A period has only one division per level."),
            ),
            models.UniqueConstraint(
                fields=["period", "name"],
                name="division_name_unique_in_period",
                violation_error_message=_("Two divisions cannot have the same name."),
            ),
            models.CheckConstraint(
                condition=models.Q(level__gte=1), name="division_counts_from_one"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Came(models.TextChoices):
    """The way in which a player came into a division."""

    PROMOTED = "promoted", _("promoted")
    RELEGATED = "relegated", _("relegated")
    STAYED = "stayed", _("stayed")
    NEW = "new", _("new")
    RETURNED = "returned", _("returned")
    PLAY_OFF = "play_off", _("by play-off")


class MemberWish(models.TextChoices):
    """A player's wish for the next period; empty: to stay."""

    CONTENT = "content", _("declines to move up")
    LEAVES = "leaves", _("leaves")


class DivisionMember(models.Model):
    """A player of a division. `source` is the level in the period before, 0 for none; `reason` is
    the reason in the plan (scoring.pure.periods.MovementReason). `wish` is for the next period."""

    period = models.ForeignKey(Period, on_delete=models.CASCADE, related_name="members")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="divisions")
    came = ChoiceField(max_length=10, choices=Came.choices)
    reason = models.CharField(max_length=12)
    source = models.PositiveSmallIntegerField(default=0)
    place = models.PositiveSmallIntegerField(default=0)
    wish = ChoiceField(max_length=8, choices=MemberWish, blank=True, default="", db_default="")

    class Meta:
        ordering = ["id"]
        verbose_name_plural = _("places in divisions")
        constraints = [
            models.UniqueConstraint(
                fields=["period", "player"],
                name="player_once_in_period",
                violation_error_message=_("A player can be in only one division of a period."),
            ),
            models.CheckConstraint(
                condition=models.Q(came__in=Came.values), name="division_member_came_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.division_id}"


class PlayOff(models.Model):
    """A match for the place of its players. It counts as long as the standings make exactly these
    players meet."""

    period = models.ForeignKey(Period, on_delete=models.CASCADE, related_name="tables")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="play_off")

    class Meta:
        ordering = ["id"]
        verbose_name_plural = _("play-offs")

    def __str__(self) -> str:
        return f"{self.period_id}: {self.match_id}"
