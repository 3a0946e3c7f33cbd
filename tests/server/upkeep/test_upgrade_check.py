"""What is said before an update, and what is refused."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import checks
from django.db import connection, migrations, models
from django.db.migrations.recorder import MigrationRecorder

from league.config import installation, variables
from league.server.upkeep import upgrade
from league.server.upkeep.upgrade import Finding
from tests.config.test_settings import product, read_by_settings

NOW = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
KNOWN = {("league", "0001_world"), ("league", "0002_more"), ("account", "0001_initial")}


def migration(name: str, *operations: Any) -> migrations.Migration:
    kind = type("Migration", (migrations.Migration,), {"operations": list(operations)})
    made: migrations.Migration = kind(name, "league")
    return made


def database_report(
    *pending: migrations.Migration, applied: set[tuple[str, str]] = KNOWN
) -> list[Finding]:
    return list(upgrade.migration_findings(applied, KNOWN, pending, is_new=False))


def report() -> list[Finding]:
    return upgrade.findings(NOW, installation.settings_file(), variables.names())


def faults(report: list[Finding]) -> list[str]:
    return [finding.text for finding in report if not finding.is_all_right]


# --- the database


def test_an_up_to_date_database_needs_no_action() -> None:
    assert database_report() == [Finding("The database is up to date.")]


def test_pending_migrations_are_named() -> None:
    nullable = migrations.AddField("club", "x", models.IntegerField(null=True))
    first, second = database_report(migration("0003_x", nullable))
    assert "Migrations to be applied: league.0003_x" in first.text
    assert second == Finding("The old version can keep running during these migrations.")


def test_a_database_newer_than_the_program_is_refused() -> None:
    (fault,) = faults(
        database_report(applied=KNOWN | {("league", "0099_future"), ("account", "0099_odd")})
    )
    assert "newer than this program" in fault
    assert "league.0099_future" in fault
    assert "account" not in fault, "libraries squash their migrations"


@pytest.mark.parametrize(
    ("operation", "breaks"),
    [
        (migrations.RemoveField("club", "name"), True),
        (migrations.RenameField("club", "name", "title"), True),
        (migrations.DeleteModel("club"), True),
        (migrations.AddField("club", "x", models.IntegerField(default=0)), True),
        (migrations.AddField("club", "x", models.IntegerField(db_default=0)), False),
        (migrations.AddField("club", "x", models.IntegerField(null=True)), False),
        (migrations.AddField("club", "x", models.ManyToManyField("league.Player")), False),
        (migrations.CreateModel("new", [("id", models.AutoField(primary_key=True))]), False),
        (migrations.SeparateDatabaseAndState([], [migrations.DeleteModel("club")]), False),
        (migrations.SeparateDatabaseAndState([migrations.DeleteModel("club")]), True),
    ],
)
def test_operations_that_break_the_old_version_are_named(operation: Any, breaks: bool) -> None:
    assert upgrade.breaks_old_processes(operation) is breaks
    words = database_report(migration("0003_x", operation))[-1].text
    assert (
        "Stop the old version’s web, worker, courier and beat" in words and "league.0003_x" in words
    ) is breaks


# --- backup, settings, checks, disk


@pytest.mark.parametrize(
    ("hours", "fault"),
    [(None, "no backup"), (25, "older than a day"), (23, "")],
)
def test_a_back_up_of_the_last_day_is_needed(hours: int | None, fault: str, tmp_path: Path) -> None:
    if hours is not None:
        made_at = NOW - timedelta(hours=hours)
        (tmp_path / f"manche-{made_at:%Y-%m-%d-%H%M%S}.manche-backup").touch()
    finding = upgrade.backup_finding(tmp_path, NOW)
    assert finding.is_all_right is not bool(fault)
    assert fault in finding.text
    assert not upgrade.backup_finding(None, NOW).is_all_right


def test_unknown_settings_are_named() -> None:
    given = {"MANCHE_DATA", "MANCHE_DATEN", "OLD_HOSTS"}
    report = list(
        upgrade.setting_findings(given, {"MANCHE_DATA"}, {"OLD_HOSTS": "use ALLOWED_HOSTS."})
    )
    assert faults(report) == ["The setting OLD_HOSTS no longer has any effect: use ALLOWED_HOSTS."]
    assert "Did you mean MANCHE_DATA?" in report[0].text


def test_it_knows_every_setting() -> None:
    assert variables.names() == read_by_settings()


def test_former_settings_are_not_read() -> None:
    assert not set(upgrade.FORMER_SETTINGS) & read_by_settings()


def test_errors_of_the_checks_are_faults_and_warnings_are_said_on_servers(settings: Any) -> None:
    messages = [checks.Error("broken"), checks.Warning("doubtful")]
    settings.EMBEDDED = True
    assert [f.text for f in upgrade.check_findings(messages)] == ["The settings are wrong: broken"]
    settings.EMBEDDED = False
    broken, doubtful = upgrade.check_findings(messages)
    assert (broken.is_all_right, doubtful.is_all_right) == (False, True)


def test_a_full_disk_is_a_fault(tmp_path: Path) -> None:
    assert not upgrade.disk_finding(tmp_path, 10 * upgrade.MIB, 11 * upgrade.MIB).is_all_right
    assert upgrade.disk_finding(tmp_path, 11 * upgrade.MIB, 11 * upgrade.MIB).is_all_right


# --- the command


@pytest.mark.django_db
def test_the_report_of_this_database(settings: Any, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path
    assert "no backup" in faults(report())[0]
    (tmp_path / f"manche-{NOW:%Y-%m-%d-%H%M%S}.manche-backup").touch()
    assert faults(report()) == []
    MigrationRecorder(connection).record_applied("scoring", "0099_future")
    assert "scoring.0099_future" in faults(report())[0]


def test_an_empty_database_can_be_prepared(tmp_path: Path) -> None:
    done = product("manage.py", "upgrade-check", MANCHE_DATA=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "The database is empty" in done.stdout


def test_its_status_says_that_something_stands_in_the_way(tmp_path: Path) -> None:
    variables = {"MANCHE_DATA": str(tmp_path), "DATABASE_URL": "postgresql://127.0.0.1:9/none"}
    done = product("manage.py", "upgrade-check", SECRET_KEY="k" * 50, **variables)
    assert done.returncode == 1
    assert "The database is not responding" in done.stderr
