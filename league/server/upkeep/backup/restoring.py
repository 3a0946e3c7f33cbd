"""A server from a backup.

Every row is read and checked first. Then a new database is filled and brought up to date beside the
present one, which it replaces in one step: a restore that fails or is stopped changes nothing.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from database import replacement
from database.locks import one_process
from league.server.upkeep import pre_releases
from league.server.upkeep.backup import backups, tables
from league.server.upkeep.backup.backups import BackupRefused, Opened

MOST_WORDS = 500


def restore(file: Path, *, passphrase: str = "", overwrite: bool = False) -> Mapping[str, Any]:
    """Replace everything in the database by the content of a backup, brought up to date, and return
    the manifest. Raise BackupRefused, with nothing changed, for a file that cannot be taken and,
    without `overwrite`, for a database that is not empty."""
    with (
        _all_or_nothing(),
        one_process("restore", settings.DATA_DIR),
        ExitStack() as until_the_end,
    ):
        with _stoppable():
            backup = until_the_end.enter_context(backups.opened(file, passphrase))
            targets = _targets(backup.manifest)
            old_apps = MigrationLoader(None).project_state(targets).apps
            _check_tables(backup, old_apps)
            if not overwrite and _has_rows():
                words = _("The database is not empty: use --yes to replace everything in it.")
                raise BackupRefused(words)
        with replacement.replacing(), _stoppable():
            _fill(backup, targets, old_apps)
            _bring_up_to_date()
        return backup.manifest


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    """Raise any failure as a refusal which says that nothing was changed."""
    try:
        yield
    except BackupRefused:
        raise
    except replacement.DatabaseInUse:
        raise BackupRefused(
            _("Another process uses the database: stop Manche first. Nothing was changed.")
        ) from None
    except Exception as error:
        why = " ".join(str(error).split())[:MOST_WORDS] or type(error).__name__
        words = _("The restore failed, and nothing was changed: %(why)s")
        raise BackupRefused(words % {"why": why}) from error


@contextmanager
def _stoppable() -> Iterator[None]:
    """Say the same after Ctrl-C, which the step that replaces the database ignores."""
    try:
        yield
    except KeyboardInterrupt:
        raise BackupRefused(_("Stopped. Nothing was changed.")) from None


def _targets(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the last migrations of the backup; raise BackupRefused if this version does not know
    all of them, or not any more."""
    graph = MigrationLoader(None).graph
    of_backup = {(app, name) for app, name in manifest["migrations"]}
    if pre_releases.is_too_old(of_backup):
        words = _(
            "This backup is older than the last pre-release. Restore it with commit %(commit)s, "
            "and make a new backup there."
        )
        raise BackupRefused(words % {"commit": pre_releases.LAST_PRE_RELEASE})
    applied = pre_releases.taken_over(of_backup)
    if not applied <= set(graph.nodes):
        words = _(
            "This backup comes from Manche %(version)s, which is newer or different: install that "
            "version first."
        )
        raise BackupRefused(words % {"version": manifest["manche"]})
    followed = {
        parent.key
        for node in applied
        for parent in graph.node_map[node].parents
        if parent.key[0] == node[0]
    }
    return sorted(applied - followed)


def _check_tables(backup: Opened, old_apps: Apps) -> None:
    """Read every row as it will be stored. Raise BackupRefused unless the backup has all tables of
    its migrations, and as many rows as its manifest says."""
    kinds = {model._meta.label: model for model in tables.stored_models(old_apps)}
    promised = backup.manifest["tables"]
    if different := sorted(kinds.keys() ^ promised.keys()):
        words = _("The backup is broken: its tables do not match its migrations (%(names)s).")
        raise BackupRefused(words % {"names": ", ".join(different[:3])})
    for label, model in kinds.items():
        try:
            count = sum(1 for _row in tables.rows(model, backup.lines(label)))
        except tables.RowRefused as fault:
            words = _("The backup is broken. %(why)s")
            raise BackupRefused(words % {"why": fault}) from None
        if count != promised[label]:
            words = _(
                "The backup is broken: %(table)s has %(count)s rows, but the manifest says "
                "%(promised)s."
            )
            facts = {"table": label, "count": count, "promised": promised[label]}
            raise BackupRefused(words % facts)


def _has_rows() -> bool:
    try:
        names = set(connection.introspection.table_names())
        return any(
            model._base_manager.exists()
            for model in tables.stored_models(apps)
            if model._meta.db_table in names
        )
    except Error as error:
        if replacement.is_damaged(error):
            words = _("The database is damaged: use --yes to set it aside and restore the backup.")
            raise BackupRefused(words) from None
        raise


def _fill(backup: Opened, targets: list[tuple[str, str]], old_apps: Apps) -> None:
    """Make the tables as they were when the backup was made, and store its rows."""
    MigrationExecutor(connection, _settle_constraints).migrate(targets)
    kinds = tables.stored_models(old_apps)
    tables.keep_times(kinds)
    with transaction.atomic():
        for model in kinds:
            model._base_manager.all().delete()  # what migrations have made
        for model in kinds:
            tables.load(model, backup.lines(model._meta.label))
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), kinds):
                cursor.execute(statement)
        connection.check_constraints()


def _bring_up_to_date() -> None:
    executor = MigrationExecutor(connection, _settle_constraints)
    executor.migrate(executor.loader.graph.leaf_nodes())
    call_command("migrate", verbosity=0, interactive=False)  # what follows the last migration
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # a database plans well only once it knows its sizes


def _settle_constraints(action: str, *_migration: Any) -> None:
    """Check keys after each migration, and let the next check them at its end: all migrations are
    in one transaction of PostgreSQL, which alters no table with checks to come."""
    if action == "apply_success" and connection.vendor == "postgresql":
        connection.check_constraints()
