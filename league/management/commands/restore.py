"""manage.py restore: a server from a back-up."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from league.operations.backup import restoring
from league.operations.backup.backups import BackupRefused


class Command(BaseCommand):
    help = (
        "Replace everything in the database by a back-up, also an older one, and also one of the "
        "other layout. Stop Manche first (docs/admin.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="also if the database is not empty")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = restoring.restore(
                options["file"], passphrase=settings.BACKUP_PASSPHRASE, overwrite=options["yes"]
            )
        except BackupRefused as error:
            raise CommandError(str(error)) from None
        rows = sum(manifest["tables"].values())
        self.stdout.write(f"Restored: {rows} rows of {manifest['made_at']}.")
        if manifest["secret_key"] not in {None, settings.SECRET_KEY}:
            self.stdout.write(
                "The secret key was another one. Keep it, so that everybody stays signed in: "
                f"SECRET_KEY={manifest['secret_key']}"
            )
