"""The backup that the server makes by itself, and the drill that shows that it can be restored.

The drill restores the newest backup into an empty SQLite file, in a process of its own, and lets
it compute all standings again. What came of it is in `last-drill.json` beside the backups.
"""

import json
import logging
import os
import subprocess
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from league.server.upkeep.backup import backups, rotation
from league.server.upkeep.backup.rotation import Counts

log = logging.getLogger(__name__)
EVERY = timedelta(hours=23, minutes=30)  # so that the time of the day wanders little
REPORT = "last-drill.json"
DRILL_SECONDS = 3000
MOST_WORDS = 2000


def run(now: datetime | None = None) -> Path | None:
    """Make the backup of the day, delete those that are kept no longer, and try the new one;
    return its file. Do nothing without BACKUP_DIR, or while the newest is younger than a day."""
    now = now or datetime.now(UTC)
    folder = settings.BACKUP_DIR
    if folder is None:
        return None
    newest = next(iter(rotation.backups_in(folder).values()), None)
    if newest is not None and now - newest < EVERY:
        return None
    made = backups.make(folder, passphrase=settings.BACKUP_PASSPHRASE, now=now)
    rotation.rotate(folder, Counts(*settings.BACKUP_KEEP))
    report = drill(made.file)
    if not report["ok"]:
        log.error("The backup %s cannot be restored: %s", made.file.name, report["error"])
    return made.file


def drill(file: Path) -> Mapping[str, Any]:
    """Restore a backup into an empty database, check all standings there, and return and store
    what came of it."""
    start = time.monotonic()
    with TemporaryDirectory(prefix=".drill-", dir=file.parent) as folder:
        error = _try("restore", str(file.resolve()), folder=folder) or _try(
            "rebuild_standings", "--check", folder=folder
        )
    report = {
        "file": file.name,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "ok": not error,
        "seconds": round(time.monotonic() - start, 1),
        "error": error,
    }
    (file.parent / REPORT).write_text(json.dumps(report, indent=1) + "\n")
    return report


def _try(*command: str, folder: str) -> str:
    """Run a command of manage.py for a server that has nothing but this folder; return what went
    wrong, or an empty text."""
    environment = {
        **os.environ,
        "REDIS_URL": "",
        "DATABASE_URL": f"sqlite:///{folder}/drill.sqlite3",
        "MANCHE_DATA": folder,
        "SECRET_KEY": settings.SECRET_KEY,
        "BACKUP_DIR": "",
        "BACKUP_PASSPHRASE": settings.BACKUP_PASSPHRASE,
        "BACKUP_S3_URL": "",
    }
    try:
        done = subprocess.run(
            [*settings.MANAGE_COMMAND, *command],
            env=environment,
            capture_output=True,
            text=True,
            timeout=DRILL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        words = _("%(command)s took longer than %(seconds)s s")
        return words % {"command": command[0], "seconds": DRILL_SECONDS}
    if not done.returncode:
        return ""
    words = _("%(command)s ended with status %(status)s")
    without_words = words % {"command": command[0], "status": done.returncode}
    return (done.stderr or done.stdout).strip()[-MOST_WORDS:] or without_words
