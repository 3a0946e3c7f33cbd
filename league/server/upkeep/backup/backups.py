"""A backup: one file with all data of a server at one moment, for every layout.

After a line that names the format and a line with the SHA-256 of the rest comes a ZIP of
`manifest.json`, which names version, migrations and tables, and of a file of JSON lines for each
table. With a passphrase the whole file is sealed, and only then it includes the secret key. The
tables match the migrations in the manifest: an older backup is restored with those and migrated
afterwards.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from database.snapshot import reading_snapshot
from league.server.upkeep.backup import sealing, tables

FIRST_LINE = b"manche-backup 1\n"
DIGEST_LINE = 2 * hashlib.sha256().digest_size + 1
MANIFEST = "manifest.json"
SUFFIX = ".manche-backup"
# a member that is damaged, ends too early, or is packed or encrypted in a way that we never write
ZIP_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


class BackupRefused(Exception):
    """The file cannot be taken; the message says why and what to do."""


class Made(NamedTuple):
    """A backup that was made: its file, and the number of its rows."""

    file: Path
    rows: int


class Opened(NamedTuple):
    """A backup whose checksum has been verified."""

    manifest: Mapping[str, Any]
    archive: zipfile.ZipFile

    def lines(self, label: str) -> Iterator[bytes]:
        """Yield the lines of a table."""
        with self.archive.open(_member(label)) as file:
            yield from file


def make(folder: Path, *, passphrase: str = "", now: datetime | None = None) -> Made:
    """Write a backup of this moment into the folder, readable for its owner only. Nothing of it is
    seen there before it is whole."""
    now = now or datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"manche-{now:%Y-%m-%d-%H%M%S}{SUFFIX}"
    draft = file.with_suffix(".draft")
    with TemporaryFile(dir=folder) as archive, TemporaryFile(dir=folder) as plain:
        rows = _write(archive, with_key=bool(passphrase), now=now)
        plain.write(FIRST_LINE + _digest(archive))
        copyfileobj(archive, plain)
        plain.seek(0)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            if passphrase:
                sealing.seal(plain, stream, passphrase)
            else:
                copyfileobj(plain, stream)
            stream.flush()
            os.fsync(stream.fileno())
    draft.rename(file)
    return Made(file, rows)


@contextmanager
def opened(file: Path, passphrase: str = "") -> Iterator[Opened]:
    """Yield the content of a backup after a look at every byte of it; raise BackupRefused for a
    file that is damaged, cut, sealed with another passphrase, or no backup."""
    with TemporaryFile() as plain, TemporaryFile() as archive:
        with _open(file) as stream:
            if sealing.is_sealed(stream):
                _unseal(stream, plain, passphrase)
            else:
                copyfileobj(stream, plain)
        plain.seek(0)
        _check_first_line(plain.readline(), file)
        digest = plain.read(DIGEST_LINE)
        copyfileobj(plain, archive)
        if _digest(archive) != digest:
            words = _("%(file)s is damaged or incomplete: use another copy.")
            raise BackupRefused(words % {"file": file.name})
        with _archive(archive) as members:
            yield Opened(_manifest(members), members)


def _archive(stream: IO[bytes]) -> zipfile.ZipFile:
    """Open the ZIP; its members have the sums that it says."""
    try:
        members = zipfile.ZipFile(stream)
        broken = members.testzip()
    except (*ZIP_FAULTS, ValueError) as error:
        words = _("The backup is broken: its archive cannot be read (%(why)s).")
        raise BackupRefused(words % {"why": error}) from None
    if broken is not None:
        words = _("The backup is broken: %(file)s cannot be read.")
        raise BackupRefused(words % {"file": broken})
    return members


def _manifest(members: zipfile.ZipFile) -> Mapping[str, Any]:
    """Return the manifest; raise BackupRefused unless it says all that it has to say, and every
    table that it names is there."""
    try:
        manifest = json.loads(members.read(MANIFEST))
    except KeyError:
        words = _("The backup is broken: it has no %(file)s.")
        raise BackupRefused(words % {"file": MANIFEST}) from None
    except (ValueError, RecursionError):
        words = _("The backup is broken: %(file)s is not JSON.")
        raise BackupRefused(words % {"file": MANIFEST}) from None
    if not isinstance(manifest, dict):
        words = _("The backup is broken: %(file)s is not a JSON object.")
        raise BackupRefused(words % {"file": MANIFEST})
    for name, is_right in MANIFEST_PARTS.items():
        if not is_right(manifest.get(name)):
            words = _("The backup is broken: %(name)s in %(file)s is missing or not understood.")
            raise BackupRefused(words % {"name": name, "file": MANIFEST})
    missing = {_member(label) for label in manifest["tables"]} - set(members.namelist())
    if missing:
        words = _("The backup is broken: it has no %(file)s.")
        raise BackupRefused(words % {"file": min(missing)})
    return manifest


def _member(label: str) -> str:
    return f"{label}.jsonl"


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_time(value: Any) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def _is_migrations(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in value)
        and all(_is_text(word) for pair in value for word in pair)
    )


def _is_tables(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(type(rows) is int and rows >= 0 for rows in value.values())
    )


MANIFEST_PARTS: Mapping[str, Callable[[Any], bool]] = {
    "manche": _is_text,
    "made_at": _is_time,
    "migrations": _is_migrations,
    "tables": _is_tables,
    "secret_key": lambda value: value is None or _is_text(value),
}


def _open(file: Path) -> IO[bytes]:
    try:
        return file.open("rb")
    except OSError as error:
        words = _("%(file)s cannot be read: %(why)s.")
        raise BackupRefused(words % {"file": file, "why": error.strerror}) from None


def _unseal(stream: IO[bytes], plain: IO[bytes], passphrase: str) -> None:
    if not passphrase:
        words = _("This backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.")
        raise BackupRefused(words)
    try:
        sealing.unseal(stream, plain, passphrase)
    except sealing.WrongPassphrase:
        raise BackupRefused(_("The passphrase is wrong, or the file is damaged.")) from None
    except sealing.Damaged:
        words = _("The file is damaged or incomplete: use another copy.")
        raise BackupRefused(words) from None


def _write(stream: IO[bytes], *, with_key: bool, now: datetime) -> int:
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, reading_snapshot():
        stored = {}
        for model in tables.stored_models(apps):
            label, count = model._meta.label, 0
            with archive.open(_member(label), "w", force_zip64=True) as member:
                for line in tables.lines(model):
                    member.write(line)
                    count += 1
            stored[label] = count
        manifest = {
            "manche": settings.VERSION,
            "made_at": now.isoformat(),
            "database": connection.vendor,
            "migrations": sorted(MigrationExecutor(connection).loader.applied_migrations),
            "tables": stored,
            "secret_key": settings.SECRET_KEY if with_key else None,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return sum(stored.values())


def _check_first_line(line: bytes, file: Path) -> None:
    name, _space, version = line.partition(b" ")
    if name != FIRST_LINE.partition(b" ")[0]:
        raise BackupRefused(_("%(file)s is not a Manche backup.") % {"file": file.name})
    if line != FIRST_LINE:
        words = _("%(file)s is in format %(format)s of a newer Manche: install that version first.")
        facts = {"file": file.name, "format": version.decode(errors="replace").strip()}
        raise BackupRefused(words % facts)


def _digest(stream: IO[bytes]) -> bytes:
    """Return a line with the SHA-256 of a file; the stream stands at its beginning then."""
    stream.seek(0)
    digest = hashlib.sha256()
    while piece := stream.read(sealing.PIECE_BYTES):
        digest.update(piece)
    stream.seek(0)
    return digest.hexdigest().encode() + b"\n"
