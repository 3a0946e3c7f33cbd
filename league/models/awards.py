"""Awards that a club defines."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.leagues import League
from league.models.name_keys import NameKeyField
from league.models.people import Club
from league.models.seasons import Season

MOST_NEEDED = 1000  # matches or evenings
MOST_CENTS = 100_000_000


class AwardCategory(models.TextChoices):
    """The players who can win. Guests never can; other groups are leagues."""

    ALL = "all", _("all players")
    NEWCOMERS = "newcomers", _("newcomers, whose first evening lies in the period")


class Currency(models.TextChoices):
    """The currencies of prizes; each has cents."""

    EUR = "EUR", "€"
    CHF = "CHF", "CHF"
    GBP = "GBP", "£"
    USD = "USD", "US$"
    CAD = "CAD", "CA$"


class ClubAward(models.Model):
    """An award of a club: the player with the best value of a statistic, over a season, one of its
    leagues, or all seasons, between two days. Winners are computed from results and not stored.

    `statistic` is a key of scoring.pure.statistics.STATISTICS. `amount` is in cents. Only
    operations.standings.club_awards writes it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="awards")
    name = models.CharField(_("name"), max_length=100)
    name_key = NameKeyField()
    statistic = models.SlugField(_("what counts"), max_length=30)
    lowest = models.BooleanField(_("the lowest value wins"), default=False)
    season = models.ForeignKey(
        Season,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="awards",
        verbose_name=_("season"),
    )
    league = models.ForeignKey(
        League,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="awards",
        verbose_name=_("league"),
    )
    game = models.SlugField(_("game"), max_length=30, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    category = ChoiceField(
        _("who can win"), max_length=10, choices=AwardCategory.choices, default=AwardCategory.ALL
    )
    minimum_matches = models.PositiveSmallIntegerField(
        _("matches needed"), default=0, validators=[MaxValueValidator(MOST_NEEDED)]
    )
    minimum_evenings = models.PositiveSmallIntegerField(
        _("evenings needed"), default=0, validators=[MaxValueValidator(MOST_NEEDED)]
    )
    prize = models.CharField(_("prize"), max_length=100, blank=True)
    amount = models.PositiveIntegerField(
        _("amount in cents"), default=0, validators=[MaxValueValidator(MOST_CENTS)]
    )
    currency = ChoiceField(
        _("currency"), max_length=3, choices=Currency.choices, default=Currency.EUR
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name_key", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="award_has_a_name"),
            models.UniqueConstraint(
                fields=["club", "name"],
                name="award_name_unique_in_club",
                violation_error_message=_("The club already has an award with this name."),
            ),
            models.CheckConstraint(
                condition=models.Q(league=None) | models.Q(season__isnull=False),
                name="award_of_league_has_its_season",
            ),
            models.CheckConstraint(
                condition=models.Q(category__in=AwardCategory.values), name="award_category_known"
            ),
            models.CheckConstraint(
                condition=models.Q(currency__in=Currency.values), name="award_currency_known"
            ),
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="award_ends_after_start",
                violation_error_message=_("The last day must not be before the first."),
            ),
        ]

    def __str__(self) -> str:
        return self.name
