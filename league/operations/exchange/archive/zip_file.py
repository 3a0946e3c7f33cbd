"""The ZIP file of an archive. Equal content is written as equal bytes; a file that is read is not
trusted."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import record
from league.errors import Fault, Invalid
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.file_format import (
    FILES,
    FORMAT,
    LATER_FILES,
    LISTS,
    MANIFEST,
    MANIFEST_FIELDS,
    VERSION,
    encode_row,
)

EPOCH = (1980, 1, 1, 0, 0, 0)  # no ZIP can be older
MIB = 1024 * 1024
LARGEST_MANIFEST = 64 * 1024
LONGEST_LINE = 32 * MIB
MOST_RATIO = 100  # matches shrink to a tenth
ZIP_ERRORS = (
    zipfile.BadZipFile, zlib.error,
    EOFError, NotImplementedError, OSError, RuntimeError, ValueError,
)  # fmt: skip
ADDED_FILES = {".DS_Store", "Thumbs.db", "desktop.ini"}
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # others may ask for gigabytes to unpack


class ArchiveWriter:
    """Writes the files of an archive one by one, the manifest last."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.zip = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED)
        self.sha256: dict[str, str] = {}
        self.counts: dict[str, int] = {}

    def add(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        digest, count = hashlib.sha256(), 0
        with self.zip.open(_entry(name), "w", force_zip64=True) as file:
            for row in rows:
                encoded = encode_row(row)
                digest.update(encoded)
                file.write(encoded)
                count += 1
        self.sha256[name] = digest.hexdigest()
        if name in LISTS:
            self.counts[name] = count

    def close(self, club: str, product: Mapping[str, str]) -> None:
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "product": product,
            "club": club,
            "counts": self.counts,
            "sha256": self.sha256,
        }
        self.zip.writestr(_entry(MANIFEST), encode_row(manifest))
        self.zip.close()


class ArchiveReader:
    """Reads an archive; the constructor refuses invalid files before any row is parsed."""

    def __init__(self, stream: IO[bytes], most_bytes: int) -> None:
        with _zip_errors(""):
            self.zip = zipfile.ZipFile(stream)
        every = self.zip.infolist()
        self.folder = _outer_folder([entry.filename for entry in every])
        entries = [info for info in every if not _is_added(info.filename, self.folder)]
        _check_entries(entries, self.folder, most_bytes)
        self.manifest = self._read_manifest()
        for name in filter(self.has, FILES):
            self._check_sum(name)

    def rows(self, name: str) -> Iterator[tuple[int, Any, Fault | None]]:
        """Yield the number of each line from 1, its value, and the reason if it cannot be read."""
        language = get_language() or "en"
        for number, encoded in enumerate(self.lines(name), 1):
            value, unreadable = record.read(encoded)
            fault = None
            if unreadable:
                fault = Fault(unreadable.code, f"{name}:{number}", unreadable.message(language))
            elif shape.is_too_deep(value):
                fault = Fault("too_deep", f"{name}:{number}", _("This is nested too deeply."))
            yield number, value, fault

    def lines(self, name: str) -> Iterator[bytes]:
        if not self.has(name):
            return
        with _zip_errors(name), self._open(name) as file:
            while encoded := file.readline(LONGEST_LINE):
                if len(encoded) == LONGEST_LINE:
                    raise _single_error(
                        "line_too_long", name, _("A line may be at most 32 MiB long.")
                    )
                yield encoded

    def has(self, name: str) -> bool:
        """Return whether the archive has the file; older archives lack files that were added
        later."""
        return self.folder + name in self.zip.namelist()

    def _open(self, name: str) -> IO[bytes]:
        return self.zip.open(self.folder + name)

    def _read_manifest(self) -> dict[str, Any]:
        with _zip_errors(MANIFEST), self._open(MANIFEST) as file:
            raw, unreadable = record.read(file.read(LARGEST_MANIFEST))
        if unreadable:
            words = unreadable.message(get_language() or "en")
            raise _single_error(unreadable.code, MANIFEST, words)
        if isinstance(raw, dict) and raw.get("format") == FORMAT and raw.get("version") != VERSION:
            message = _("This server only reads archives of version %(known)s.") % {
                "known": VERSION
            }
            raise _single_error("unknown_version", f"{MANIFEST}:1.version", message)
        for name in LATER_FILES:
            if not self.has(name):
                _add_empty(raw, name)
        faults: list[Fault] = []
        manifest: dict[str, Any] = shape.parse_object(raw, MANIFEST_FIELDS, f"{MANIFEST}:1", faults)
        if faults:
            raise archive_error(faults)
        return manifest

    def _check_sum(self, name: str) -> None:
        digest = hashlib.sha256()
        with _zip_errors(name), self._open(name) as file:
            while part := file.read(MIB):
                digest.update(part)
        if digest.hexdigest() != self.manifest["sha256"][name]:
            message = _("This file does not match its manifest.")
            raise _single_error("damaged", name, message)


def archive_error(faults: list[Fault]) -> Invalid:
    """Return the error of an archive with these faults."""
    return Invalid(
        _("This archive cannot be imported. Nothing was saved."),
        [fault.to_json() for fault in faults],
    )


def _single_error(code: str, path: str, message: str) -> Invalid:
    return archive_error([Fault(code, path, message)])


class _zip_errors:
    """Turns the errors of zipfile into refusals."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ZIP_ERRORS):
            message = _("This is not a complete ZIP file.")
            raise _single_error("not_a_zip", self.name, message) from None


def _add_empty(manifest: Any, name: str) -> None:
    """Add to the manifest what it would contain about a file without rows; an archive with other
    values has lost the file."""
    empty = {"counts": 0, "sha256": ""}
    for key, value in empty.items():
        if isinstance(manifest, dict) and isinstance(manifest.get(key), dict):
            manifest[key] = {name: value, **manifest[key]}


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
    entry.external_attr = 0o644 << 16
    return entry


def _is_added(name: str, folder: str = "") -> bool:
    """Return whether an entry is the outer folder, or what a computer adds when an unpacked archive
    is packed again."""
    is_added = name.startswith("__MACOSX/") or name.split("/")[-1] in ADDED_FILES
    return is_added or (name.endswith("/") and folder.startswith(name))


def _outer_folder(names: Sequence[str]) -> str:
    """Return the folder in which all files are, with its slash; empty if they are in none. An
    archive that was unpacked and packed again often has one."""
    files = [name for name in names if not name.endswith("/") and not _is_added(name)]
    folders = {name.rpartition("/")[0] for name in files}
    folder = folders.pop() if len(folders) == 1 else ""
    return f"{folder}/" if folder else ""


def _check_entries(entries: list[zipfile.ZipInfo], folder: str, most_bytes: int) -> None:
    expected = {*FILES, MANIFEST}
    names = [entry.filename.removeprefix(folder) for entry in entries]
    expected -= LATER_FILES - set(names)
    if unknown := [name for name in names if name not in expected]:
        unknown_name = json.dumps(unknown[0][:100])
        message = _("This file does not belong in an archive: %(name)s.") % {"name": unknown_name}
        raise _single_error("unknown_file", "", message)
    if len(names) != len(expected):
        missing = sorted(expected - set(names))
        code = "missing_file" if missing else "file_twice"
        message = _("The archive must contain each of these files once: %(names)s.")
        raise _single_error(code, "", message % {"names": ", ".join(missing or sorted(expected))})
    if any(entry.compress_type not in METHODS for entry in entries):
        raise _single_error("not_a_zip", "", _("Compress the files of the archive with “deflate”."))
    unpacked, packed = (
        sum(getattr(e, of) for e in entries) for of in ("file_size", "compress_size")
    )
    if unpacked > most_bytes or unpacked > MIB + MOST_RATIO * packed:
        message = _(
            "An unpacked archive may be at most %(most)s MiB, and at most 100 times its packed "
            "size."
        )
        raise _single_error("too_large", "", message % {"most": most_bytes // MIB})
