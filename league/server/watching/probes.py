"""Health checks. /livez: the process serves. /readyz: database, migrations, worker and standings
are ready."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from league.server.upkeep import pre_releases
from scoring import staleness
from scoring.tasks import SWEPT_AT

STALE_AFTER = timedelta(seconds=10 + 3 * settings.SWEEP_SECONDS)


def livez(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """Return 503 while a part is not ready; each part is "ok" or names its problem. A table that
    stays behind is reported, but makes no server unready: another one would do no better."""
    database = _database()
    answers = database == "ok"  # a hanging database is queried only once
    parts = {
        "database": database,
        "migrations": _migrations() if answers else "unknown: the database does not answer",
        "worker": _worker(),
    }
    is_ready = all(state == "ok" for state in parts.values())
    standings = _standings() if answers else "unknown: the database does not answer"
    state = {"status": "ok" if is_ready else "not ready", **parts, "standings": standings}
    response = JsonResponse(state, status=200 if is_ready else 503)
    response._has_been_logged = True  # type: ignore[attr-defined]  # the response says it all
    return response


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "does not answer"
    return "ok"


def _migrations() -> str:
    try:
        if pre_releases.refusal():
            return "too old: run manage.py upgrade-check"
        executor = MigrationExecutor(connection)
        due = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        return "unknown: the database does not answer"
    return f"{len(due)} to apply: run manage.py migrate" if due else "ok"


def _worker() -> str:
    """Return the state of the worker: the sweep passes through beat, broker and worker, and leaves
    its time in the cache."""
    try:
        swept_at = cache.get(SWEPT_AT)
    except Exception as error:  # any error means that the cache is not ready
        return f"cache does not answer ({type(error).__name__})"
    if swept_at is None:
        return "no sweep yet"
    age = timezone.now() - datetime.fromisoformat(swept_at)
    return "ok" if age < STALE_AFTER else f"last sweep {int(age.total_seconds())} s ago"


def _standings() -> str:
    """Return the state of the standings: a table that stays behind although the worker is ready has
    a problem of its own."""
    now = timezone.now()
    try:
        stuck = staleness.stalest_table(before=now - STALE_AFTER)
    except Error:
        return "unknown: the database does not answer or is not migrated"
    if stuck is None:
        return "ok"
    table, since = stuck
    name = f"table {table.game or 'overall'} of season {table.season_id}"
    return f"{name} behind for {int((now - since).total_seconds())} s"
