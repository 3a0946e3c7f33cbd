"""Checks of settings that deserve a warning; dangerous settings are refused by the settings
themselves."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from league.server.upkeep import pre_releases
from league.server.watching import reporting


@register(Tags.security)
def warn_of_settings(**kwargs: Any) -> list[CheckMessage]:
    warnings: list[CheckMessage] = []
    if not settings.EMBEDDED and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        warnings.append(
            checks.Warning(
                "Separate workers (REDIS_URL) on SQLite work on one machine only.",
                hint="Set DATABASE_URL to a PostgreSQL server before adding a second machine.",
                id="manche.W001",
            )
        )
    if settings.DATABASE_POOLED and settings.DATABASES["default"]["ENGINE"] != "database.postgres":
        warnings.append(
            checks.Warning(
                "DATABASE_POOLED is set, but the database is not PostgreSQL.",
                hint="Set DATABASE_URL, or remove DATABASE_POOLED.",
                id="manche.W002",
            )
        )
    return warnings


@register(Tags.database)
def warn_of_pooler(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of a pooler that hands each transaction to another connection, unless the settings know
    of it: what belongs to a connection, such as prepared statements, would be lost."""
    if settings.DATABASE_POOLED or DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    if not is_pooled(connections[DEFAULT_DB_ALIAS]):
        return []
    return [
        checks.Warning(
            "A pooler such as PgBouncer stands between Manche and PostgreSQL.",
            hint="Set DATABASE_POOLED=1, unless it pools by session.",
            id="manche.W003",
        )
    ]


def is_pooled(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the process that answers is another one than the client was connected to: a
    pooler gives clients numbers of its own."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (answering,) = cursor.fetchone()
    return bool(connection.connection.info.backend_pid != answering)


@register(Tags.database)
def refuse_old_pre_releases(
    databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Stop `manage.py migrate`, which runs this check first: it would change nothing, and say that
    all is well."""
    if DEFAULT_DB_ALIAS in (databases or ()) and (words := pre_releases.refusal()):
        return [Error(words, id="manche.E002")]
    return []


@register()
def refuse_missing_packages(**kwargs: Any) -> list[CheckMessage]:
    """Report settings that need packages of requirements/observability.txt which are missing."""
    return [
        Error(
            f"{setting} is set, but the package {package} is not installed.",
            hint="Install requirements/observability.txt (for the image: REQUIREMENTS=observability"
            f" in docker/.env, then build), or remove {setting}.",
            id="manche.E001",
        )
        for setting, package in reporting.missing_packages()
    ]
