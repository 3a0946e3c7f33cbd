"""manage.py export_club: write a club into an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from database.snapshot import snapshot
from league.management.translated import TranslatedCommand
from league.models import Club
from league.operations.exchange.archive import write


class Command(TranslatedCommand):
    help = gettext_noop("Write a club with all its seasons into one archive (docs/archive.md).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help=_("as in the address of the club’s page"))
        parser.add_argument("file", type=Path, help=_("file to write; it must not exist yet"))

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            stream = file.open("xb")
        except OSError as error:
            words = _("%(file)s cannot be written: %(why)s.")
            raise CommandError(words % {"file": file, "why": error.strerror}) from None
        try:
            with stream, snapshot():
                club = Club.objects.at(options["slug"])
                if club is None:
                    words = _("There is no club %(club)s.")
                    raise CommandError(words % {"club": options["slug"]})
                write.export_archive(club, stream)
        except BaseException:
            file.unlink()
            raise
        words = _("%(club)s is in %(file)s (%(bytes)s bytes).")
        facts = {"club": club.name, "file": file, "bytes": file.stat().st_size}
        self.stdout.write(words % facts)
