"""manage.py rebuild_standings: compute all standings and ratings again, or check them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand
from scoring import ledger, projection, rating
from scoring.models import Standing, Table
from scoring.pure.units import format_points


class Command(TranslatedCommand):
    help = gettext_noop(
        "Recalculate all standings and ratings from all results. With --check nothing is "
        "written: the command lists each wrong row, and the exit status is 1 if there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help=_("compare only"))
        parser.add_argument(
            "--season", type=int, help=_("only this season: the number in its address")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tables = Table.every.select_related("season__club").order_by("season_id", "game")
        if options["season"] is not None:
            tables = tables.filter(season=_checked_season(options["season"]))
        clubs = sorted({table.season.club_id for table in tables})
        differing = sum(self._check(table) for table in tables)
        differing += sum(self._check_ratings(club) for club in clubs)
        if options["check"]:
            if differing:
                raise CommandError(_("Wrong rows: %(count)s.") % {"count": differing})
            words = _("All standings are correct: %(count)s.")
            self.stdout.write(words % {"count": tables.count()})
            return
        for season_id in dict.fromkeys(table.season_id for table in tables):
            with transaction.atomic():
                ledger.recount(season_id)
        for table in tables:
            projection.refresh(table.pk)
        for club in clubs:
            rating.refresh(club, anew=True)
        words = _("Standings recalculated: %(count)s. Wrong rows until now: %(wrong)s.")
        self.stdout.write(words % {"count": tables.count(), "wrong": differing})

    def _check(self, table: Table) -> int:
        differences = projection.check(table.pk)
        for difference in differences:
            words = _(
                "%(club)s, %(season)s, %(game)s, player %(player)s. Stored: %(stored)s. "
                "Correct: %(expected)s."
            )
            facts = {
                "club": table.season.club,
                "season": table.season,
                "game": table.game or _("all games"),
                "player": difference.player,
                "stored": _row_in_words(difference.stored),
                "expected": _row_in_words(difference.expected),
            }
            self.stdout.write(words % facts)
        return len(differences)

    def _check_ratings(self, club_id: int) -> int:
        differences = rating.check(club_id)
        for difference in differences:
            words = _("Club %(club)s, %(game)s: the rating of player %(player)s is wrong.")
            game = difference.game or _("all games")
            facts = {"club": club_id, "game": game, "player": difference.player}
            self.stdout.write(words % facts)
        return len(differences)


def _checked_season(season: int) -> int:
    """Return the id of a season; raise CommandError if there is none, also for numbers that the
    database cannot hold."""
    if season.bit_length() > 63 or not Table.every.filter(season=season).exists():
        raise CommandError(_("There is no season %(season)s.") % {"season": season})
    return season


def _row_in_words(row: Standing | None) -> str:
    if row is None:
        return _("no row")
    words = _("points %(points)s, matches %(played)s, wins %(wins)s, tie-breaks %(tiebreaks)s")
    return words % {
        "points": format_points(row.points),
        "played": row.played,
        "wins": row.wins,
        "tiebreaks": row.tiebreaks,
    }
