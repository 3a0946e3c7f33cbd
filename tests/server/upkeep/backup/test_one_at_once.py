"""The task that makes backups: of two at the same time one works."""

import pytest

from league import tasks
from league.operations.support.folder_lock import lock_folder
from league.server.upkeep.backup import rotation


@pytest.fixture
def folder(settings, tmp_path):
    settings.EMBEDDED, settings.BACKUP_DIR = False, tmp_path / "backups"
    return settings.BACKUP_DIR


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.timeout(300)
def test_no_back_up_is_begun_while_one_is_made(folder):
    with lock_folder(folder):
        tasks.run_backup()
    assert not rotation.backups_in(folder)
    tasks.run_backup()
    assert len(rotation.backups_in(folder)) == 1
