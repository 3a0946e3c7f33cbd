"""Standings and results as rows of cells, with public names. Nicknames are left out: an import
finds players by their names.

The columns always stand in this order; only tie-breaks and statistics, which come last, depend on
the scheme.
Their names are in the reader's language.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TypeAlias
from zoneinfo import ZoneInfo

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import game_name
from league.models import Seat, TeamTable
from league.operations.seasons import team_standings
from league.operations.tournaments import final_ranking
from scoring import standings_queries
from scoring.models import Standing, Table
from scoring.pure import schemes
from scoring.pure.facts import PlayerId
from scoring.pure.statistics import STATISTICS, Measure, plain_value
from scoring.pure.tiebreaks import TIEBREAKS, Tiebreak
from scoring.pure.units import UNIT, format_points
from scoring.standings_queries import StandingsTable

Cell: TypeAlias = str | int | Decimal | date | None


@dataclass(frozen=True)
class SeasonSheet:
    """A table of a season: the name of the file, the names of the columns, and the rows."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def standings_sheet(table: Table) -> SeasonSheet:
    """Return the whole standings, best first; for a tournament with its final places."""
    view = final_ranking.read(table)
    tiebreaks = [TIEBREAKS[code] for code in schemes.read(table.scheme).tiebreaks if code != "wins"]
    language = get_language() or "en"
    columns = [_("Place"), _("Player"), _("Points"), _("Played"), _("Wins")]
    shown = standings_queries.columns(StandingsTable(table, view.rows))
    labels = [tiebreak.label for tiebreak in tiebreaks]
    labels += [STATISTICS[code].label for code in next(iter(shown.values()), {})]
    return SeasonSheet(
        _file_name("standings", table),
        columns + [label.say(language, {}) for label in labels],
        [
            _standings_row(row, tiebreaks) + _shown_cells(shown.get(PlayerId(row.player_id), {}))
            for row in view.rows
        ],
    )


def results_sheet(table: Table) -> SeasonSheet:
    """Return the results of finished matches, a row for each player, the oldest match first: of the
    season, or those that count in one of its leagues. Players of such a match who do not count are
    there too."""
    columns = [
        *(_("Day"), _("Where"), _("Game"), _("Match"), _("Seat")),
        *(_("Player"), _("Score"), _("Place"), _("Rounds")),
    ]
    return SeasonSheet(_file_name("results", table), columns, list(_results_rows(table)))


def team_sheet(table: TeamTable) -> SeasonSheet:
    """Return a team table, best first, with the players who are in each team now."""
    columns = [_("Place"), _("Team"), _("Points"), _("Played"), _("Wins"), _("Members")]
    lines = team_standings.current_lines(team_standings.compute(table))
    rows: list[list[Cell]] = [
        [
            *(line.row.place, line.team.name, _points(line.row.points)),
            *(line.row.played, line.row.wins),
            ", ".join(player.public_name for player in line.players),
        ]
        for line in lines
    ]
    return SeasonSheet(_team_file_name(table), columns, rows)


def _standings_row(row: Standing, tiebreaks: Sequence[Tiebreak]) -> list[Cell]:
    values = [_tiebreak_cell(row.tiebreaks.get(tiebreak.code), tiebreak) for tiebreak in tiebreaks]
    name = row.player.public_name
    return [row.place, name, _points(row.points), row.played, row.wins, *values]


def _shown_cells(measures: Mapping[str, Measure]) -> list[Cell]:
    """Return the values of statistics: shares in per cent, all but counts with two decimals."""
    return [Decimal(plain_value(STATISTICS[code], measure)) for code, measure in measures.items()]


def _results_rows(table: Table) -> Iterator[list[Cell]]:
    zone = ZoneInfo(table.season.club.timezone)
    seats = Seat.objects.filter(
        match__session__season=table.season, match__over=True, match__called_off_at=None
    )
    if table.game:
        seats = seats.filter(match__game=table.game)
    if table.league is not None:
        seats = seats.filter(match__in=standings_queries.counted_matches(table))
    order = ("match__session__starts_at", "match__session_id", "match_id", "number")
    for seat in seats.select_related("match__session", "player").order_by(*order):
        match = seat.match
        yield [
            match.session.starts_at.astimezone(zone).date(),
            match.session.place,
            game_name(match.game),
            match.pk,
            seat.number + 1,
            seat.player.public_name,
            match.totals[seat.number],
            match.places[seat.number],
            match.rounds_played,
        ]


def _tiebreak_cell(value: int | None, tiebreak: Tiebreak) -> Cell:
    """Return the value of a tie-break; None if no players were equal, so that it was not used."""
    if value is None:
        return None
    return value // UNIT if tiebreak.whole else _points(value)


def _points(units: int) -> Decimal:
    return Decimal(format_points(units))


def _file_name(what: str, table: Table) -> str:
    name = _of_season(what, table.season_id, table.league_id)
    return f"{name}-{table.game}" if table.game else name


def _of_season(what: str, season: int, league: int | None) -> str:
    return f"{what}-{season}" if league is None else f"{what}-of-league-{league}"


def _team_file_name(table: TeamTable) -> str:
    if table.session_id is not None:
        return f"teams-of-evening-{table.session_id}"
    return _of_season("teams", table.season_id, table.league_id)
