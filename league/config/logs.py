"""Logging of all processes: one handler for the console, and a brief one without tracebacks."""

from typing import Any


def configured(log_format: str, level: str) -> dict[str, Any]:
    """Return the configuration for Django; `log_format` is "text" or "json"."""
    formatter = f"league.server.watching.logs.{log_format.title()}Formatter"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": formatter},
            "brief": {"()": formatter, "has_traceback": False},
        },
        "filters": {"once": {"()": "league.server.watching.logs.OutageOnce"}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["once"]},
            "brief": {"class": "logging.StreamHandler", "formatter": "brief"},
        },
        "loggers": {
            "django.request": {"level": "ERROR"},  # refused rounds are not logged
            "waitress.queue": {"level": "ERROR"},  # waiting requests are not logged
            # requests of a wrong form, such as one for another host: any visitor can send them
            "django.security": {"handlers": ["brief"], "propagate": False},
        },
        "root": {"handlers": ["console"], "level": level},
    }
