"""A database with all migrations, from which every process that tests begins: to apply them takes
longer than most files of tests."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import django
from django.apps import apps

from tests import services

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".pytest_cache" / "d" / "migrated"  # where pytest keeps what outlasts a run


def sqlite(folder: Path = CACHE) -> Path:
    """Return a file in this folder with all migrations of today, which is made where it is not
    there yet, by one process at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{_digest()}.sqlite3"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            for outdated in folder.glob("*.sqlite3"):
                outdated.unlink()
            with TemporaryDirectory(dir=folder) as data:
                _migrate(MANCHE_DATA=data)
                (Path(data) / "manche.sqlite3").rename(file)
    return file


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the name of a new database with all migrations, which is dropped afterwards."""
    with services.fresh_database() as url, TemporaryDirectory() as data:
        _migrate(MANCHE_DATA=data, DATABASE_URL=url)
        yield urlsplit(url).path.removeprefix("/")


def _digest() -> str:
    """Return what tells these migrations from those of another day."""
    digest = hashlib.sha256(django.get_version().encode())
    for app in apps.get_app_configs():
        for file in sorted(Path(app.path).glob("migrations/*.py")):
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
