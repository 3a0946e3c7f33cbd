"""manage.py backup: write everything into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from league.operations.backup import backups, nightly


class Command(BaseCommand):
    help = (
        "Write a back-up of everything into a folder, during an evening too. With "
        "BACKUP_PASSPHRASE it is sealed, and has the secret key (docs/admin.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", help="without one: BACKUP_DIR")
        parser.add_argument("--drill", action="store_true", help="also try to restore it")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["folder"] or settings.BACKUP_DIR
        if folder is None:
            raise CommandError("Name a folder, or set BACKUP_DIR.")
        try:
            made = backups.make(folder, passphrase=settings.BACKUP_PASSPHRASE)
        except OSError as error:
            raise CommandError(f"The back-up cannot be written: {error}") from None
        size = made.file.stat().st_size
        self.stdout.write(f"{made.file}: {made.rows} rows, {size} bytes")
        if options["drill"]:
            report = nightly.drill(made.file)
            if not report["ok"]:
                raise CommandError(f"It cannot be restored: {report['error']}")
            self.stdout.write(
                f"It was restored and its standings checked in {report['seconds']} s."
            )
