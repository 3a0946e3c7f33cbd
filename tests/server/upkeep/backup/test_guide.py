"""The commands of docs/backup-update-move.md, on a database in use."""

import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.s3_store import KEY, REGION, SECRET, s3_store

ROOT = Path(__file__).parents[4]
GUIDE = (ROOT / "docs" / "backup-update-move.md").read_text()
pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]


def commands(section):
    """Return the commands of a section of the guide that call manage.py."""
    text = GUIDE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"^\.venv/bin/python (manage\.py .*)$", text, re.MULTILINE)


def run(command, folder, **variables):
    environment = {**os.environ, "MANCHE_DATA": str(folder / "data"), **variables}
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"):
        environment.pop(name, None)
    words = [
        sys.executable,
        *shlex.split(command.replace("data/backups", f"{folder}/data/backups")),
    ]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("passphrase", ["", "horse staple"])
def test_a_novice_backs_up_during_an_evening_and_restores(tmp_path, passphrase):
    backup, restore = commands("On one computer")
    variables = {"BACKUP_PASSPHRASE": passphrase}
    assert run("manage.py migrate -v0", tmp_path).returncode == 0
    adduser = run(
        "manage.py adduser alice@example.org --name Alice --password good-pass-phrase", tmp_path
    )
    assert adduser.returncode == 0, adduser.stderr
    writer = sqlite3.connect(tmp_path / "data" / "manche.sqlite3", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE league_user SET name = 'not yet'")
    made = run(f"{backup} --drill", tmp_path, **variables)
    writer.execute("ROLLBACK")
    writer.execute("UPDATE league_user SET name = 'Mallory'")
    writer.close()
    assert made.returncode == 0, made.stderr
    (file,) = (tmp_path / "data" / "backups").glob("*.manche-backup")
    drill = json.loads((tmp_path / "data" / "backups" / "last-drill.json").read_text())
    assert (drill["file"], drill["ok"], drill["error"]) == (file.name, True, "")
    restore = re.sub(r"manche-[\d-]+\.manche-backup", file.name, restore)
    refused = run(restore.removesuffix(" --yes"), tmp_path, **variables)
    assert (refused.returncode, "not empty" in refused.stderr) == (1, True)
    restored = run(restore, tmp_path, **variables)
    assert restored.returncode == 0, restored.stderr
    with sqlite3.connect(tmp_path / "data" / "manche.sqlite3") as reader:
        assert reader.execute("SELECT name FROM league_user").fetchall() == [("Alice",)]
        assert reader.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    reader.close()
    moved = tmp_path / "moved"
    moved.mkdir()
    shutil.copy(file, moved)
    copied = run(f"manage.py restore {moved / file.name}", moved, **variables)
    assert copied.returncode == 0, copied.stderr
    key = (tmp_path / "data" / "secret_key").read_text()
    assert (f"SECRET_KEY={key}" in copied.stdout) == bool(passphrase)


def test_a_novice_restores_on_a_new_machine_from_a_store_elsewhere(tmp_path):
    section = GUIDE.split("\n## In a store elsewhere\n")[1]
    variables = dict(re.findall(r"^(BACKUP_\w+)=(.*)$", section, re.MULTILINE))
    (restore,) = commands("In a store elsewhere")
    (backup, _restore) = commands("On one computer")
    with s3_store() as store:
        at_home = {**variables, "BACKUP_S3_URL": store.url, "BACKUP_S3_REGION": REGION}
        assert (variables["BACKUP_S3_KEY"], variables["BACKUP_S3_SECRET"]) == (KEY, SECRET)
        old, new = tmp_path / "old", tmp_path / "new"
        assert run("manage.py migrate -v0", old).returncode == 0
        words = "adduser alice@example.org --name Alice --password good-pass-phrase"
        assert run(f"manage.py {words}", old).returncode == 0
        without = run(backup, old, **{**at_home, "BACKUP_PASSPHRASE": ""})
        assert "set BACKUP_PASSPHRASE" in without.stderr, without.stderr
        assert without.returncode == 1
        assert store.requests == []
        made = run(backup, old, **at_home)
        assert (made.returncode, "Also in the off-site storage" in made.stdout) == (0, True), (
            made.stderr
        )
        assert run("manage.py prepare", new, **at_home).returncode == 0
        restored = run(restore, new, **at_home)
    assert restored.returncode == 0, restored.stderr
    with sqlite3.connect(new / "data" / "manche.sqlite3") as reader:
        assert reader.execute("SELECT name FROM league_user").fetchall() == [("Alice",)]
    reader.close()
    assert f"SECRET_KEY={(old / 'data' / 'secret_key').read_text()}" in restored.stdout
