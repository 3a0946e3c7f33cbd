"""/livez: the process serves. /readyz: database, migrations, worker and standings are fit."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from scoring import staleness
from scoring.tasks import SWEPT_AT

PATIENCE = timedelta(seconds=10 + 3 * settings.SWEEP_SECONDS)


def livez(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """503 as long as one part is not fit; each part says "ok" or what it lacks.

    A table that stays behind is told, but makes no server unfit: another one would do no better.
    """
    parts = {"database": _database(), "migrations": _migrations(), "worker": _worker()}
    fit = all(state == "ok" for state in parts.values())
    state = {"status": "ok" if fit else "not ready", **parts, "standings": _standings()}
    answer = JsonResponse(state, status=200 if fit else 503)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # who asks is told
    return answer


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "does not answer"
    return "ok"


def _migrations() -> str:
    try:
        executor = MigrationExecutor(connection)
        due = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return "unknown: the database does not answer"
    return f"{len(due)} to apply: run manage.py migrate" if due else "ok"


def _worker() -> str:
    """The sweep passes through beat, broker and worker and leaves a time in the cache."""
    try:
        swept_at = cache.get(SWEPT_AT)
    except Exception as error:  # redis-py and socket errors: whatever it is, the cache is not fit
        return f"cache does not answer ({type(error).__name__})"
    if swept_at is None:
        return "no sweep yet"
    age = timezone.now() - datetime.fromisoformat(swept_at)
    return "ok" if age < PATIENCE else f"last sweep {int(age.total_seconds())} s ago"


def _standings() -> str:
    """A table that stays behind although the worker is fit has a fault of its own."""
    now = timezone.now()
    try:
        stuck = staleness.stalest_table(before=now - PATIENCE)
    except Error:
        return "unknown: the database does not answer or is not migrated"
    if stuck is None:
        return "ok"
    table, since = stuck
    name = f"table {table.game or 'overall'} of season {table.season_id}"
    return f"{name} behind for {int((now - since).total_seconds())} s"
