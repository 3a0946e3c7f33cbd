"""manage.py backup: write everything into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from league.server.upkeep.backup import backups, nightly, rotation, uploads
from league.server.upkeep.backup.store import Store, StoreFault


class Command(BaseCommand):
    help = (
        "Write a backup of everything to a folder, even during an evening, and to the store of "
        "BACKUP_S3_URL. With BACKUP_PASSPHRASE it is encrypted and contains the secret key "
        "(docs/admin.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", help="default: BACKUP_DIR")
        parser.add_argument("--drill", action="store_true", help="also test restoring it")
        parser.add_argument("--list", action="store_true", help="only list the existing backups")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, store = options["folder"] or settings.BACKUP_DIR, uploads.configured_store()
        if options["list"]:
            self._list(folder, store)
            return
        if folder is None:
            raise CommandError("Name a folder, or set BACKUP_DIR.")
        try:
            made = backups.make(folder, passphrase=settings.BACKUP_PASSPHRASE)
        except OSError as error:
            raise CommandError(f"The backup cannot be written: {error}") from None
        size = made.file.stat().st_size
        self.stdout.write(f"{made.file}: {made.rows} rows, {size} bytes")
        if options["drill"]:
            report = nightly.drill(made.file)
            if not report["ok"]:
                raise CommandError(f"This backup cannot be restored: {report['error']}")
            self.stdout.write(f"Restored as a test, standings checked, in {report['seconds']} s.")
        if store is not None:
            self._upload(store, made.file)

    def _upload(self, store: Store, file: Path) -> None:
        try:
            uploads.put(store, file)
        except StoreFault as fault:
            raise CommandError(f"The backup was made, but is not in the store. {fault}") from None
        self.stdout.write(f"Also in the store: {store.place}")

    def _list(self, folder: Path | None, store: Store | None) -> None:
        if folder is not None:
            self.stdout.write(f"In {folder}:")
            for file in rotation.backups_in(folder):
                self.stdout.write(f"  {file.name}  {file.stat().st_size} bytes")
        if store is not None:
            self.stdout.write(f"In the store {store.place}:")
            try:
                stored = uploads.stored_backups(store)
            except StoreFault as fault:
                raise CommandError(str(fault)) from None
            for name, size in stored.items():
                self.stdout.write(f"  {name}  {size} bytes")
