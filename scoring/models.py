"""Facts and tables. Only scoring.ledger writes Result, only scoring.projection writes Standing."""

from django.db import models


class TableQuerySet(models.QuerySet["Table"]):
    def behind(self) -> "TableQuerySet":
        return self.filter(facts_version__gt=models.F("standings_version"))


class Table(models.Model):
    """The standings of a season, over all games (`game` empty) or for one.

    `facts_version` counts changes of the facts (ledger); `standings_version` is the version
    that the stored standings show (projection). Behind means that a refresh is due.
    """

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="tables")
    game = models.SlugField(max_length=30, blank=True)
    scheme = models.JSONField()
    facts_version = models.PositiveBigIntegerField(default=0)
    standings_version = models.PositiveBigIntegerField(default=0)
    computed_at = models.DateTimeField(null=True)

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["game"]
        constraints = [
            models.UniqueConstraint(fields=["season", "game"], name="table_once_per_game"),
            models.CheckConstraint(
                condition=models.Q(standings_version__lte=models.F("facts_version")),
                name="table_never_ahead_of_facts",
            ),
        ]
        indexes = [
            models.Index(
                fields=["id"],
                name="table_behind",
                condition=models.Q(facts_version__gt=models.F("standings_version")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.game or 'overall'}"

    @property
    def pending(self) -> bool:
        return self.facts_version > self.standings_version


class ResultQuerySet(models.QuerySet["Result"]):
    def live(self) -> "ResultQuerySet":
        return self.filter(voided_at__isnull=True)


class Result(models.Model):
    """What one seat got out of one finished match. Voided, never edited."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="results")
    session = models.ForeignKey("league.Session", on_delete=models.CASCADE, related_name="results")
    match = models.ForeignKey("league.Match", on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="results")
    game = models.SlugField(max_length=30)
    seat = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    match_version = models.PositiveIntegerField()
    recorded_at = models.DateTimeField(auto_now_add=True)
    voided_at = models.DateTimeField(null=True)

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"],
                condition=models.Q(voided_at__isnull=True),
                name="result_live_once_per_seat",
            ),
            models.CheckConstraint(
                condition=models.Q(place__gte=1, place__lte=models.F("players")),
                name="result_place_at_the_table",
            ),
        ]
        indexes = [
            models.Index(
                fields=["season", "game"],
                name="result_live",
                condition=models.Q(voided_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} seat {self.seat}: place {self.place}"


class Standing(models.Model):
    """One row of a table. `points` are exact: a fraction written as text, such as "75/2"."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="standings")
    place = models.PositiveIntegerField()
    points = models.CharField(max_length=40)
    played = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    tiebreaks = models.JSONField(default=dict)

    class Meta:
        ordering = ["place", "player_id"]
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="standing_once_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.player_id}"
