"""Facts, each valid from one version of its season's ledger until another. Only scoring.ledger
writes them."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from scoring.models.tables import Table

LIVE = Q(until__isnull=True)


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
