"""manage.py rebuild_standings: compute all standings and ratings again, or check them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import transaction

from scoring import ledger, projection, rating
from scoring.models import Standing, Table
from scoring.pure.units import format_points


class Command(BaseCommand):
    help = (
        "Recalculate all standings and ratings from all results. With --check nothing is "
        "written: the command lists each wrong row, and the exit status is 1 if there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only")
        parser.add_argument("--season", type=int, help="the id of one season")

    def handle(self, *args: Any, **options: Any) -> None:
        tables = Table.objects.select_related("season__club").order_by("season_id", "game")
        if options["season"] is not None:
            tables = tables.filter(season=_checked_season(options["season"]))
        clubs = sorted({table.season.club_id for table in tables})
        differing = sum(self._check(table) for table in tables)
        differing += sum(self._check_ratings(club) for club in clubs)
        if options["check"]:
            if differing:
                raise CommandError(f"{differing} rows are wrong.")
            self.stdout.write(f"All {tables.count()} standings are correct.")
            return
        for season_id in dict.fromkeys(table.season_id for table in tables):
            with transaction.atomic():
                ledger.recount(season_id)
        for table in tables:
            projection.refresh(table.pk)
        for club in clubs:
            rating.refresh(club, anew=True)
        self.stdout.write(f"{tables.count()} standings recalculated, {differing} rows were wrong.")

    def _check(self, table: Table) -> int:
        differences = projection.check(table.pk)
        for difference in differences:
            self.stdout.write(
                f"{table.season.club}, {table.season}, {table.game or 'all games'}: "
                f"player {difference.player}: stored {_row_in_words(difference.stored)}, "
                f"expected {_row_in_words(difference.expected)}"
            )
        return len(differences)

    def _check_ratings(self, club_id: int) -> int:
        differences = rating.check(club_id)
        for difference in differences:
            self.stdout.write(
                f"club {club_id}, ratings of {difference.game or 'all games'}: "
                f"player {difference.player} is wrong"
            )
        return len(differences)


def _checked_season(season: int) -> int:
    """Return the id of a season; raise CommandError if there is none, also for numbers that the
    database cannot hold."""
    if season.bit_length() > 63 or not Table.objects.filter(season=season).exists():
        raise CommandError(f"there is no season {season}")
    return season


def _row_in_words(row: Standing | None) -> str:
    if row is None:
        return "no row"
    points = format_points(row.points)
    line = f"{points} points, {row.played} played, {row.wins} wins"
    return f"{line}, tie-breaks {row.tiebreaks}"
