"""manage.py backup: write everything into one file."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.operations.backup import backups


class Command(BaseCommand):
    help = (
        "Write a back-up of everything into a folder, during an evening too. With "
        "BACKUP_PASSPHRASE it is sealed, and has the secret key (docs/admin.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", default=Path())

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            passphrase = os.environ.get("BACKUP_PASSPHRASE", "")
            made = backups.make(options["folder"], passphrase=passphrase)
        except OSError as error:
            raise CommandError(f"The back-up cannot be written: {error}") from None
        size = made.file.stat().st_size
        self.stdout.write(f"{made.file}: {made.rows} rows, {size} bytes")
