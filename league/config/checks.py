"""Checks of settings that deserve a warning; dangerous settings are refused by the settings
themselves."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from league.config import reporting


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
