"""The tables of leagues: which games they have, and by which scheme they count."""

from league.models import League, Season
from scoring import ledger
from scoring.models import Table
from scoring.pure import schemes
from scoring.pure.schemes import Scheme


def open_tables(league: League, scheme: Scheme, *, by_id: int | None = None) -> None:
    """Give a league its tables, overall and one for each of its games; existing ones take the
    scheme."""
    ledger.open_tables(league.season_id, league.all_games, scheme, league_id=league.pk, by_id=by_id)
    ledger.close_tables(league.season_id, league.pk, league.all_games)


def follow_games(season: Season) -> None:
    """Give the leagues of a season tables for the games that the season has now."""
    for league in season.leagues.all():
        league.season = season
        tables = Table.every.filter(league=league)
        if set(tables.values_list("game", flat=True)) != {"", *league.all_games}:
            open_tables(league, current_scheme(league))


def current_scheme(league: League) -> Scheme:
    """Return the current scheme of a league."""
    return schemes.read(Table.every.get(league=league, game="").scheme)
