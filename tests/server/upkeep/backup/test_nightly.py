"""The backup of each day: when it is due, which are kept, and the drill."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from league.server.upkeep.backup import nightly, rotation
from league.server.upkeep.backup.backups import SUFFIX
from league.server.upkeep.backup.rotation import Counts

NIGHT = datetime(2026, 11, 26, 3, 0, tzinfo=UTC)


@pytest.fixture
def folder(settings, tmp_path):
    settings.BACKUP_DIR, settings.BACKUP_KEEP = tmp_path / "kept", [2, 0, 0]
    return settings.BACKUP_DIR


def test_the_newest_of_each_day_week_and_month_is_kept():
    times = [NIGHT - timedelta(hours=12 * number) for number in range(2 * 400)]
    chosen = sorted(rotation.to_keep(times, Counts(7, 4, 6)), reverse=True)
    assert chosen[:7] == [NIGHT, *(NIGHT - timedelta(days=day, hours=-12) for day in range(1, 7))]
    assert chosen[7] == datetime(2026, 11, 15, 15, 0, tzinfo=UTC), "the Sunday of the week before"
    assert chosen[-1] == datetime(2026, 6, 30, 15, 0, tzinfo=UTC)
    assert len(chosen) == 7 + 2 + 5


def test_fewer_than_there_is_room_for_all_stay():
    times = [NIGHT, NIGHT - timedelta(days=40)]
    assert rotation.to_keep(times, Counts(1, 1, 2)) == set(times)
    assert rotation.to_keep([], Counts()) == set()


def test_other_files_of_the_folder_are_left_alone(tmp_path):
    names = [f"manche-2026-11-2{day}-030000{SUFFIX}" for day in range(5)]
    others = ["notes.txt", f"manche-2026-99-99-000000{SUFFIX}", f"old{SUFFIX}"]
    for name in [*names, *others]:
        (tmp_path / name).touch()
    gone = rotation.rotate(tmp_path, Counts(2, 0, 0))
    assert sorted(file.name for file in gone) == names[:3]
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([*names[3:], *others])


def test_without_a_folder_no_backup_is_made(settings):
    settings.BACKUP_DIR = None
    assert nightly.run(NIGHT) is None


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.timeout(300)
def test_one_is_made_each_day_and_tried(folder):
    first = nightly.run(NIGHT)
    assert nightly.run(NIGHT + timedelta(hours=20)) is None
    second = nightly.run(NIGHT + timedelta(days=1))
    third = nightly.run(NIGHT + timedelta(days=2))
    assert first is not None
    assert list(rotation.backups_in(folder)) == [third, second]
    report = json.loads((folder / nightly.REPORT).read_text())
    assert (report["file"], report["ok"]) == (third.name, True)
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        [nightly.REPORT, second.name, third.name]
    )


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_back_up_that_cannot_be_restored_is_reported(tmp_path):
    file = tmp_path / f"manche-2026-11-26-030000{SUFFIX}"
    file.write_bytes(b"nothing")
    report = nightly.drill(file)
    assert (report["ok"], "not a Manche backup" in report["error"]) == (False, True)
    assert json.loads((tmp_path / nightly.REPORT).read_text()) == report
