"""manage.py populate: fill an empty database with clubs, to try a server at its size."""

import secrets
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.demo import large_data
from league.errors import LeagueError
from league.management.translated import TranslatedCommand


class Command(TranslatedCommand):
    help = gettext_noop(
        "Fill a database without clubs with clubs, players and matches, to try out a server at "
        "full size. Bots play a few matches; the others are copies of them with other players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--clubs", type=int, default=200, help=_("number of clubs"))
        parser.add_argument("--players", type=int, default=500, help=_("players of each club"))
        parser.add_argument(
            "--matches", type=int, default=100_000, help=_("matches of all clubs together")
        )
        parser.add_argument(
            "--rounds", action="store_true", help=_("also store the rounds of all matches")
        )
        parser.add_argument(
            "--seed", type=int, default=1, help=_("another number gives different data")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        size = _parse_size(options)
        password = secrets.token_urlsafe(12)
        try:
            owner = large_data.load(
                size, password=password, seed=options["seed"], report=self._report
            )
        except LeagueError as error:
            raise CommandError(error.detail) from None
        words = _("Clubs: %(clubs)s. Players: %(players)s. Matches: %(matches)s.")
        players = size.clubs * size.players
        facts = {"clubs": size.clubs, "players": players, "matches": size.matches}
        self.stdout.write(words % facts)
        words = _("Sign in as %(email)s / %(password)s")
        self.stdout.write(words % {"email": owner.email, "password": password})

    def _report(self, done: int, total: int) -> None:
        end = "\n" if done == total or not sys.stdout.isatty() else "\r"
        words = _("club %(done)s of %(total)s") % {"done": done, "total": total}
        self.stdout.write(f"  {words}", ending=end)
        self.stdout.flush()


def _parse_size(options: dict[str, Any]) -> large_data.Size:
    """Return the size that the options name; raise CommandError if it is too small."""
    size = large_data.Size(
        options["clubs"], options["players"], options["matches"], options["rounds"]
    )
    least = {
        "clubs": 1,
        "players": large_data.least_players(),
        "matches": large_data.least_matches() * size.clubs,
    }
    for name, number in least.items():
        if getattr(size, name) < number:
            words = _("%(option)s: at least %(least)s")
            raise CommandError(words % {"option": f"--{name}", "least": number})
    return size
