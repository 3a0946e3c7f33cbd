"""manage.py backup: write everything into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand
from league.server.upkeep.backup import backups, nightly, rotation, uploads
from league.server.upkeep.backup.store import Store, StoreFault


class Command(TranslatedCommand):
    help = gettext_noop(
        "Write a backup of everything to a folder, even during an evening, and to the storage at "
        "BACKUP_S3_URL. With BACKUP_PASSPHRASE it is encrypted and contains the secret key "
        "(docs/backup-update-move.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, nargs="?", help=_("default: BACKUP_DIR"))
        parser.add_argument("--drill", action="store_true", help=_("also test restoring it"))
        parser.add_argument("--list", action="store_true", help=_("only list the existing backups"))

    def handle(self, *args: Any, **options: Any) -> None:
        folder, store = options["folder"] or settings.BACKUP_DIR, uploads.configured_store()
        if options["list"]:
            self._list(folder, store)
            return
        if folder is None:
            raise CommandError(_("Name a folder, or set BACKUP_DIR."))
        try:
            made = backups.make(folder, passphrase=settings.BACKUP_PASSPHRASE)
        except OSError as error:
            words = _("The backup cannot be written: %(why)s")
            raise CommandError(words % {"why": error}) from None
        words = _("%(file)s: %(rows)s rows, %(bytes)s bytes")
        facts = {"file": made.file, "rows": made.rows, "bytes": made.file.stat().st_size}
        self.stdout.write(words % facts)
        if options["drill"]:
            report = nightly.drill(made.file)
            if not report["ok"]:
                words = _("This backup cannot be restored: %(why)s")
                raise CommandError(words % {"why": report["error"]})
            words = _("Restored as a test, standings checked, in %(seconds)s s.")
            self.stdout.write(words % {"seconds": report["seconds"]})
        if store is not None:
            self._upload(store, made.file)

    def _upload(self, store: Store, file: Path) -> None:
        try:
            uploads.put(store, file)
        except StoreFault as fault:
            words = _("The backup was made, but is not in the off-site storage. %(why)s")
            raise CommandError(words % {"why": fault}) from None
        self.stdout.write(_("Also in the off-site storage: %(place)s") % {"place": store.place})

    def _list(self, folder: Path | None, store: Store | None) -> None:
        if folder is not None:
            self.stdout.write(_("In %(place)s:") % {"place": folder})
            for file in rotation.backups_in(folder):
                self.stdout.write(_line(file.name, file.stat().st_size))
        if store is not None:
            self.stdout.write(_("In the off-site storage %(place)s:") % {"place": store.place})
            try:
                stored = uploads.stored_backups(store)
            except StoreFault as fault:
                raise CommandError(str(fault)) from None
            for name, size in stored.items():
                self.stdout.write(_line(name, size))


def _line(name: str, size: int) -> str:
    return f"  {name}  " + _("%(bytes)s bytes") % {"bytes": size}
