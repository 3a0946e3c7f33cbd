"""Migrations are applied while the old version serves, so new ones keep what it uses.

The linter reads the SQL that PostgreSQL would get. Exempt are the migrations of EXCUSED, each
with its reason, and those of the first release, which no older version serves beside.
"""

from collections.abc import Iterator
from typing import Any

import environ
import pytest
from django.db import migrations, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.utils import ConnectionHandler
from django_migration_linter.sql_analyser.analyser import analyse_sql_statements
from django_migration_linter.sql_analyser.postgresql import PostgresqlAnalyser

from tests import services

pytestmark = pytest.mark.services
OWN_APPS = {"api", "league", "scoring"}
# migration: why it is safe, or that the old version must stop first
EXCUSED: dict[str, str] = {
    "scoring.0002_substitutions": "the constraint is weaker than the one that it replaces",
    "scoring.0004_leagues": "the constraints are weaker than those that they replace",
    "league.0009_tables_and_closing": "unique columns that are new, and null in all rows",
    "league.0019_event_feed": "a unique column that is new, and null in all rows",
}


@pytest.fixture
def postgres(django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    """Yield a connection by which SQL is made; nothing is read or written."""
    settings = environ.Env.db_url_config(services.POSTGRES)
    with django_db_blocker.unblock():
        connection = ConnectionHandler({"default": settings})["default"]
        yield connection
        connection.close()


def errors(
    migration: migrations.Migration, before: ProjectState, postgres: BaseDatabaseWrapper
) -> list[str]:
    """Return what the linter says about the SQL of a migration, which is not run."""
    with postgres.schema_editor(collect_sql=True, atomic=migration.atomic) as editor:
        migration.apply(before.clone(), editor, collect_sql=True)
    issues, _ignored, _warnings = analyse_sql_statements(PostgresqlAnalyser, editor.collected_sql)
    return [f"{issue.code} {issue.table}.{issue.column}" for issue in issues]


def test_the_old_version_goes_on_serving(postgres: BaseDatabaseWrapper) -> None:
    loader = MigrationLoader(None)
    unsafe = {
        ".".join(key): issues
        for key, migration in sorted(loader.disk_migrations.items())
        if key[0] in OWN_APPS and not migration.replaces and ".".join(key) not in EXCUSED
        if (issues := errors(migration, loader.project_state(key, at_end=False), postgres))
    }
    assert unsafe == {}


def test_an_excuse_has_its_migration() -> None:
    there = {".".join(key) for key in MigrationLoader(None).disk_migrations}
    assert set(EXCUSED) <= there


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (migrations.RemoveField("club", "name"), "DROP_COLUMN"),
        (migrations.RenameField("club", "name", "title"), "RENAME_COLUMN"),
        (migrations.DeleteModel("club"), "DROP_TABLE"),
        (migrations.AddField("club", "seats", models.IntegerField(default=0)), "NOT_NULL"),
        (migrations.AlterField("club", "name", models.IntegerField()), "ALTER_COLUMN"),
        (migrations.AddField("club", "seats", models.IntegerField(db_default=0)), ""),
        (migrations.AddField("club", "seats", models.IntegerField(null=True)), ""),
        (migrations.AddIndex("club", models.Index("name", name="by_name")), ""),
    ],
)
def test_an_unsafe_operation_is_found(
    operation: Any, code: str, postgres: BaseDatabaseWrapper
) -> None:
    before = ProjectState()
    name = models.CharField(max_length=100)
    migrations.CreateModel(
        "Club", [("id", models.AutoField(primary_key=True)), ("name", name)]
    ).state_forwards("league", before)
    migration = type("Migration", (migrations.Migration,), {"operations": [operation]})
    issues = errors(migration("0001_tried", "league"), before, postgres)
    assert [issue.split()[0] for issue in issues] == ([code] if code else [])
