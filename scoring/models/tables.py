"""The settings from which tables are computed, and the version that each table shows. Only
scoring.ledger writes them, and scoring.projection the Projection."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scoring.pure.facts import EVERYTHING, FactScope


class Ledger(models.Model):
    """The number of changes of a season's facts, and the last of them that concerned ratings."""

    season = models.OneToOneField(
        "league.Season", on_delete=models.CASCADE, primary_key=True, related_name="ledger"
    )
    version = models.PositiveBigIntegerField(default=0)
    encounters_version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.season_id} v{self.version}"


class SchemeVersion(models.Model):
    """A scheme that a season has adopted, or one of its leagues; the highest number counts, the
    others are the history."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="schemes")
    league = models.ForeignKey(
        "league.League", null=True, on_delete=models.CASCADE, related_name="schemes"
    )
    number = models.PositiveIntegerField()
    scheme = models.JSONField()
    adopted_at = models.DateTimeField(auto_now_add=True)
    adopted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "number"],
                condition=Q(league=None),
                name="scheme_version_once_in_season",
            ),
            models.UniqueConstraint(
                fields=["league", "number"],
                condition=Q(league__isnull=False),
                name="scheme_version_once_in_league",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: scheme {self.number}"


class TableQuerySet(models.QuerySet["Table"]):
    def behind(self) -> "TableQuerySet":
        """Return the tables whose stored standings do not show all facts yet."""
        shown = Q(projection__standings_version__gte=F("facts_version"))
        return self.exclude(shown)

    def with_projection(self) -> "TableQuerySet":
        return self.select_related("projection", "league")


class SeasonTableManager(models.Manager["Table"]):
    """Excludes the tables of leagues, which are beside the season's own."""

    def get_queryset(self) -> TableQuerySet:
        return TableQuerySet(self.model, using=self._db).filter(league=None)


class Table(models.Model):
    """The standings of a season, or of one of its leagues (`league`), over all games (`game` empty)
    or for one. `objects` are the season's own tables; `every` has the leagues' too.

    `facts_version` is the last version of the ledger that concerned this table, `rules_version` the
    last that concerned all its players (scheme, dates of sessions); `scheme` is stored with all its
    defaults.
    """

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="tables")
    league = models.ForeignKey(
        "league.League", null=True, on_delete=models.CASCADE, related_name="+"
    )
    game = models.SlugField(max_length=30, blank=True)
    scheme = models.JSONField()
    scheme_number = models.PositiveIntegerField(default=1)
    facts_version = models.PositiveBigIntegerField(default=0)
    facts_at = models.DateTimeField(default=timezone.now)
    rules_version = models.PositiveBigIntegerField(default=0)

    projection: "Projection"
    objects = SeasonTableManager.from_queryset(TableQuerySet)()
    every = TableQuerySet.as_manager()

    class Meta:
        ordering = ["game"]
        base_manager_name = "every"
        constraints = [
            models.UniqueConstraint(
                fields=["season", "game"],
                condition=Q(league=None),
                name="table_once_per_game_of_season",
            ),
            models.UniqueConstraint(
                fields=["league", "game"],
                condition=Q(league__isnull=False),
                name="table_once_per_game_of_league",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.game or 'overall'}"

    @property
    def scope(self) -> FactScope:
        """The part of the season's facts that counts for this table."""
        scope = EVERYTHING if self.league is None else self.league.scope
        return scope._replace(games=frozenset([self.game])) if self.game else scope

    @property
    def shown(self) -> "Projection":
        """The version of the stored standings; an empty one before the first refresh."""
        try:
            return self.projection
        except Projection.DoesNotExist:
            return Projection(table=self)

    @property
    def shown_scheme(self) -> Any:
        """The scheme that made the stored rows; a newer one may not be counted yet."""
        return self.shown.scheme or self.scheme

    @property
    def standings_version(self) -> int:
        return self.shown.standings_version

    @property
    def pending(self) -> bool:
        return self.facts_version > self.standings_version


class Projection(models.Model):
    """The version of the facts that the stored standings of a table show, and their scheme.

    A refresh locks this row while it computes; the ledger can grow meanwhile.
    """

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="projection"
    )
    standings_version = models.PositiveBigIntegerField(default=0)
    computed_at = models.DateTimeField(null=True)
    milliseconds = models.PositiveIntegerField(default=0)
    scheme = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.table_id} v{self.standings_version}"
