"""Databases and backups of versions from before the first release.

Its migrations replace theirs (`replaces`). What the last pre-release made is taken over as it is;
what an older one made has to be brought up to date by the last one first.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

Key = tuple[str, str]  # app and name of a migration
LAST_PRE_RELEASE = "ac939ee0"  # the commit that has the last of the replaced migrations


@cache
def _here() -> Mapping[Key, Migration]:
    """Return the migrations of this version. /readyz needs them often, and they do not change."""
    return MigrationLoader(None).disk_migrations


@cache
def _replaced() -> Mapping[Key, frozenset[Key]]:
    """Return the replaced migrations by their replacement."""
    return {
        key: frozenset(migration.replaces)
        for key, migration in _here().items()
        if migration.replaces
    }


def taken_over(applied: Iterable[Key]) -> set[Key]:
    """Return these migrations, with those that others replace exchanged for their replacement."""
    current = set(applied)
    complete = {key for key, replaced in _replaced().items() if replaced <= current}
    return (current | complete).difference(*_replaced().values())


def is_too_old(applied: Iterable[Key]) -> bool:
    """Return whether some of the replaced migrations are missing, and are not here to be applied.
    Django itself would take the replacement for applied."""
    current = set(applied)
    return any(
        key not in current and replaced & current and replaced - current - _here().keys()
        for key, replaced in _replaced().items()
    )


def refusal() -> str:
    """Return why this version cannot bring the database up to date, or "" if it can."""
    if is_too_old(MigrationRecorder(connection).applied_migrations()):
        words = _(
            "This database is older than the last pre-release. First install commit %(commit)s, "
            "run its `prepare`, and then update to this version."
        )
        return words % {"commit": LAST_PRE_RELEASE}
    return ""
