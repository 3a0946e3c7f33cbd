"""Updates from two older versions with the data of their demos, the way back, and their backups,
by the commands of docs/admin.md.

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
    FIRST,
    HERE,
    NEWEST,
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
GUIDE = (ROOT / "docs" / "admin.md").read_text()
LAYOUTS = ["sqlite", pytest.param("postgres", marks=pytest.mark.services)]
VERSIONS = [FIRST, NEWEST]
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


def empty(server):
    """Empty a PostgreSQL database by the command of the guide."""
    (statement,) = re.findall(r'psql --username manche manche --command "(.*)"', GUIDE)
    words = ["psql", "--quiet", server.environment["DATABASE_URL"], "--command", statement]
    subprocess.run(words, check=True, capture_output=True)


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


def pending(server):
    """Return the migrations that the report before an update names."""
    (names,) = re.findall(
        r"migrations are to be applied: (.*)\.$", server.manage("upgrade-check"), re.M
    )
    return names.split(", ")


@pytest.mark.parametrize("commit", VERSIONS)
def test_an_older_server_is_brought_up_to_date(server, commit, tmp_path):
    assert put_back(server, commit).returncode == 0
    if commit == NEWEST:
        report = server.run("upgrade-check")
        assert (report.returncode, "There is no backup" in report.stdout) == (1, True)
        back_up_of(commit, server.data / "backups")
    else:
        assert "be sure that there is a copy" in server.manage("upgrade-check")
    assert "league.0035_words_of_players" in pending(server)
    update(server)
    check_everything(server, commit, tmp_path)
    assert "The database is up to date." in server.run("upgrade-check").stdout


def test_a_back_up_of_the_version_before_is_restored(server, tmp_path):
    server.manage("restore", str(back_up_of(NEWEST, tmp_path / "copies")))
    check_everything(server, NEWEST, tmp_path)


def test_a_copy_from_before_back_ups_brings_the_old_state_back(server, tmp_path):
    put_back(server, FIRST)
    before = pending(server)
    update(server)
    server.manage("adduser", "late@example.org", "--password", PASSWORD)
    if "DATABASE_URL" in server.environment:
        refused = put_back(server, FIRST)
        assert (refused.returncode, b"other objects depend" in refused.stderr) == (1, True)
        assert "late@example.org" in server.facts()["accounts"], "nothing was changed"
        empty(server)
    assert put_back(server, FIRST).returncode == 0
    assert pending(server) == before
    update(server)
    assert server.facts() == expected(FIRST)


def test_the_version_before_restores_its_own_back_up_after_an_update(server, tmp_path):
    if subprocess.run(["git", "cat-file", "-e", NEWEST], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("the history is not here")
    url = server.environment.get("DATABASE_URL", "")
    old = Installation(unpack(NEWEST, tmp_path), server.python, server.data, url)
    put_back(server, NEWEST)
    old.manage("backup", "--drill")
    (file,) = (server.data / "backups").glob(f"*{SUFFIX}")
    update(server)
    server.manage("adduser", "late@example.org", "--password", PASSWORD)
    newer = server.manage("backup", str(tmp_path / "newer")).split(":")[0]
    refused = old.run("restore", newer, "--yes")
    assert (refused.returncode, "which is newer" in refused.stderr) == (1, True)
    old.manage("restore", str(file), "--yes")
    assert old.facts(SIGN_IN) == expected(NEWEST)
    old.manage("rebuild_standings", "--check")
    assert old.manage("migrate", "--check", "-v0") == ""
