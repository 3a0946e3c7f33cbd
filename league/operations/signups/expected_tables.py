"""Expected tables of a sheet, and words for them."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import ngettext

from games import GAMES
from league.models import SignUp, SignUpAnswer, SignUpSheet
from league.operations.seasons import house_rules
from league.operations.sessions.seating_proposals import table_sizes
from league.operations.signups.forecasts import ExpectedPlayer, GameForecast, forecast
from seating.sizes import Sizes


def of_sheet(sheet: SignUpSheet, preferred: int = 0) -> list[GameForecast]:
    """Return the forecast of each game; `preferred` is the best size of a table, 0 for the usual
    ones, and a tournament has its own sizes. Who waits for a place does not count. Games whose
    tables cannot have the preferred size are left out."""
    rows = SignUp.objects.filter(sheet=sheet)
    wishes = [
        ExpectedPlayer(row.games, row.has_place)
        for row in rows
        if row.has_place or row.answer == SignUpAnswer.MAYBE
    ]
    return forecast(wishes, _sizes(sheet, preferred), sheet.capacity)


def tables_words(tables: Sequence[int]) -> str:
    """Return sizes of tables in words, the largest first: 2 tables of 4, 1 table of 3."""
    counts = Counter(tables)
    words = (
        ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        % {"count": count, "size": size}
        for size, count in sorted(counts.items(), reverse=True)
    )
    return ", ".join(words)


def gain_words(game: GameForecast) -> str:
    """Return what a few more players would change; empty if they change nothing for the better."""
    if game.gain is None:
        return ""
    more, tables = game.gain
    words = {"more": more, "tables": tables_words(tables.tables), "sit_out": tables.sit_out}
    if tables.sit_out:
        return (
            ngettext(
                "With %(more)s more player: %(tables)s; sitting out: %(sit_out)s.",
                "With %(more)s more players: %(tables)s; sitting out: %(sit_out)s.",
                more,
            )
            % words
        )
    return ngettext(
        "With %(more)s more player: %(tables)s.", "With %(more)s more players: %(tables)s.", more
    ) % (words)


def sit_out_words(sit_out: int) -> str:
    """Return the number of sit-outs in words; empty if there are none."""
    if not sit_out:
        return ""
    return ngettext("%(count)s sits out", "%(count)s sit out", sit_out) % {"count": sit_out}


def _sizes(sheet: SignUpSheet, preferred: int) -> dict[str, Sizes]:
    tournament = sheet.tournament
    if tournament is not None:
        usual = frozenset([preferred] if preferred else tournament.preferred)
        return {tournament.game: Sizes(tournament.least, tournament.most, usual)}
    return {
        game: table_sizes(house_rules.seats_of_new_match(sheet.season, game), game, preferred)
        for game in sheet.season.games
        if game in GAMES
    }
