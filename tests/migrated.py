"""A database with all migrations, from which every process that tests begins: to apply them takes
longer than most files of tests."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from tests import services

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".pytest_cache" / "d" / "migrated"  # where pytest keeps what outlasts a run


def sqlite(folder: Path = CACHE) -> Path:
    """Return a file in this folder with all migrations of today, which is made where it is not
    there yet."""
    file = folder / f"{_digest()}.sqlite3"
    with _alone_in(folder):
        if not file.exists():
            _remove_outdated(file)
            with TemporaryDirectory(dir=folder) as data:
                _migrate(MANCHE_DATA=data)
                (Path(data) / "manche.sqlite3").rename(file)
    return file


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the name of a new database with all migrations, which is dropped afterwards."""
    with services.fresh_database() as url:
        fill(url)
        yield urlsplit(url).path.removeprefix("/")


def fill(url: str) -> None:
    """Bring an empty database of PostgreSQL to where all migrations of today bring it. The first
    time they do, and what they made is kept as a file, which takes a hundredth of their time."""
    file = CACHE / f"{_digest()}.sql"
    with _alone_in(CACHE):
        if not file.exists():
            _remove_outdated(file)
            with TemporaryDirectory(dir=CACHE) as data:
                _migrate(MANCHE_DATA=data, DATABASE_URL=url)
                _dump(url, Path(data) / "dump.sql", file)
            return
    words = ["psql", "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--dbname", url]
    subprocess.run([*words, "--file", file], stdout=subprocess.DEVNULL, check=True)


def _dump(url: str, unfinished: Path, file: Path) -> None:
    """Keep a database as a file, unless the programs for it are missing or older than the server,
    as they may be where the server is another machine."""
    if shutil.which("pg_dump") and shutil.which("psql"):
        words = ["pg_dump", "--no-owner", "--dbname", url, "--file", str(unfinished)]
        if subprocess.run(words).returncode == 0:
            unfinished.rename(file)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Let one process at a time into the folder, which is made where it is not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _remove_outdated(file: Path) -> None:
    for outdated in file.parent.glob(f"*{file.suffix}"):
        outdated.unlink()


def _digest() -> str:
    """Return what tells these migrations from those of another day: ours, and the versions and the
    list of the packages that bring some."""
    lists = [ROOT / "requirements" / "base.txt", ROOT / "league" / "config" / "settings.py"]
    digest = hashlib.sha256()
    for file in [*sorted(ROOT.glob("*/migrations/*.py")), *lists]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _migrate(**environment: str) -> None:
    """Apply all migrations as a server does."""
    usual = {
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"],
        cwd=ROOT,
        env={**os.environ, "SECRET_KEY": "only for tests", **usual, **environment},
        check=True,
    )
