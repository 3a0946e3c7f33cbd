"""A server from a backup. Everything is read and checked before the first table is touched."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from league.operations.backup import backups, tables
from league.operations.backup.backups import BackupRefused, Opened


def restore(file: Path, *, passphrase: str = "", overwrite: bool = False) -> Mapping[str, Any]:
    """Replace everything in the database by the content of a backup, bring it up to date, and
    return the manifest. Raise BackupRefused, with nothing changed, for a file that cannot be taken
    and, without `overwrite`, for a database that is not empty."""
    with backups.opened(file, passphrase) as backup:
        targets = _targets(backup.manifest)
        if not overwrite and _has_rows():
            raise BackupRefused("The database is not empty: use --yes to replace everything in it.")
        _drop_everything()
        _fill(backup, targets)
        call_command("migrate", verbosity=0, interactive=False)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # a database plans well only once it knows its sizes
        return backup.manifest


def _targets(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the last migrations of the backup; raise BackupRefused if this version does not know
    all of them."""
    graph = MigrationExecutor(connection).loader.graph
    applied = {(app, name) for app, name in manifest["migrations"]}
    if not applied <= set(graph.nodes):
        words = (
            "This backup is of Manche {manche}, which is newer or different: install that version "
            "first."
        )
        raise BackupRefused(words.format(**manifest))
    followed = {
        parent.key
        for node in applied
        for parent in graph.node_map[node].parents
        if parent.key[0] == node[0]
    }
    return sorted(applied - followed)


def _has_rows() -> bool:
    names = set(connection.introspection.table_names())
    return any(
        model._base_manager.exists()
        for model in tables.stored_models(apps)
        if model._meta.db_table in names
    )


def _drop_everything() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT quote_ident(current_schema())")
            (schema,) = cursor.fetchone()
            cursor.execute(f"DROP SCHEMA {schema} CASCADE")
            cursor.execute(f"CREATE SCHEMA {schema}")
        else:
            with connection.constraint_checks_disabled():
                for name in connection.introspection.table_names(cursor):
                    cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}")


def _fill(backup: Opened, targets: list[tuple[str, str]]) -> None:
    """Make the tables as they were when the backup was made, and store its rows."""
    executor = MigrationExecutor(connection)
    state = executor.migrate(targets)
    kinds = tables.stored_models(state.apps)
    tables.keep_times(kinds)
    with transaction.atomic():
        for model in kinds:
            model._base_manager.all().delete()  # what migrations have made
        for model in kinds:
            label = model._meta.label
            if label in backup.manifest["tables"]:
                with backup.archive.open(f"{label}.jsonl") as lines:
                    tables.load(model, lines)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), kinds):
                cursor.execute(statement)
