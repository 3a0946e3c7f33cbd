"""The measured advantage of each seat: the share of opponents that its players have beaten in a
club's finished matches, by size of table. Reads only facts."""

from collections import defaultdict
from dataclasses import dataclass
from math import sqrt

from django.db.models import Avg, Count, F, FloatField, Value
from django.db.models.functions import Cast

from scoring.models import Result

FEWEST_MATCHES = 20  # at tables of one size, before a difference counts
SURE = 1.96  # standard errors: about 95 in 100 intervals contain the true value


@dataclass(frozen=True)
class SeatAdvantage:
    """The mean share of beaten opponents in a seat (from 0), less a half, and its standard
    error."""

    seat: int
    matches: int
    advantage: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the interval that contains the true advantage in 95 of 100 cases."""
        return SURE * self.error

    @property
    def is_sure(self) -> bool:
        return self.matches >= FEWEST_MATCHES and abs(self.advantage) > self.margin

    @property
    def value(self) -> int:
        """Return the advantage in thousandths, 0 where chance could explain it."""
        return round(1000 * self.advantage) if self.is_sure else 0


def measured_advantages(club_id: int, game: str) -> dict[int, list[SeatAdvantage]]:
    """Return the advantages of all seats by size of table."""
    beaten = (F("players") - F("place") - (F("sharing") - 1) / 2.0) / (F("players") - Value(1.0))
    rows = (
        Result.objects.live()
        .filter(season__club=club_id, game=game, players__gt=1, share_from=0)  # each seat once
        .order_by()
        .annotate(beaten=Cast(beaten, FloatField()))
        .values("players", "seat")
        .annotate(matches=Count("pk"), mean=Avg("beaten"), square=Avg(F("beaten") * F("beaten")))
        .order_by("players", "seat")
    )
    advantages: dict[int, list[SeatAdvantage]] = defaultdict(list)
    for row in rows:
        variance = max(0.0, row["square"] - row["mean"] ** 2)
        error = sqrt(variance / row["matches"])
        advantage = SeatAdvantage(row["seat"], row["matches"], row["mean"] - 0.5, error)
        advantages[row["players"]].append(advantage)
    return dict(advantages)


def seats_of_players(season_id: int, game: str) -> list[tuple[int, int, int, int]]:
    """Return for each player, size of table and seat of a season how many matches there were."""
    rows = Result.objects.live().filter(season=season_id, game=game).order_by()
    counted = rows.values("player", "players", "seat").annotate(matches=Count("pk"))
    return [(row["player"], row["players"], row["seat"], row["matches"]) for row in counted]
