"""Combinations of settings that would lose data or open a door are refused at start-up."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register


@register(Tags.security)
def refuse_unsafe_settings(**kwargs: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if settings.DEBUG and settings.DATABASE_URL:
        found.append(
            Error(
                "DEBUG is on while DATABASE_URL names a server.",
                hint="Set DEBUG=0: error pages would show your settings to visitors.",
                id="manche.E001",
            )
        )
    if not settings.EMBEDDED and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        found.append(
            Warning(
                "Separate workers (REDIS_URL) on SQLite work on one machine only.",
                hint="Set DATABASE_URL to a PostgreSQL server before adding a second machine.",
                id="manche.W001",
            )
        )
    if "*" in settings.ALLOWED_HOSTS:
        found.append(
            Warning(
                "ALLOWED_HOSTS accepts every host name.",
                hint="List the names under which members reach this server.",
                id="manche.W002",
            )
        )
    return found
