"""manage.py demo: load or remove the demo club."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.demo import demo_club, loading
from league.errors import LeagueError
from league.management.translated import TranslatedCommand
from league.models import User
from league.operations.people import tokens


class Command(TranslatedCommand):
    help = gettext_noop(
        "Load the demo club, played by the engines’ own bots: a season of 10 evenings, and a "
        "tournament under way."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seed", type=int, default=1, help=_("another number gives different data")
        )
        parser.add_argument("--password", help=_("password of the demo organiser"))
        parser.add_argument(
            "--token", action="store_true", help=_("print an API token of the demo organiser too")
        )
        parser.add_argument(
            "--remove",
            action="store_true",
            help=_("remove the demo club, its people and its account, and nothing else"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            return self._remove()
        self.stdout.write(_("Loading the demo club …"))
        try:
            demo, password = loading.load(
                password=options["password"] or "", seed=options["seed"], report=self._report
            )
        except LeagueError as error:
            raise CommandError(error.detail) from None
        words = _("%(club)s, sign in as %(email)s / %(password)s")
        facts = {"club": demo.club.name, "email": demo_club.DEMO_EMAIL, "password": password}
        self.stdout.write(f"  {words % facts}")
        if options["token"]:
            _row, token = tokens.issue(User.objects.get(email=demo_club.DEMO_EMAIL))
            self.stdout.write(f"  {_('API token: ')}{token}")

    def _remove(self) -> None:
        club = demo_club.find()
        if club is None:
            words = _(
                "There is no demo club here: a club named %(club)s with %(email)s as its admin."
            )
            facts = {"club": demo_club.CLUB_NAME, "email": demo_club.DEMO_EMAIL}
            raise CommandError(words % facts)
        removed = demo_club.remove(club)
        words = _("%(club)s has been removed, with its people, evenings and tournament.")
        self.stdout.write(words % {"club": club.name})
        for email in removed.members:
            words = _("%(email)s was a member and keeps the account.")
            self.stdout.write(f"  {words % {'email': email}}")
        if removed.account_stays:
            self.stdout.write(f"  {removed.account_stays}")

    def _report(self, done: int, total: int) -> None:
        bar = "█" * done + "░" * (total - done)
        end = "\n" if done == total or not sys.stdout.isatty() else "\r"
        words = _("evening %(done)s of %(total)s") % {"done": f"{done:>2}", "total": total}
        self.stdout.write(f"  {words} {bar}", ending=end)
        self.stdout.flush()
