"""Archives for tests: written, taken apart, changed and put together again."""

import hashlib
import io
import json
import zipfile

from league.models import User
from league.operations.exchange.archive import file_format, read, write

MOST = 64 * 1024 * 1024


def exported(club):
    stream = io.BytesIO()
    write.export_archive(club, stream)
    return stream.getvalue()


def imported(archive, by, people=None, most=MOST):
    people = User.objects.all() if people is None else people
    return read.import_archive(io.BytesIO(archive), by=by, people=people, most_bytes=most)


def unpacked(archive):
    """Return the files of an archive as name → bytes."""
    with zipfile.ZipFile(io.BytesIO(archive)) as box:
        return {name: box.read(name) for name in box.namelist()}


def packed(files, compression=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as box:
        for name, content in files.items():
            box.writestr(name, content)
    return stream.getvalue()


def summed(files):
    """Return the files with a manifest that describes them."""
    manifest = json.loads(files[file_format.MANIFEST])
    for name in file_format.FILES:
        manifest["sha256"][name] = hashlib.sha256(files[name]).hexdigest()
        if name in file_format.LISTS:
            manifest["counts"][name] = files[name].count(b"\n")
    return {**files, file_format.MANIFEST: file_format.encode_row(manifest)}


def changed(archive, name, number, change):
    """Return the archive with one row changed in place, and with sums that hide the change."""
    files = unpacked(archive)
    lines = files[name].splitlines(keepends=True)
    row = json.loads(lines[number - 1])
    change(row)
    lines[number - 1] = file_format.encode_row(row)
    return packed(summed({**files, name: b"".join(lines)}))


def replaced(archive, name, content):
    return packed(summed({**unpacked(archive), name: content}))
