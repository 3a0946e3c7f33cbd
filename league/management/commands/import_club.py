"""manage.py import_club: make a new club of an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from league.errors import LeagueError
from league.models import User
from league.operations.exchange.archive import read


class Command(BaseCommand):
    help = "Create a new club from an archive (docs/archive.md): all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, metavar="EMAIL", help="an account here")
        parser.add_argument(
            "--members",
            action="store_true",
            help="members with an account here get their roles, and their names on what they did",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(email=options["owner"].strip().lower()).first()
        if owner is None:
            raise CommandError(f"no account uses {options['owner']}: see manage.py adduser")
        try:
            with options["file"].open("rb") as stream:
                imported = read.import_archive(
                    stream,
                    by=owner,
                    people=User.objects.all() if options["members"] else User.objects.none(),
                    most_bytes=settings.ARCHIVE_UNPACKED_BYTES,
                )
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}") from None
        except LeagueError as error:
            lines = [
                f"{problem['path']}: {problem['message']}".lstrip(": ")
                for problem in error.problems
            ]
            raise CommandError("\n".join([error.detail, *lines])) from None
        self.stdout.write(f"{imported.club.name} was imported as {imported.club.slug}.")
        for email in imported.left_out:
            self.stdout.write(f"{email} got no role: assign one on the club's desk if needed")
