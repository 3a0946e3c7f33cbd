"""Databases and backups of the last pre-release are taken over; those of older ones are refused."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from league.config import installation, variables
from league.server.upkeep import pre_releases, upgrade

MIGRATIONS = MigrationLoader(None).disk_migrations
REPLACED = sorted({key for migration in MIGRATIONS.values() for key in migration.replaces})
INITIAL = {key for key, migration in MIGRATIONS.items() if migration.replaces}
LAST = ("league", "0072_one_outbox")
OF_A_LIBRARY = ("account", "0001_initial")


@pytest.fixture
def recorder(db: None) -> MigrationRecorder:
    """Return the record of a database, emptied of the migrations that this version has."""
    recorder = MigrationRecorder(connection)
    for app, name in [*INITIAL, *REPLACED]:
        recorder.record_unapplied(app, name)
    return recorder


def test_migrations_of_the_last_pre_release_are_those_of_the_first_release() -> None:
    assert pre_releases.taken_over([*REPLACED, OF_A_LIBRARY]) >= INITIAL
    assert pre_releases.taken_over([*REPLACED, *INITIAL]) == INITIAL
    assert pre_releases.taken_over([*INITIAL, OF_A_LIBRARY]) == {*INITIAL, OF_A_LIBRARY}
    assert pre_releases.taken_over([OF_A_LIBRARY]) == {OF_A_LIBRARY}
    for migrations in (REPLACED, [*REPLACED, *INITIAL], [*INITIAL], [OF_A_LIBRARY], []):
        assert not pre_releases.is_too_old(migrations)


@pytest.mark.parametrize("missing", [LAST, ("api", "0001_tokens")])
def test_a_missing_migration_makes_it_too_old(missing: tuple[str, str]) -> None:
    assert pre_releases.is_too_old(key for key in REPLACED if key != missing)


def test_database_of_the_last_pre_release_is_up_to_date(recorder: MigrationRecorder) -> None:
    for app, name in REPLACED:
        recorder.record_applied(app, name)
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert pre_releases.refusal() == ""
    call_command("migrate", verbosity=0)
    assert recorder.applied_migrations().keys() >= INITIAL
    assert "The database is up to date." in [finding.text for finding in report()]


def test_older_database_is_refused_with_the_commit_to_install_first(
    recorder: MigrationRecorder, settings: Any, tmp_path: Any, client: Client
) -> None:
    for app, name in REPLACED:
        if (app, name) != LAST:
            recorder.record_applied(app, name)
    settings.DATA_DIR = tmp_path
    (fault,) = [finding.text for finding in report() if not finding.is_all_right]
    assert pre_releases.LAST_PRE_RELEASE in fault
    for command in ("prepare", "serve"):
        with pytest.raises(
            CommandError, match=f"First install commit {pre_releases.LAST_PRE_RELEASE}"
        ):
            call_command(command)
    assert client.get("/readyz").json()["migrations"] == "too old: run manage.py upgrade-check"


def report() -> list[upgrade.Finding]:
    return upgrade.findings(upgrade.today(), installation.settings_file(), variables.names())
