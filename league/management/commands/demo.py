"""manage.py demo: load or remove the demo club."""

import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from league.demo import demo_club, demo_tournament
from league.models import Club
from scoring import projection, rating
from scoring.models import Table


class Command(BaseCommand):
    help = (
        "Load the demo club, played by the engines' own bots: a season of 10 evenings, and a "
        "tournament in mid-course."
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
        if Club.objects.filter(
            name=demo_club.CLUB_NAME, memberships__user__email=demo_club.DEMO_EMAIL
        ).exists():
            raise CommandError("The demo club is already here.")
        default_password = (
            demo_club.DEMO_PASSWORD if settings.EMBEDDED else secrets.token_urlsafe(12)
        )
        password = options["password"] or default_password
        self.stdout.write("Loading the demo club …")
        with transaction.atomic():
            demo = demo_club.load(password=password, seed=options["seed"], report=self._report)
            demo_tournament.load(demo, seed=options["seed"], now=timezone.now())
        for table in Table.objects.filter(season__club=demo.club):
            projection.refresh(table.pk)
        rating.refresh(demo.club.pk)
        self.stdout.write(f"  {demo.club.name}, sign in as {demo_club.DEMO_EMAIL} / {password}")

    def _remove(self) -> None:
        club = demo_club.find()
        if club is None:
            raise CommandError(
                f"There is no demo club here: a club named {demo_club.CLUB_NAME} "
                f"that {demo_club.DEMO_EMAIL} owns."
            )
        removed = demo_club.remove(club)
        self.stdout.write(f"{club.name} is removed, with its people, evenings and tournament.")
        for email in removed.members:
            self.stdout.write(f"  {email} was a member of it and keeps the account.")
        if removed.account_stays:
            self.stdout.write(f"  {demo_club.DEMO_EMAIL} stays: {removed.account_stays}.")

    def _report(self, done: int, total: int) -> None:
        bar = "█" * done + "░" * (total - done)
        end = "\n" if done == total or not sys.stdout.isatty() else "\r"
        self.stdout.write(f"  evening {done:>2} of {total} {bar}", ending=end)
        self.stdout.flush()
