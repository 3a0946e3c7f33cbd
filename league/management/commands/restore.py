"""manage.py restore: a server from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand
from league.server.upkeep.backup import restoring, uploads
from league.server.upkeep.backup.backups import BackupRefused
from league.server.upkeep.backup.store import StoreFault


class Command(TranslatedCommand):
    help = gettext_noop(
        "Replace everything in the database with a backup, even an older one or one from the other "
        "layout. Stop Manche first (docs/backup-update-move.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help=_("the backup"))
        parser.add_argument(
            "--from-store",
            action="store_true",
            help=_("fetch the file of this name, or the newest, from the storage at BACKUP_S3_URL"),
        )
        parser.add_argument(
            "--yes", action="store_true", help=_("even if the database is not empty")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = options["file"]
        if options["from_store"]:
            file = self._fetched(str(file) if file else "")
        if file is None:
            raise CommandError(_("Name a file, or use --from-store."))
        try:
            manifest = restoring.restore(
                file, passphrase=settings.BACKUP_PASSPHRASE, overwrite=options["yes"]
            )
        except BackupRefused as error:
            raise CommandError(str(error)) from None
        rows = sum(manifest["tables"].values())
        words = _("Restored: %(rows)s rows of %(time)s.")
        self.stdout.write(words % {"rows": rows, "time": manifest["made_at"]})
        if manifest["secret_key"] not in {None, settings.SECRET_KEY}:
            words = _(
                "The backup has a different secret key. Set it, so that everyone stays signed in: "
                "%(line)s"
            )
            self.stdout.write(words % {"line": f"SECRET_KEY={manifest['secret_key']}"})

    def _fetched(self, name: str) -> Path:
        """Download a backup from the store, by default the newest one, into the local folder of
        backups."""
        store = uploads.configured_store()
        if store is None:
            raise CommandError(
                _("No off-site storage is configured: set BACKUP_S3_URL, its key and its secret.")
            )
        folder = settings.BACKUP_DIR or settings.DATA_DIR / "backups"
        try:
            file = uploads.fetch(store, name or uploads.newest_name(store), folder)
        except StoreFault as fault:
            raise CommandError(str(fault)) from None
        except OSError as error:
            words = _("%(place)s cannot be written: %(why)s")
            raise CommandError(words % {"place": folder, "why": error}) from None
        self.stdout.write(_("Fetched: %(file)s") % {"file": file})
        return file
