"""Updates from older versions with the data of their demos, the way back, and their backups, by the
commands of docs/backup-update-move.md: those of the last pre-release are taken over, those of an
earlier one have to pass through it.

The data was made by those versions themselves (README.md); `facts.py` reads what there is.
"""

import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from league.server.upkeep.backup.backups import SUFFIX
from tests import services
from tests.updates.old_versions import (
    EARLIER,
    HERE,
    LAST,
    OLGA,
    PASSWORD,
    POSTGRES,
    ROOT,
    SQLITE,
    Installation,
    expected,
    stored,
    unpack,
)

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
GUIDE = (ROOT / "docs" / "backup-update-move.md").read_text()
LAYOUTS = ["sqlite", pytest.param("postgres", marks=pytest.mark.services)]
CLUB, ORGANISER = "les-ardoises-de-clermont", "demo@manche.example"
SIGN_IN = f"""
from django.contrib.auth import authenticate
for email in ({OLGA!r}, {ORGANISER!r}):
    assert authenticate(None, email=email, password={PASSWORD!r}).email == email
    assert authenticate(None, email=email, password="another") is None
"""
CHECKS = """
from django.core.management import call_command
call_command("rebuild_standings", "--check")
call_command("rebuild_search", "--check")
call_command("audit", "--verify")
call_command("export_club", CLUB, FILE)
"""


@pytest.fixture(params=LAYOUTS)
def server(request, tmp_path):
    """Yield this version, with no database yet."""
    data = tmp_path / "data"
    data.mkdir()
    if request.param == "sqlite":
        yield Installation(ROOT, Path(sys.executable), data)
    else:
        with services.fresh_database() as url:
            yield Installation(ROOT, Path(sys.executable), data, url)


def put_back(server, commit):
    """Replace the database by the copy of the older version, as its guide says."""
    if url := server.environment.get("DATABASE_URL"):
        (words,) = re.findall(r"pg_restore --username manche --dbname manche (.*) < ", GUIDE)
        command = ["pg_restore", "--dbname", url, *words.split()]
        return subprocess.run(command, input=stored(commit, POSTGRES), capture_output=True)
    (copy,) = re.findall(r"^cp (\S+) data/manche\.sqlite3$", GUIDE, re.MULTILINE)
    (server.data.parent / copy).write_bytes(stored(commit, SQLITE))
    (remove,) = re.findall(r"^rm -f data/manche.*$", GUIDE, re.MULTILINE)
    commands = f"{remove} && cp {copy} data/manche.sqlite3"
    return subprocess.run(["sh", "-c", commands], cwd=server.data.parent, capture_output=True)


def update(server):
    """Bring the database up to date, as `make run` and the service `migrate` do."""
    words = ["migrate", "--no-input"] if "DATABASE_URL" in server.environment else ["prepare"]
    server.manage(*words)


def back_up_of(commit, folder, now=None):
    """Return the backup of an older version, in a folder and with a name of this moment."""
    (file,) = (HERE / commit).glob(f"*{SUFFIX}")
    folder.mkdir(exist_ok=True)
    name = f"manche-{now or datetime.now(UTC):%Y-%m-%d-%H%M%S}{SUFFIX}"
    return shutil.copy(file, folder / name)


def check_everything(server, commit, folder):
    """See that all is there, counts, can be taken along, and that people sign in."""
    names = f"CLUB, FILE = {CLUB!r}, {str(folder / 'club.zip')!r}"
    assert server.facts(f"{names}{CHECKS}{SIGN_IN}") == expected(commit)
    assert (folder / "club.zip").stat().st_size > 10_000


def test_last_pre_release_is_taken_over(server, tmp_path):
    assert put_back(server, LAST).returncode == 0
    report = server.run("upgrade-check")
    assert (report.returncode, "There is no backup" in report.stdout) == (1, True)
    back_up_of(LAST, server.data / "backups")
    assert "You can update now." in server.manage("upgrade-check")
    update(server)
    check_everything(server, LAST, tmp_path)
    assert "The database is up to date." in server.manage("upgrade-check")


def test_earlier_version_is_refused(server):
    assert put_back(server, EARLIER).returncode == 0
    back_up_of(EARLIER, server.data / "backups")
    for command in ("upgrade-check", "prepare", "migrate"):
        refused = server.run(command)
        assert refused.returncode == 1
        assert f"First install commit {LAST}" in refused.stdout + refused.stderr, command


def test_earlier_version_updates_through_the_last(server, tmp_path):
    last = version(LAST, server, tmp_path)
    put_back(server, EARLIER)
    last.manage("migrate", "--no-input")
    before = last.facts()
    update(server)
    check = "from django.core.management import call_command; call_command('audit', '--verify')"
    assert server.facts(f"{check}\n{SIGN_IN}") == before


def test_backup_of_the_last_pre_release_is_restored(server, tmp_path):
    server.manage("restore", str(back_up_of(LAST, tmp_path / "copies")))
    check_everything(server, LAST, tmp_path)


def test_earlier_backup_is_refused(server, tmp_path):
    refused = server.run("restore", str(back_up_of(EARLIER, tmp_path / "copies")))
    assert (refused.returncode, f"Restore it with commit {LAST}" in refused.stderr) == (1, True)


def test_the_version_before_restores_its_own_back_up_after_an_update(server, tmp_path):
    old = version(LAST, server, tmp_path)
    put_back(server, LAST)
    old.manage("backup", "--drill")
    (file,) = (server.data / "backups").glob(f"*{SUFFIX}")
    update(server)
    server.manage("adduser", "late@example.org", "--password", PASSWORD)
    old.manage("restore", str(file), "--yes")
    assert old.facts(SIGN_IN) == expected(LAST)
    old.manage("rebuild_standings", "--check")
    assert old.manage("migrate", "--check", "-v0") == ""


def version(commit, server, folder):
    """Return an older version on the data of the server."""
    if subprocess.run(["git", "cat-file", "-e", commit], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("the history is not here")
    url = server.environment.get("DATABASE_URL", "")
    return Installation(unpack(commit, folder), server.python, server.data, url)
