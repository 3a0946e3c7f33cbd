"""Settings that are worth a warning; what opens a door is refused by the settings themselves."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security)
def warn_of_settings(**kwargs: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.EMBEDDED and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        found.append(
            Warning(
                "Separate workers (REDIS_URL) on SQLite work on one machine only.",
                hint="Set DATABASE_URL to a PostgreSQL server before adding a second machine.",
                id="manche.W001",
            )
        )
    return found
