"""manage.py populate: fill an empty database with clubs, to try a server at its size."""

import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.demo import large_data
from league.errors import LeagueError


class Command(BaseCommand):
    help = (
        "Fill a database without clubs with clubs, players and matches, to try a server at its "
        "size. Bots play a few matches; the others are copies of them with other players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--clubs", type=int, default=200)
        parser.add_argument("--players", type=int, default=500, help="of each club")
        parser.add_argument("--matches", type=int, default=100_000, help="of all clubs together")
        parser.add_argument(
            "--rounds", action="store_true", help="also store the rounds of all matches"
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        size = _parse_size(options)
        password = secrets.token_urlsafe(12)
        try:
            owner = large_data.load(
                size, password=password, seed=options["seed"], report=self._report
            )
        except LeagueError as error:
            raise CommandError(error.detail) from None
        self.stdout.write(
            f"{size.clubs} clubs, {size.clubs * size.players} players, {size.matches} matches; "
            f"sign in as {owner.email} / {password}"
        )

    def _report(self, done: int, total: int) -> None:
        end = "\n" if done == total or not sys.stdout.isatty() else "\r"
        self.stdout.write(f"  club {done} of {total}", ending=end)
        self.stdout.flush()


def _parse_size(options: dict[str, Any]) -> large_data.Size:
    """Return the size that the options name; raise CommandError if it is too small."""
    size = large_data.Size(
        options["clubs"], options["players"], options["matches"], options["rounds"]
    )
    least = large_data.least_matches() * size.clubs
    if size.clubs < 1:
        raise CommandError("--clubs: at least 1")
    if size.players < (fewest := large_data.least_players()):
        raise CommandError(f"--players: at least {fewest}")
    if size.matches < least:
        raise CommandError(f"--matches: at least {least} for {size.clubs} clubs")
    return size
