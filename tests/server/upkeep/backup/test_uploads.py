"""Which backups the store has, and what is told when it does not take them."""

import fcntl
import json
import logging
from datetime import UTC, datetime, timedelta
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from league import tasks
from league.models import User
from league.server.upkeep.backup import rotation, sealing, uploads
from league.server.upkeep.backup.backups import SUFFIX
from league.server.upkeep.backup.rotation import Counts
from league.server.upkeep.backup.store import StoreFault
from league.server.upkeep.backup.uploads import Plan
from tests import make
from tests.s3_store import KEY, REGION, SECRET, s3_store

NIGHT = datetime(2026, 11, 26, 3, 0, tzinfo=UTC)
PASSPHRASE = "horse staple"


@pytest.fixture
def s3():
    with s3_store() as store:
        yield store


@pytest.fixture
def folder(settings, tmp_path, s3):
    settings.BACKUP_DIR, settings.BACKUP_KEEP = tmp_path / "backups", [2, 0, 0]
    settings.BACKUP_PASSPHRASE, settings.BACKUP_S3_URL = PASSPHRASE, s3.url
    settings.BACKUP_S3_KEY, settings.BACKUP_S3_SECRET = KEY, SECRET
    settings.BACKUP_S3_REGION = REGION
    settings.BACKUP_DIR.mkdir()
    return settings.BACKUP_DIR


def name(days):
    """Return the name of the backup of so many days ago."""
    return f"manche-{NIGHT - timedelta(days=days):%Y-%m-%d-%H%M%S}{SUFFIX}"


def sealed(folder, days):
    file = folder / name(days)
    with file.open("wb") as stream:
        sealing.seal(BytesIO(b"rows"), stream, PASSPHRASE)
    return file


def command(*words, **options):
    output = StringIO()
    call_command(*words, stdout=output, **options)
    return output.getvalue()


# --- what is stored


def test_new_ones_are_stored_and_those_of_other_days_deleted():
    stored = {name(1): 5, name(2): 5, name(40): 5}
    assert uploads.plan({name(0): 7, name(1): 5}, stored, Counts(2, 0, 0)) == Plan(
        [name(0)], [name(2), name(40)]
    )


def test_a_broken_off_one_is_stored_again():
    assert uploads.plan({name(0): 7}, {name(0): 3}, Counts()) == Plan([name(0)], [])


def test_an_old_one_of_the_folder_is_not_stored_to_be_deleted():
    assert uploads.plan({name(9): 5, name(0): 5}, {}, Counts(1, 0, 0)) == Plan([name(0)], [])


def test_a_new_server_without_files_deletes_no_other_than_rotation_does():
    stored = {name(days): 5 for days in range(3)}
    assert uploads.plan({}, stored, Counts(3, 0, 0)) == Plan([], [])


DAYS = st.sets(st.integers(0, 400), max_size=30)
COUNTS = st.builds(Counts, st.integers(0, 7), st.integers(0, 4), st.integers(1, 6))


@given(DAYS, DAYS, COUNTS)
def test_after_a_run_the_next_plan_is_empty(local, stored, counts):
    here = {name(days): 5 for days in local}
    there = {name(days): 5 for days in stored}
    first = uploads.plan(here, there, counts)
    there = {**there, **{path: here[path] for path in first.put}}
    there = {path: size for path, size in there.items() if path not in first.delete}
    assert uploads.plan(here, there, counts) == Plan([], [])
    assert bool(there) == bool(here or stored), "the newest is always kept"


# --- a run


def test_a_run_brings_the_store_up_to_date(folder, s3):
    for days in (0, 1):
        sealed(folder, days)
    odd = f"manche-2026-99-99-000000{SUFFIX}"
    for other in (name(5), "notes.txt", odd):
        s3.objects[f"bucket/mon club/{other}"] = (b"old", {})
    s3.objects[f"bucket/elsewhere/{name(5)}"] = (b"of another server", {})
    report = uploads.bring_up_to_date(NIGHT)
    assert report == {
        "file": name(0),
        "at": "2026-11-26T03:00:00+00:00",
        "ok": True,
        "error": "",
        "stored_at": "2026-11-26T03:00:00+00:00",
    }
    assert json.loads((folder / "last-upload.json").read_text()) == report
    assert s3.names == sorted([name(0), name(1), name(5), "notes.txt", odd])
    assert f"bucket/mon club/{name(5)}" not in s3.objects
    body, _headers = s3.objects[f"bucket/mon club/{name(0)}"]
    assert body == (folder / name(0)).read_bytes()


def test_a_store_that_is_up_to_date_is_left_alone(folder, s3):
    sealed(folder, 0)
    uploads.bring_up_to_date(NIGHT)
    s3.requests.clear()
    assert uploads.bring_up_to_date(NIGHT + timedelta(minutes=10)) is None
    assert s3.requests == []
    sealed(folder, -1)
    assert uploads.bring_up_to_date(NIGHT + timedelta(days=1))["file"] == name(-1)


def test_only_sealed_ones_leave_this_machine(folder, s3):
    (folder / name(0)).write_bytes(b"manche-backup 1\nwith all passwords")
    assert uploads.bring_up_to_date(NIGHT) is None
    sealed(folder, 1)
    assert uploads.bring_up_to_date(NIGHT)["ok"]
    assert s3.names == [name(1)]
    with pytest.raises(StoreFault, match="not encrypted and stays here"):
        uploads.put(uploads.configured_store(), folder / name(0))


@pytest.mark.parametrize("trouble", [403, 500, "cut", "half"])
def test_a_failed_upload_is_recorded_retried_and_deletes_no_backup(folder, s3, trouble, caplog):
    sealed(folder, 0)
    old = {f"bucket/mon club/{name(days)}": (b"old", {}) for days in (5, 6)}
    s3.objects.update(old)
    s3.faults = {"PUT": trouble}
    first = uploads.bring_up_to_date(NIGHT)
    again = uploads.bring_up_to_date(NIGHT + timedelta(minutes=10))
    assert (first["ok"], again["ok"]) == (False, False)
    assert "127.0.0.1" in first["error"]
    assert first["stored_at"] is None
    assert old.items() <= s3.objects.items()
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 1, "what is the same ten minutes later is no news"
    assert SECRET not in caplog.text
    s3.faults = {}
    assert uploads.bring_up_to_date(NIGHT + timedelta(minutes=20))["ok"]
    assert s3.names == [name(5), name(0)], "two days are kept"


def test_two_at_once_do_not_disturb_each_other(folder, s3):
    sealed(folder, 0)
    with (folder / uploads.LOCK).open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert uploads.bring_up_to_date(NIGHT) is None
    assert s3.requests == []
    assert uploads.bring_up_to_date(NIGHT)["ok"]


def test_without_a_store_no_backup_is_uploaded(folder, settings, s3):
    sealed(folder, 0)
    settings.BACKUP_S3_URL = ""
    assert uploads.bring_up_to_date(NIGHT) is None
    assert s3.requests == []


def test_the_task_goes_where_the_world_can_be_reached(folder, settings, s3):
    sealed(folder, 0)
    settings.EMBEDDED = False
    tasks.upload_backups()
    assert s3.names == [name(0)]
    entry = settings.CELERY_BEAT_SCHEDULE["upload_backups"]
    assert entry["task"] == tasks.upload_backups.name
    assert settings.CELERY_TASK_ROUTES["league.upload_*"] == {"queue": "webhooks"}


# --- the commands


@pytest.mark.django_db
def test_a_back_up_by_hand_goes_into_the_store_too(folder, s3):
    output = command("backup")
    (file,) = rotation.backups_in(folder)
    assert "Also in the off-site storage: 127.0.0.1" in output
    assert s3.names == [file.name]
    listed = command("backup", list=True)
    assert listed.count(f"  {file.name}  {file.stat().st_size} bytes\n") == 2


@pytest.mark.django_db
def test_a_back_up_by_hand_says_when_it_is_not_in_the_store(folder, s3):
    s3.faults = {"PUT": 403}
    with pytest.raises(
        CommandError, match=r"The backup was made, but is not in the off-site storage.*let the key"
    ):
        command("backup")
    assert len(rotation.backups_in(folder)) == 1
    s3.faults = {"GET": 500}
    with pytest.raises(CommandError, match="answers 500"):
        command("backup", list=True)


@pytest.mark.parametrize("wrong", ["../secret_key", "notes.txt", f"a/{name(0)}"])
def test_only_back_ups_are_fetched(folder, s3, wrong):
    with pytest.raises(
        CommandError, match=r"not the name of a backup: see `manage\.py backup --list`"
    ):
        command("restore", wrong, from_store=True)
    assert s3.requests == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "wrong_name", "empty", "open_one"),
    [
        (
            "fr",
            "n’est pas le nom d’une sauvegarde",
            "Il n’y a pas de sauvegarde dans",
            "n’est pas chiffré et reste ici",
        ),
        (
            "de",
            "ist kein Name einer Sicherung",
            "liegt keine Sicherung",
            "ist nicht verschlüsselt und bleibt hier",
        ),
    ],
)
def test_the_commands_speak_the_language_of_the_server(
    folder, settings, language, wrong_name, empty, open_one
):
    settings.COMMAND_LANGUAGE = language
    with pytest.raises(CommandError, match=wrong_name):
        command("restore", "notes.txt", from_store=True)
    with pytest.raises(CommandError, match=empty):
        command("restore", from_store=True)
    settings.BACKUP_PASSPHRASE = ""
    with pytest.raises(CommandError, match=open_one):
        command("backup")


@pytest.mark.parametrize("trouble", [403, "cut"])
def test_an_interrupted_download_leaves_no_file(folder, s3, trouble):
    file = sealed(folder, 0)
    uploads.bring_up_to_date(NIGHT)
    file.unlink()
    s3.faults = {"GET": trouble}
    with pytest.raises(CommandError, match=r"answers 403|closed the connection"):
        command("restore", name(0), from_store=True)
    assert sorted(path.name for path in folder.iterdir()) == [uploads.LOCK, uploads.REPORT]


def test_an_empty_store_and_a_missing_name_are_reported(folder, s3):
    with pytest.raises(CommandError, match="There is no backup in 127"):
        command("restore", from_store=True)
    with pytest.raises(CommandError, match="Name a file, or use --from-store"):
        command("restore")


def test_a_fetch_names_the_settings_that_it_needs(settings):
    settings.BACKUP_S3_URL = ""
    with pytest.raises(CommandError, match="set BACKUP_S3_URL"):
        command("restore", name(0), from_store=True)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(300)
def test_a_server_is_restored_from_the_store_alone(folder, s3):
    make.user("alice@example.org")
    command("backup")
    (file,) = rotation.backups_in(folder)
    stored = file.read_bytes()
    file.unlink()
    make.user("mallory@example.org")
    s3.objects[f"bucket/mon club/{name(900)}"] = (b"old", {})
    output = command("restore", from_store=True, yes=True)
    assert f"Fetched: {file}" in output
    assert file.read_bytes() == stored
    assert file.stat().st_mode & 0o777 == 0o600
    assert [user.email for user in User.objects.all()] == ["alice@example.org"]
