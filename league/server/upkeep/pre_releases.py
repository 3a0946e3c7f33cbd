"""Databases and backups of versions from before the first release.

Its migrations replace theirs (`replaces`). What the last pre-release made is taken over as it is;
what an older one made has to be brought up to date by the last one first.
"""

from collections.abc import Iterable

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

LAST_PRE_RELEASE = "ac939ee0"  # the commit that has the last of the replaced migrations


def taken_over(applied: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return these migrations, with those that others replace exchanged for their replacement."""
    here, current = MigrationLoader(None).disk_migrations, set(applied)
    complete = {
        key
        for key, migration in here.items()
        if migration.replaces and current.issuperset(migration.replaces)
    }
    return (current | complete) - {old for migration in here.values() for old in migration.replaces}


def is_too_old(applied: Iterable[tuple[str, str]]) -> bool:
    """Return whether some of the replaced migrations are missing, and are not here to be applied.
    Django itself would take the replacement for applied."""
    here, current = MigrationLoader(None).disk_migrations, set(applied)
    return any(
        key not in current
        and not current.isdisjoint(migration.replaces)
        and not set(migration.replaces) <= current | here.keys()
        for key, migration in here.items()
    )


def refusal() -> str:
    """Return why this version cannot bring the database up to date, or "" if it can."""
    if is_too_old(MigrationRecorder(connection).applied_migrations()):
        return (
            "This version cannot read a database of a pre-release this old. First install commit "
            f"{LAST_PRE_RELEASE}, run its `prepare`, and then update to this version."
        )
    return ""
