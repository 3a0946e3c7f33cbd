"""Check before an update: the new version reads the database and settings of the old one and
reports what prevents the update. Nothing is changed.

Migrations run while the old version serves: a new column has a default of the database or is
nullable, and a column is removed one version after its last use.
"""

import difflib
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core import checks
from django.db import connection
from django.db.migrations import Migration, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED
from django.utils.translation import gettext as _

from league.server.upkeep import pre_releases
from league.server.upkeep.backup import rotation

OWN_APPS = {"api", "league", "scoring"}
BACKUP_AGE = timedelta(hours=24)
FREE_BYTES = 500 * 1024 * 1024
MIB = 1024 * 1024
ASSIGNMENT = re.compile(r"^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=", re.MULTILINE)
# settings that an earlier version read: what to do instead
FORMER_SETTINGS: Mapping[str, str] = {}
# the old version does not know what these have done
BREAKING = (
    operations.RemoveField,
    operations.RenameField,
    operations.DeleteModel,
    operations.RenameModel,
    operations.AlterModelTable,
)


class Finding(NamedTuple):
    """One line of the report; unless `is_all_right`, it prevents the update."""

    text: str
    is_all_right: bool = True


def findings(now: datetime, file: Path, known_settings: Iterable[str]) -> list[Finding]:
    """Return the whole report, in the order in which an administrator reads it; `file` holds the
    settings."""
    version = Finding(_("This is Manche %(version)s.") % {"version": settings.VERSION})
    if refusal := pre_releases.refusal():
        return [version, Finding(refusal, is_all_right=False)]
    executor = MigrationExecutor(connection)
    applied = pre_releases.taken_over(executor.loader.applied_migrations)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    pending = [migration for migration, _backwards in plan]
    available = set(executor.loader.disk_migrations)
    is_new = not any(app == "league" for app, _name in applied)
    return [
        version,
        *migration_findings(applied, available, pending, is_new=is_new),
        *([] if is_new else [backup_finding(settings.BACKUP_DIR, now)]),
        *setting_findings(_given_settings(file), known_settings),
        *check_findings(checks.run_checks(include_deployment_checks=True)),
        *disk_findings(),
    ]


def migration_findings(
    applied: Iterable[tuple[str, str]],
    available: Iterable[tuple[str, str]],
    pending: Sequence[Migration],
    *,
    is_new: bool,
) -> Iterator[Finding]:
    """Yield the pending changes of the database and whether the old version can serve meanwhile."""
    unknown = sorted(key for key in set(applied) - set(available) if key[0] in OWN_APPS)
    if unknown:
        names = ", ".join(".".join(key) for key in unknown)
        words = _(
            "The database is newer than this program, which does not know %(names)s. Install the"
            " version that made it, or restore a backup."
        )
        yield Finding(words % {"names": names}, is_all_right=False)
    if is_new:
        yield Finding(_("The database is empty: nothing to update."))
    elif not pending:
        yield Finding(_("The database is up to date."))
    else:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration in pending)
        yield Finding(_("Migrations to be applied: %(names)s.") % {"names": names})
        yield _compatibility(pending)


def _compatibility(pending: Sequence[Migration]) -> Finding:
    """Return whether processes of the old version work on the new database. If they have to stop,
    the report says so but does not prevent the update."""
    breaking = [
        f"{migration.app_label}.{migration.name} ({operation.describe()})"
        for migration in pending
        for operation in migration.operations
        if breaks_old_processes(operation)
    ]
    if not breaking:
        return Finding(_("The old version can keep running during these migrations."))
    words = _(
        "Stop the old version’s web, worker, courier and beat before applying these migrations: "
        "%(names)s."
    )
    return Finding(words % {"names": "; ".join(breaking)})


def breaks_old_processes(operation: Operation) -> bool:
    """Return whether the code before this operation fails on the database after it."""
    if isinstance(operation, operations.SeparateDatabaseAndState):
        return any(breaks_old_processes(part) for part in operation.database_operations)
    if isinstance(operation, operations.AddField):
        field = operation.field
        return not (
            field.null
            or field.many_to_many
            or getattr(field, "db_default", NOT_PROVIDED) is not NOT_PROVIDED
        )
    return isinstance(operation, BREAKING)


def backup_finding(folder: Path | None, now: datetime) -> Finding:
    if folder is None:
        return Finding(
            _("BACKUP_DIR is not set here, so it is unknown whether there is a backup."),
            is_all_right=False,
        )
    newest = next(iter(rotation.backups_in(folder).items()), None)
    if newest is None:
        words = _("There is no backup in %(place)s: make one first.")
        return Finding(words % {"place": folder}, is_all_right=False)
    file, made_at = newest
    if now - made_at > BACKUP_AGE:
        words = _("The newest backup, %(file)s, is older than a day: make one first.")
        return Finding(words % {"file": file.name}, is_all_right=False)
    return Finding(_("There is a backup from the last 24 hours: %(file)s.") % {"file": file.name})


def _given_settings(file: Path) -> set[str]:
    """Return the names set for Manche: all names in its file, and those in the environment that can
    mean nothing else."""
    in_file = ASSIGNMENT.findall(file.read_text()) if file.is_file() else []
    in_environment = [
        name for name in os.environ if name.startswith("MANCHE_") or name in FORMER_SETTINGS
    ]
    return {*in_file, *in_environment}


def setting_findings(
    given: Iterable[str], readable: Iterable[str], former: Mapping[str, str] = FORMER_SETTINGS
) -> Iterator[Finding]:
    """Yield the settings that this version does not read any more, and those that none reads."""
    for name in sorted(set(given) - set(readable)):
        if name in former:
            words = _("The setting %(name)s no longer has any effect: %(remedy)s")
            yield Finding(words % {"name": name, "remedy": former[name]}, is_all_right=False)
        else:
            near = difflib.get_close_matches(name, readable, n=1)
            words = _("%(name)s is set, but no setting has this name.") % {"name": name}
            if near:
                words += " " + _("Did you mean %(name)s?") % {"name": near[0]}
            yield Finding(words)


def check_findings(messages: Iterable[checks.CheckMessage]) -> Iterator[Finding]:
    """Yield what Django's checks find. On one computer warnings about HTTPS say nothing new."""
    for message in messages:
        if message.level >= checks.ERROR:
            words = _("The settings are wrong: %(why)s")
            yield Finding(words % {"why": message.msg}, is_all_right=False)
        elif not settings.EMBEDDED:
            yield Finding(_("A doubtful setting: %(why)s") % {"why": message.msg})


def disk_findings() -> Iterator[Finding]:
    """Yield the free space on the disks of data and backups. An update of an embedded database may
    rewrite each table."""
    database = Path(str(connection.settings_dict["NAME"]))
    size = database.stat().st_size if database.is_file() else 0
    folders = {settings.BACKUP_DIR} if settings.BACKUP_DIR else set()
    if settings.EMBEDDED or not folders:
        folders.add(settings.DATA_DIR)
    for folder in sorted(folders):
        if (there := _nearest(folder)) is not None:
            yield disk_finding(folder, shutil.disk_usage(there).free, FREE_BYTES + 2 * size)


def disk_finding(folder: Path, free: int, needed: int) -> Finding:
    facts = {"free": free // MIB, "place": folder, "needed": needed // MIB}
    if free < needed:
        words = _("Only %(free)s MiB are free in %(place)s; %(needed)s are needed.")
        return Finding(words % facts, is_all_right=False)
    return Finding(_("%(free)s MiB are free in %(place)s.") % facts)


def _nearest(folder: Path) -> Path | None:
    return next((parent for parent in (folder, *folder.parents) if parent.is_dir()), None)


def today() -> datetime:
    return datetime.now(UTC)
