"""Older versions and their data: where the files are, and how such a version is run."""

import io
import json
import lzma
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
FACTS = HERE / "facts.py"
EARLIER, LAST = "2992a93e", "ac939ee0"  # pre-releases
OLGA, PASSWORD = "olga@example.org", "a good pass phrase"
PASSPHRASE = "horse staple of an older version"
SQLITE, POSTGRES, EXPECTED = "manche.sqlite3.xz", "manche.dump.xz", "expected.json"


class Installation:
    """The code of a version, and a folder with its data."""

    def __init__(self, code: Path, python: Path, data: Path, database: str = "") -> None:
        self.code, self.python, self.data = code, python, data
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "MANCHE_DATA": str(data),
            "BACKUP_DIR": str(data / "backups"),
            "BACKUP_PASSPHRASE": PASSPHRASE,
            "SECRET_KEY": "k" * 64,
        }
        if database:
            self.environment["DATABASE_URL"] = database

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command of manage.py."""
        command = [str(self.python), "manage.py", *words]
        return subprocess.run(
            command, cwd=self.code, env=self.environment, capture_output=True, text=True
        )

    def manage(self, *words: str) -> str:
        """Return what a command of manage.py writes; it has to succeed."""
        done = self.run(*words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def facts(self, checks: str = "") -> Any:
        """Return what there is, after checks that must not raise anything."""
        code = f"{checks}\n{FACTS.read_text()}"
        return json.loads(self.manage("shell", "-v0", "-c", code).splitlines()[-1])


def expected(commit: str) -> Any:
    """Return what the older version had, by its own facts."""
    return json.loads((HERE / commit / EXPECTED).read_text())


def stored(commit: str, name: str) -> bytes:
    return lzma.decompress((HERE / commit / name).read_bytes())


def unpack(commit: str, folder: Path) -> Path:
    """Return a new folder with the files of a commit."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder / "code", filter="data")
    return folder / "code"
