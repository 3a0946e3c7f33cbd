"""The schedule of beat. A task that no worker takes before the next one of its kind expires."""

from typing import Any

from celery.schedules import crontab

HOUR = 3600.0


def tasks(sweep_seconds: float) -> dict[str, dict[str, Any]]:
    """Return the schedule; what sweeps looks for work whose hint was lost."""
    return {
        "sweep": _every(sweep_seconds, "scoring.sweep", expires=2 * sweep_seconds),
        "sweep_jobs": _every(sweep_seconds, "league.sweep_jobs", expires=2 * sweep_seconds),
        "send_webhooks": _every(sweep_seconds, "league.webhooks_send", expires=2 * sweep_seconds),
        "send_mail": _every(sweep_seconds, "league.mail_send", expires=2 * sweep_seconds),
        "send_messages": _every(sweep_seconds, "league.messages_send", expires=2 * sweep_seconds),
        "remind": _every(600.0, "league.messages_remind"),
        "end_announcements": _every(60.0, "league.end_announcements"),
        "log_answers": _every(60.0, "league.log_answers"),
        "watch_health": _every(60.0, "league.watch_health"),
        "measure_files": _every(60.0, "league.measure_files"),
        "run_backup": _every(600.0, "league.run_backup"),  # whether one is due
        "upload_backups": _every(600.0, "league.upload_backups"),
        "purge_expired": _every(HOUR, "league.purge_expired"),
        "purge_keys": _every(HOUR, "api.purge_keys"),
        "check": _nightly("4:10", "scoring.check"),
        "check_ratings": _nightly("4:20", "scoring.rate_check"),
        "rebuild_search": _nightly("4:30", "league.rebuild_search"),
    }


def _every(seconds: float, task: str, *, expires: float | None = None) -> dict[str, Any]:
    return {"task": task, "schedule": seconds, "options": {"expires": expires or seconds}}


def _nightly(time: str, task: str) -> dict[str, Any]:
    hour, minute = time.split(":")
    return {
        "task": task,
        "schedule": crontab(hour=hour, minute=minute),
        "options": {"expires": HOUR},
    }
