"""Checks of settings that deserve a warning; dangerous settings are refused by the settings
themselves."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security)
def warn_of_settings(**kwargs: Any) -> list[CheckMessage]:
    warnings: list[CheckMessage] = []
    if not settings.EMBEDDED and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        warnings.append(
            Warning(
                "Separate workers (REDIS_URL) on SQLite work on one machine only.",
                hint="Set DATABASE_URL to a PostgreSQL server before adding a second machine.",
                id="manche.W001",
            )
        )
    return warnings
