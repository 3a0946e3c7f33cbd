"""The ratings of a club. Only scoring.rating writes them."""

from django.db import models


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
