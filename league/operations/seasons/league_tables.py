"""The tables of leagues: their games and their schemes."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from league.errors import invalid
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


def require_games(season: Season, games: Collection[str]) -> None:
    """Raise Invalid if a league or an award of the season names another game than these."""
    named = {game for league in season.leagues.all() for game in league.games}
    if missing := sorted(named - set(games)):
        words = _("Leagues count these games: %(games)s. Change the leagues first.")
        raise invalid("game_in_use", "games", words % {"games": ", ".join(missing)})
    require_awarded_games(season, games)


def require_awarded_games(of: Season | League, games: Collection[str]) -> None:
    """Raise Invalid if an award of a season or a league is for another game than these."""
    awarded = of.awards.exclude(game__in=["", *games]).values_list("game", flat=True)
    if missing := sorted(set(awarded)):
        words = _("Awards are for these games: %(games)s. Change the awards first.")
        raise invalid("game_in_use", "games", words % {"games": ", ".join(missing)})


def follow_games(season: Season) -> None:
    """Give the leagues of a season tables for the games that the season has now."""
    for league in season.leagues.all():
        league.season = season
        tables = Table.every.filter(league=league)
        if set(tables.values_list("game", flat=True)) != {"", *league.all_games}:
            open_tables(league, current_scheme(league))


def current_scheme(league: League) -> Scheme:
    """Return the current scheme of a league."""
    return schemes_of([league])[league.pk]


def schemes_of(leagues: Collection[League]) -> dict[int, Scheme]:
    """Return the current schemes of leagues, by their ids."""
    overall = Table.every.filter(league__in=leagues, game="")
    return {pk: schemes.read(scheme) for pk, scheme in overall.values_list("league", "scheme")}
