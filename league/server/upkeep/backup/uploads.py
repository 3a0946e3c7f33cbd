"""Sealed backups in an S3-compatible store, as copies of those in the folder.

The rule of `rotation` decides from the names in both places which ones stay. `last-upload.json`
beside the backups has the result of the last upload.
"""

import json
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from league.operations.support.folder_lock import lock_folder
from league.server.upkeep.backup import rotation, sealing
from league.server.upkeep.backup.rotation import Counts
from league.server.upkeep.backup.s3_signature import Credentials
from league.server.upkeep.backup.store import Store, StoreFault

log = logging.getLogger(__name__)
REPORT = "last-upload.json"
LOCK = ".upload-lock"
MOST_WORDS = 500


class Plan(NamedTuple):
    """Which backups are to be stored, the newest first, and which are to be deleted."""

    put: list[str]
    delete: list[str]


def configured_store() -> Store | None:
    """Return the store of BACKUP_S3_URL, if one is set."""
    if not settings.BACKUP_S3_URL:
        return None
    credentials = Credentials(
        settings.BACKUP_S3_KEY, settings.BACKUP_S3_SECRET, settings.BACKUP_S3_REGION
    )
    return Store(settings.BACKUP_S3_URL, credentials)


def bring_up_to_date(now: datetime | None = None) -> Mapping[str, Any] | None:
    """Bring the store up to date with the folder, and return and store what came of it. Do nothing
    without a store, while another process does it, and once the newest backup is stored."""
    store, folder = configured_store(), settings.BACKUP_DIR
    if store is None or folder is None or not folder.is_dir():
        return None
    with lock_folder(folder, LOCK) as is_ours:
        newest = next((file for file in rotation.backups_in(folder) if is_sealed(file)), None)
        before = last_report(folder)
        if not is_ours or newest is None or _is_done(before, newest):
            return None
        error = _synchronise(store, folder)
    if error and error != before.get("error"):
        log.error("Backups are not in the store: %s", error)
    report = {
        "file": newest.name,
        "at": (now or datetime.now(UTC)).isoformat(timespec="seconds"),
        "ok": not error,
        "error": error,
        "stored_at": before.get("stored_at"),
    }
    if not error:
        report["stored_at"] = report["at"]
    (folder / REPORT).write_text(json.dumps(report, indent=1) + "\n")
    return report


def last_report(folder: Path) -> Mapping[str, Any]:
    """Return what came of the last upload, or nothing."""
    try:
        report: Mapping[str, Any] = json.loads((folder / REPORT).read_text())
    except (OSError, ValueError):
        return {}
    return report


def put(store: Store, file: Path) -> None:
    """Store a backup, if it is sealed; raise StoreFault."""
    if not is_sealed(file):
        words = _("%(file)s is not encrypted and stays here: set BACKUP_PASSPHRASE.")
        raise StoreFault(words % {"file": file.name})
    store.put(file)


def fetch(store: Store, name: str, folder: Path) -> Path:
    """Bring a backup of the store into a folder, where nothing of it is seen before it is whole;
    return its file."""
    if rotation.time_of(name) is None:
        words = _("%(name)s is not the name of a backup: see `manage.py backup --list`.")
        raise StoreFault(words % {"name": name})
    folder.mkdir(parents=True, exist_ok=True)
    file, draft = folder / name, folder / f"{name}.fetched"
    try:
        draft.touch(mode=0o600)
        with draft.open("wb") as stream:
            store.get(name, stream)
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)
    return file


def stored_backups(store: Store) -> dict[str, int]:
    """Return the names and sizes of the backups in the store, the newest first."""
    sizes = {name: size for name, size in store.sizes().items() if rotation.time_of(name)}
    return dict(sorted(sizes.items(), reverse=True))


def newest_name(store: Store) -> str:
    """Return the name of the newest backup in the store."""
    name = next(iter(stored_backups(store)), None)
    if name is None:
        words = _("There is no backup in %(place)s: correct BACKUP_S3_URL.")
        raise StoreFault(words % {"place": store.place})
    return name


def plan(local: Mapping[str, int], stored: Mapping[str, int], counts: Counts) -> Plan:
    """Return which backups to upload and to delete; both lists map names to sizes. A stored backup
    of another size was interrupted, and is uploaded again."""
    names = sorted({*local, *stored}, reverse=True)
    times = {name: time for name in names if (time := rotation.time_of(name))}
    to_keep = rotation.to_keep(times.values(), counts)
    return Plan(
        [
            name
            for name, time in times.items()
            if time in to_keep and name in local and stored.get(name) != local[name]
        ],
        [name for name, time in times.items() if time not in to_keep and name in stored],
    )


def is_sealed(file: Path) -> bool:
    """Return whether a file may leave this machine; one that was deleted meanwhile may not."""
    try:
        with file.open("rb") as stream:
            return sealing.is_sealed(stream)
    except FileNotFoundError:
        return False


def _is_done(report: Mapping[str, Any], newest: Path) -> bool:
    return bool(report.get("ok")) and report.get("file") == newest.name


def _synchronise(store: Store, folder: Path) -> str:
    """Store and delete; return what went wrong, or an empty text. Nothing is deleted before all
    that is to be stored is there."""
    files = {file.name: file for file in rotation.backups_in(folder) if is_sealed(file)}
    try:
        local = {name: file.stat().st_size for name, file in files.items()}
        to_do = plan(local, stored_backups(store), Counts(*settings.BACKUP_KEEP))
        for name in to_do.put:
            put(store, files[name])
        for name in to_do.delete:
            store.delete(name)
    except StoreFault as fault:
        return str(fault)[:MOST_WORDS]
    except OSError as error:
        words = _("A backup cannot be read: %(why)s") % {"why": error}
        return words[:MOST_WORDS]
    return ""
