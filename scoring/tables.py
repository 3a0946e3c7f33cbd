"""Reading a table: the one function behind pages, API, CSV and screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from scoring.facts import Fact, PlayerId
from scoring.models import Result, Standing, Table


@dataclass(frozen=True)
class View:
    """A table at one version. `rows` have their player loaded."""

    table: Table
    rows: Sequence[Standing]

    @property
    def version(self) -> int:
        return self.table.standings_version

    @property
    def pending(self) -> bool:
        return self.table.pending

    @property
    def computed_at(self) -> datetime | None:
        return self.table.computed_at


def find(season_id: int, game: str = "") -> Table | None:
    return Table.objects.filter(season_id=season_id, game=game).first()


def read(table: Table) -> View:
    """The stored rows, best first, equals by name; version and rows always belong together."""
    rows = table.standings.select_related("player").order_by("place", "player__name", "player_id")
    while True:
        view = View(table, list(rows.all()))  # asked anew each time
        table = Table.objects.get(pk=table.pk)
        if table.standings_version == view.version:
            return view


def facts(table: Table) -> list[Fact]:
    """What the table has to count."""
    results = Result.objects.live().filter(season_id=table.season_id).order_by("match_id", "seat")
    if table.game:
        results = results.filter(game=table.game)
    rows = results.values_list("match_id", "session_id", "player_id", "place", "players")
    return [
        Fact(match, session, PlayerId(player), place, players)
        for match, session, player, place, players in rows
    ]


def tag(table: Table) -> str:
    """Changes whenever an answer about this table would."""
    return f"t{table.pk}.v{table.standings_version}{'p' if table.pending else ''}"


def decimals(value: str | Fraction) -> str:
    """Two decimals of an exact number, rounded half to even.

    >>> decimals("75/2"), decimals("1/8"), decimals("360/7")
    ('37.50', '0.12', '51.43')
    """
    exact = Fraction(value)
    hundredths = round(exact * 100)  # Fraction rounds half to even, exactly
    return str((Decimal(hundredths) / 100).quantize(Decimal("0.01"), ROUND_HALF_EVEN))
