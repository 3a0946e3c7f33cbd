"""manage.py demo: load or remove the demo club."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.demo import demo_club, loading
from league.errors import LeagueError


class Command(BaseCommand):
    help = (
        "Load the demo club, played by the engines' own bots: a season of 10 evenings, and a "
        "tournament under way."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--password", help="of the demo organiser")
        parser.add_argument(
            "--remove",
            action="store_true",
            help="remove the demo club, its people and its account, and nothing else",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            return self._remove()
        self.stdout.write("Loading the demo club …")
        try:
            demo, password = loading.load(
                password=options["password"] or "", seed=options["seed"], report=self._report
            )
        except LeagueError as error:
            raise CommandError(error.detail) from None
        self.stdout.write(f"  {demo.club.name}, sign in as {demo_club.DEMO_EMAIL} / {password}")

    def _remove(self) -> None:
        club = demo_club.find()
        if club is None:
            raise CommandError(
                f"There is no demo club here: a club named {demo_club.CLUB_NAME} "
                f"that {demo_club.DEMO_EMAIL} owns."
            )
        removed = demo_club.remove(club)
        self.stdout.write(
            f"{club.name} has been removed, with its people, evenings and tournament."
        )
        for email in removed.members:
            self.stdout.write(f"  {email} was a member and keeps the account.")
        if removed.account_stays:
            self.stdout.write(f"  {demo_club.DEMO_EMAIL} stays: {removed.account_stays}.")

    def _report(self, done: int, total: int) -> None:
        bar = "█" * done + "░" * (total - done)
        end = "\n" if done == total or not sys.stdout.isatty() else "\r"
        self.stdout.write(f"  evening {done:>2} of {total} {bar}", ending=end)
        self.stdout.flush()
