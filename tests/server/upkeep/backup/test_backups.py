"""A server in one file, and a server from that file."""

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from league.models import AuditEntry, Club, Player, User
from league.operations.audit import verification
from league.operations.people import clubs
from league.server.upkeep.backup import backups, restoring, sealing, tables
from league.server.upkeep.backup.backups import BackupRefused
from scoring import projection, rating
from scoring.models import Table
from tests import make
from tests.archives import exported

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 26, 3, 4, 5, tzinfo=UTC)
SECRET = "correct horse battery staple"


def a_club():
    """Return a club with names in several scripts, a logo's bytes, and a match that counts."""
    owner = make.user()
    club = make.club(owner, name="L'été « 🎲 »")
    club.logos.create(size=64, content=bytes(range(256)))
    people = make.players(club, ["Élise", 'Zoë "Z"', "محمد"])
    clubs.update_player(people[0], name="Élise 🎲", by=owner)
    match = make.match(make.session(make.season(club)), people, options={"target": 20})
    make.played(match, [22, 5, 2], by=owner)
    for table in Table.objects.all():
        projection.refresh(table.pk)
    rating.refresh(club.pk)
    return club


def content():
    """Return all rows of all tables."""
    return {model._meta.label: list(tables.lines(model)) for model in tables.stored_models(apps)}


def changed(file, change, *, manifest=None, archive=None):
    """Return a backup like this one whose manifest and tables were changed, or that has another
    text for its manifest or another archive."""
    with backups.opened(file) as backup:
        members = {name: backup.archive.read(name) for name in backup.archive.namelist()}
    parts = json.loads(members[backups.MANIFEST])
    change(parts, members)
    members[backups.MANIFEST] = json.dumps(parts).encode() if manifest is None else manifest
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for name, text in members.items():
            packed.writestr(name, text)
    content = stream.getvalue() if archive is None else archive
    digest = hashlib.sha256(content).hexdigest().encode() + b"\n"
    other = file.with_name("other" + backups.SUFFIX)
    other.write_bytes(backups.FIRST_LINE + digest + content)
    return other


def test_a_back_up_is_one_dated_file_that_only_its_owner_reads(tmp_path):
    a_club()
    made = backups.make(tmp_path / "kept", now=NOW)
    assert [made.file] == list((tmp_path / "kept").iterdir())
    assert made.file.name == "manche-2026-11-26-030405.manche-backup"
    assert made.file.stat().st_mode & 0o777 == 0o600
    with backups.opened(made.file) as backup:
        assert backup.manifest["manche"] == settings.VERSION
        assert backup.manifest["secret_key"] is None
        assert backup.manifest["tables"]["league.Player"] == 3
        assert made.rows == sum(len(lines) for lines in content().values())


def test_a_sealed_backup_hides_its_content_and_contains_the_secret_key(tmp_path):
    a_club()
    file = backups.make(tmp_path, passphrase=SECRET).file
    stored = file.read_bytes()
    assert stored.startswith(sealing.FIRST_LINE)
    assert b"league.Player" not in stored
    with backups.opened(file, SECRET) as backup:
        assert backup.manifest["secret_key"] == settings.SECRET_KEY


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(300)
@pytest.mark.parametrize("passphrase", ["", SECRET])
def test_restoring_brings_back_the_saved_content(tmp_path, passphrase):
    club = a_club()
    before, archive = content(), exported(club)
    file = backups.make(tmp_path, passphrase=passphrase).file
    Club.objects.update(name="Another")
    make.user("mallory@example.org")
    restoring.restore(file, passphrase=passphrase, overwrite=True)
    assert content() == before
    assert analysed_rows("league_player") == 3
    club = Club.objects.get()
    assert exported(club) == archive
    assert verification.find_faults(club) == []
    assert all(projection.check(table.pk) == [] for table in Table.objects.all())
    added = clubs.add_player(club, name="Eve", by=User.objects.get())
    assert added.pk > max(Player.objects.exclude(pk=added.pk).values_list("pk", flat=True))
    assert AuditEntry.objects.latest("pk").kind == "player.added"


def analysed_rows(table):
    """Return the number of rows of a table by which the database plans its queries."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT reltuples FROM pg_class WHERE oid = to_regclass(%s)", [table])
        else:
            cursor.execute("SELECT stat FROM sqlite_stat1 WHERE tbl = %s LIMIT 1", [table])
        (row,) = cursor.fetchall()
    return int(str(row[0]).split()[0].removesuffix(".0"))


def cut(data):
    return data[:-100]


def flipped(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def pieces_exchanged(data):
    start, size = len(sealing.FIRST_LINE) + 16, sealing.PIECE_BYTES + sealing.TAG_BYTES
    first, second = data[start : start + size], data[start + size : start + 2 * size]
    return data[:start] + second + first + data[start + 2 * size :]


@pytest.mark.parametrize("passphrase", ["", SECRET])
def test_a_damaged_file_is_refused_and_the_content_kept(tmp_path, passphrase):
    a_club()
    file = backups.make(tmp_path, passphrase=passphrase).file
    before, whole = content(), file.read_bytes()
    for damaged in (cut(whole), flipped(whole), b"", b"PK\x03\x04" + whole):
        file.write_bytes(damaged)
        with pytest.raises(BackupRefused):
            restoring.restore(file, passphrase=passphrase, overwrite=True)
        assert content() == before


def test_pieces_that_are_missing_or_in_another_order_do_not_open():
    plain, sealed = io.BytesIO(b"x" * 3 * sealing.PIECE_BYTES), io.BytesIO()
    sealing.seal(plain, sealed, SECRET)
    data, piece = sealed.getvalue(), sealing.PIECE_BYTES + sealing.TAG_BYTES
    for damaged in (data[:-piece], pieces_exchanged(data), data + data[-piece:]):
        with pytest.raises((sealing.Damaged, sealing.WrongPassphrase)):
            sealing.unseal(io.BytesIO(damaged), io.BytesIO(), SECRET)
    opened = io.BytesIO()
    sealing.unseal(io.BytesIO(data), opened, SECRET)
    assert opened.getvalue() == plain.getvalue()


def test_another_passphrase_or_none_is_named(tmp_path):
    file = backups.make(tmp_path, passphrase=SECRET).file
    with pytest.raises(BackupRefused, match="passphrase is wrong"):
        restoring.restore(file, passphrase="wrong")
    with pytest.raises(BackupRefused, match="set BACKUP_PASSPHRASE"):
        restoring.restore(file)


def test_other_files_are_no_back_ups(tmp_path):
    club = a_club()
    file = tmp_path / "club.zip"
    file.write_bytes(exported(club))
    for other, words in ((file, "not a Manche backup"), (tmp_path / "none", "cannot be read")):
        with pytest.raises(BackupRefused, match=words):
            restoring.restore(other, overwrite=True)


def test_a_newer_back_up_names_the_version_that_made_it(tmp_path):
    file = backups.make(tmp_path).file

    def make_newer(manifest, _members):
        manifest["manche"] = "9.9"
        manifest["migrations"].append(["league", "0999_wonders"])

    with pytest.raises(BackupRefused, match=r"Manche 9\.9"):
        restoring.restore(changed(file, make_newer), overwrite=True)
    file.write_bytes(file.read_bytes().replace(backups.FIRST_LINE, b"manche-backup 2\n"))
    with pytest.raises(BackupRefused, match="format 2 of a newer Manche"):
        restoring.restore(file, overwrite=True)


def test_a_database_that_is_not_empty_is_left_alone(tmp_path):
    a_club()
    file = backups.make(tmp_path).file
    before = content()
    with pytest.raises(BackupRefused, match="--yes"):
        restoring.restore(file)
    assert content() == before
    assert connection.introspection.table_names()
