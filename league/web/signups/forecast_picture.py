"""The tables to come, drawn: a round table with a dot for each seat, and who sits out beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import game_name
from league.models import SignUpSheet
from league.operations.signups import expected_tables
from league.operations.signups.forecasts import GameForecast
from league.operations.support.labels import pair
from seating.sizes import Partition

SEAT_RADIUS = 17.5
CENTRE = 24.0
MOST_TABLES = 20  # drawn; the words say all


@dataclass(frozen=True)
class TablePicture:
    """A table with the places of its seats, in a square of 48."""

    size: int
    seats: list[tuple[float, float]]


@dataclass(frozen=True)
class ForecastCard:
    """The forecast of one game: its words, and its picture."""

    game: str
    players: int
    words: str
    gain: str
    tables: list[TablePicture]
    sit_out: range
    with_maybe: str


def cards(sheet: SignUpSheet) -> list[ForecastCard]:
    """Return the forecast of each game of the sheet; games without players are left out."""
    games = expected_tables.of_sheet(sheet)
    return [_card(game) for game in games if game.players_with_maybe]


def forecast_words(players: int, tables: Partition) -> str:
    """Return a forecast in one line: the number of players, the sizes of the tables, and the
    sit-outs."""
    people = ngettext("%(count)s player", "%(count)s players", players) % {"count": players}
    return pair(people, _sizes_words(tables))


def _with_maybe_words(game: GameForecast) -> str:
    """Return the forecast with those who come perhaps; empty if there are none."""
    if game.players_with_maybe == game.players:
        return ""
    tables = _sizes_words(game.tables_with_maybe)
    words = _("%(count)s including “perhaps” answers: %(tables)s")
    return words % {"count": game.players_with_maybe, "tables": tables}


def _sizes_words(tables: Partition) -> str:
    if not tables.tables:
        return _("not enough players for a table")
    sit_out = expected_tables.sit_out_words(tables.sit_out) or _("nobody sits out")
    sizes = " + ".join(map(str, tables.tables))
    return _("%(sizes)s, %(sit_out)s") % {"sizes": sizes, "sit_out": sit_out}


def _card(game: GameForecast) -> ForecastCard:
    return ForecastCard(
        game=game_name(game.game),
        players=game.players,
        words=forecast_words(game.players, game.tables),
        gain=expected_tables.gain_words(game),
        tables=[_picture(size) for size in game.tables.tables[:MOST_TABLES]],
        sit_out=range(game.tables.sit_out),
        with_maybe=_with_maybe_words(game),
    )


def _picture(size: int) -> TablePicture:
    return TablePicture(size, _seats(size))


def _seats(size: int) -> list[tuple[float, float]]:
    """Return the middles of the seats, the first at the top, clockwise."""
    angles: Sequence[float] = [2 * pi * seat / size for seat in range(size)]
    return [
        (
            round(CENTRE + SEAT_RADIUS * sin(angle), 1),
            round(CENTRE - SEAT_RADIUS * cos(angle), 1),
        )
        for angle in angles
    ]
