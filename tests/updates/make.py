"""python -m tests.updates.make COMMIT: the data of an older version, made by that version itself.

It is unpacked and installed with its own locked requirements, and its own commands load its demo
and an account, on SQLite and on PostgreSQL. What results is copied as its guide says.
"""

import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests import services
from tests.updates.old_versions import (
    EXPECTED,
    HERE,
    OLGA,
    PASSWORD,
    POSTGRES,
    SQLITE,
    Installation,
    unpack,
)


def make(commit: str) -> None:
    target = HERE / commit
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, services.fresh_database() as url:
        folder = Path(temporary)
        code = unpack(commit, folder)
        python = _install(code, folder)
        on_sqlite = Installation(code, python, folder / "sqlite")
        on_postgres = Installation(code, python, folder / "postgres", url)
        facts = _fill(on_sqlite)
        assert _fill(on_postgres) == facts, "both layouts have the same"
        (target / SQLITE).write_bytes(_sqlite_copy(on_sqlite.data))
        (target / POSTGRES).write_bytes(_postgres_copy(url))
        if (code / "league/management/commands/backup.py").exists():
            on_sqlite.manage("backup", str(target))
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    (target / EXPECTED).write_text(text + "\n")


def _install(code: Path, folder: Path) -> Path:
    """Return the Python of a new environment with the requirements of that version."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    words = ["-m", "pip", "install", "--quiet", "--require-hashes", "--requirement"]
    subprocess.run([python, *words, code / "requirements" / "base.txt"], check=True)
    return python


def _fill(installation: Installation) -> Any:
    """Load the demo and an account, and return what there is then."""
    installation.data.mkdir()
    installation.manage("migrate", "-v0")
    installation.manage("demo", "--password", PASSWORD)
    installation.manage("adduser", OLGA, "--name", "Olga", "--password", PASSWORD)
    return installation.facts()


def _sqlite_copy(data: Path) -> bytes:
    """Return a copy by the command of the guide of 7913b2c."""
    copy = data / "copy.sqlite3"
    code = (
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM INTO ?', sys.argv[2:])"
    )
    subprocess.run([sys.executable, "-c", code, data / "manche.sqlite3", copy], check=True)
    return lzma.compress(copy.read_bytes(), preset=9 | lzma.PRESET_EXTREME)


def _postgres_copy(url: str) -> bytes:
    """Return a copy by the command of the guide of 7913b2c, packed smaller."""
    words = ["pg_dump", "--format", "custom", "--compress", "0", "--no-owner", url]
    dump = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    return lzma.compress(dump, preset=9 | lzma.PRESET_EXTREME)


if __name__ == "__main__":
    make(sys.argv[1])
