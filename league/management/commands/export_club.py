"""manage.py export_club: write a club into an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from database.snapshot import snapshot
from league.models import Club
from league.operations.exchange.archive import write


class Command(BaseCommand):
    help = "Write a club with all its seasons into one archive (docs/archive.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="as in the address of the club's page")
        parser.add_argument("file", type=Path, help="must not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            stream = file.open("xb")
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from None
        try:
            with stream, snapshot():
                club = Club.objects.at(options["slug"])
                if club is None:
                    raise CommandError(f"there is no club {options['slug']}")
                write.export_archive(club, stream)
        except BaseException:
            file.unlink()
            raise
        self.stdout.write(f"{club.name} is in {file} ({file.stat().st_size} bytes).")
