"""Facts and tables. Only scoring.ledger writes facts and settings (Ledger, Table, SchemeVersion,
Result, Encounter, Penalty, SitOut, Draw); only scoring.projection writes standings (Projection,
Standing) and only scoring.rating writes ratings (RatingBook, RatedSeason, Rating).

Every change of the facts of a season takes the next number of its ledger, whose row is locked until
the change is committed: a reader who sees version v sees all that came before. A fact holds from
version `since` on, and no longer from version `until` on; nothing is edited, nothing deleted.
"""

from copy import copy
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.pure.facts import EVERYTHING, FactScope
from scoring.pure.units import COARSE_UNIT, FINE_PER_COARSE, UNIT

LIVE = Q(until__isnull=True)


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
        return EVERYTHING if self.league is None else self.league.scope

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


class FactQuerySet(models.QuerySet[Any]):
    def live(self) -> "FactQuerySet":
        return self.filter(LIVE)

    def at(self, version: int) -> "FactQuerySet":
        """Return the facts as they were at a version of the ledger."""
        return self.filter(LIVE | Q(until__gt=version), since__lte=version)

    def changed(self, after: int, upto: int) -> "FactQuerySet":
        """Return the facts that began or ceased to hold in between."""
        began = Q(since__gt=after, since__lte=upto)
        return self.filter(began | Q(until__gt=after, until__lte=upto))


class Fact(models.Model):
    since = models.PositiveBigIntegerField()
    until = models.PositiveBigIntegerField(null=True)
    recorded_at = models.DateTimeField(auto_now_add=True)
    voided_at = models.DateTimeField(null=True)

    objects = FactQuerySet.as_manager()

    class Meta:
        abstract = True


# All that the rows of a table are summed up from, in the order in which it is grouped: where it is
# all in an index, results themselves are not read.
SUMMED = ["season", "player", "session", "match", "game", "players", "place", "sharing"]
SUMMED += ["score", "total", "target", "since", "until"]
SUMMED += ["seat", "share_from", "share_to", "share_of"]


class Result(Fact):
    """The result of one seat of a finished match, or the share in it of one of the players who took
    turns there (scoring.pure.substitutions.SeatShare).

    `sharing` seats have this place, `total` is the sum of all scores at the table, `target` is the
    score that was played to: with them the points of a result can be computed without the other
    seats.
    """

    season = models.ForeignKey(
        "league.Season", on_delete=models.CASCADE, related_name="results", db_index=False
    )
    session = models.ForeignKey("league.Session", on_delete=models.CASCADE, related_name="results")
    match = models.ForeignKey("league.Match", on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="results")
    game = models.SlugField(max_length=30, db_index=False)
    seat = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    sharing = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    target = models.PositiveIntegerField(null=True)
    match_version = models.PositiveIntegerField()
    share_from = models.PositiveIntegerField(default=0, db_default=0)
    share_to = models.PositiveIntegerField(default=1, db_default=1)
    share_of = models.PositiveIntegerField(default=1, db_default=1)

    class Meta:
        ordering = ["match", "seat", "share_from"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat", "share_from"],
                condition=LIVE,
                name="result_live_once_per_share",
            ),
            models.CheckConstraint(
                condition=Q(share_from__lt=F("share_to"), share_to__lte=F("share_of")),
                name="result_share_of_the_seat",
            ),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=F("players")), name="result_place_at_the_table"
            ),
            models.CheckConstraint(
                condition=Q(sharing__gte=1, sharing__lte=F("players")), name="result_place_shared"
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("since")), name="result_since_until"
            ),
        ]
        indexes = [
            models.Index(fields=SUMMED, name="result_summed_shares"),
            models.Index(fields=["season", "since"], name="result_since"),
            models.Index(
                fields=["season", "until"],
                name="result_until",
                condition=Q(until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} seat {self.seat}: place {self.place}"


class Encounter(Fact):
    """The sides that met in a finished match, from which ratings are computed.

    `sides` are lists of ids of players, `ranks` belong to them in order: 1 is best, shared on ties.
    `number` is 0 for a whole match, else the round, if every round has partners of its own.
    `played_at` is the start of the session: a session that moves makes new facts.
    """

    season = models.ForeignKey(
        "league.Season", on_delete=models.CASCADE, related_name="encounters", db_index=False
    )
    session = models.ForeignKey(
        "league.Session", on_delete=models.CASCADE, related_name="encounters"
    )
    match = models.ForeignKey(
        "league.Match", on_delete=models.CASCADE, related_name="encounters", db_index=False
    )
    game = models.SlugField(max_length=30, db_index=False)
    number = models.PositiveSmallIntegerField()
    played_at = models.DateTimeField()
    sides = models.JSONField()
    ranks = models.JSONField()

    class Meta:
        ordering = ["played_at", "session_id", "match_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=LIVE, name="encounter_live_once"
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gt=F("since")),
                name="encounter_since_until",
            ),
        ]
        indexes = [
            models.Index(fields=["match"], name="encounter_of_match"),
            models.Index(fields=["season", "played_at"], name="encounter_in_time"),
            models.Index(fields=["season", "since"], name="encounter_since"),
            models.Index(
                fields=["season", "until"],
                name="encounter_until",
                condition=Q(until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} round {self.number}: {self.sides}"


class Penalty(Fact):
    """Points taken off a player of a season, dated by a session; 0 points are a notice."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="penalties")
    session = models.ForeignKey(
        "league.Session", on_delete=models.CASCADE, related_name="penalties"
    )
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="penalties")
    points = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    voided_for = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["session", "id"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="penalty_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: -{self.points}"


class SitOut(Fact):
    """A player had to sit out a round of a session because the tables were full."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="sit_outs")
    session = models.ForeignKey("league.Session", on_delete=models.CASCADE, related_name="sit_outs")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="sit_outs")

    class Meta:
        ordering = ["session", "id"]

    def __str__(self) -> str:
        return f"{self.player_id} sat out"


class Draw(Fact):
    """A tie-break draw among players tied in a table: their ids in the order drawn, best first."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="draws")
    players = models.JSONField()
    seed = models.CharField(max_length=64)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.players}"


class StandingQuerySet(models.QuerySet["Standing"]):
    def with_place(self) -> "StandingQuerySet":
        """Add the place to single rows; for a whole table use `scoring.rows.with_places`."""
        better = Standing.objects.filter(
            table=models.OuterRef("table"), rank_key__gt=models.OuterRef("rank_key")
        )
        count = better.order_by().values("table").annotate(n=models.Count("pk")).values("n")
        return self.annotate(  # type: ignore[no-redef]
            place=Coalesce(models.Subquery(count), 0) + 1
        )

    def equal_before_tiebreaks(self, row: "Standing") -> "StandingQuerySet":
        """Keep rows that have the points of this row, and are qualified as it is."""
        coarse, rest = divmod(row.points, FINE_PER_COARSE)
        points = Q(unit=UNIT, points=row.points)
        if not rest:
            points |= Q(unit=COARSE_UNIT, points=coarse)
        return self.filter(points, qualified=row.qualified)


class Standing(models.Model):
    """One row of a table. Its numbers count parts of a point: in memory always `units.UNIT`; stored
    `unit`, which is the coarse one unless a number is not whole in it.

    `rank_key` holds the values that rank the row, most important first, packed so that bytes sort
    as the numbers do: rows of equal keys share their place, and the place of a row is 1 + the
    number of greater ones. So a new result moves only the rows whose own values have changed.
    `tiebreaks` has a value for each tie-break that was needed, else None.
    """

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="standings")
    points = models.BigIntegerField()
    played = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    evenings = models.PositiveIntegerField()
    best_evening = models.BigIntegerField()
    sit_outs = models.PositiveIntegerField()
    penalty = models.BigIntegerField()
    qualified = models.BooleanField()
    tiebreaks = models.JSONField(default=dict)
    rank_key = models.BinaryField(max_length=200)
    unit = models.PositiveIntegerField(default=UNIT, db_default=COARSE_UNIT)

    place: int  # counted, not stored: see StandingQuerySet.with_place
    objects = StandingQuerySet.as_manager()
    IN_UNITS = ("points", "best_evening", "penalty")

    class Meta:
        ordering = ["-rank_key", "player_id"]
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="standing_once_per_player")
        ]
        indexes = [models.Index(fields=["table", "rank_key"], name="standing_in_order")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.points}"

    @classmethod
    def from_db(cls, *args: Any, **more: Any) -> "Standing":
        row = super().from_db(*args, **more)
        if row.unit == COARSE_UNIT:
            row.unit = UNIT
            for name in cls.IN_UNITS:
                setattr(row, name, getattr(row, name) * FINE_PER_COARSE)
            row.tiebreaks = {
                code: None if value is None else value * FINE_PER_COARSE
                for code, value in row.tiebreaks.items()
            }
        return row

    def in_coarsest_unit(self) -> "Standing":
        """Return the row as it is stored: in the coarse unit if all its numbers are whole there, so
        that rows of tables for up to eight players are the same in every version."""
        row = copy(self)
        values = [value for value in self.tiebreaks.values() if value is not None]
        numbers = [getattr(self, name) for name in self.IN_UNITS]
        if not any(number % FINE_PER_COARSE for number in (*numbers, *values)):
            row.unit = COARSE_UNIT
            for name, number in zip(self.IN_UNITS, numbers, strict=True):
                setattr(row, name, number // FINE_PER_COARSE)
            row.tiebreaks = {
                code: None if value is None else value // FINE_PER_COARSE
                for code, value in self.tiebreaks.items()
            }
        return row


class RatingBook(models.Model):
    """The ratings of a club. A refresh locks this row; `version` counts the refreshes that changed
    something, `algorithm` is the one that computed them."""

    club = models.OneToOneField(
        "league.Club", on_delete=models.CASCADE, primary_key=True, related_name="rating_book"
    )
    version = models.PositiveBigIntegerField(default=0)
    algorithm = models.CharField(max_length=60, blank=True)
    computed_at = models.DateTimeField(null=True)
    milliseconds = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.club_id} v{self.version}"


class RatedSeason(models.Model):
    """The version of a season's ledger whose encounters the ratings show."""

    season = models.OneToOneField(
        "league.Season", on_delete=models.CASCADE, primary_key=True, related_name="rated"
    )
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.season_id} v{self.version}"


class Rating(models.Model):
    """A player's rating in one game, or over all (`game` empty), after his last match.

    `history` has a line for each match, the oldest first: [seconds since 1970 at which the session
    began, session, match, mu after it, sigma after it]. The first three order all matches of a
    club, so a replay from any match on takes the state before it from here.
    """

    club = models.ForeignKey(
        "league.Club", on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="ratings")
    game = models.SlugField(max_length=30, blank=True, db_index=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    played = models.PositiveIntegerField()
    last_played_at = models.DateTimeField()
    history = models.JSONField()

    class Meta:
        ordering = ["game", "player_id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="rating_once_per_game")
        ]
        indexes = [models.Index(fields=["club", "game"], name="rating_of_club")]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.game or 'overall'}: {self.mu:.2f} ± {self.sigma:.2f}"
