"""What the workers do for the league besides standings: long jobs, one function per kind, and what
webhooks are told. The work stands in the database; a task is a hint to look."""

import threading
from collections.abc import Callable, Mapping

from celery import shared_task
from django.conf import settings
from django.db import connections
from django.utils import timezone

from league.operations.exchange import import_undo, imports
from league.operations.exchange.archive import work
from league.operations.support import jobs
from league.operations.support.jobs import JobKind
from league.operations.webhooks import events, outbox, webhooks

KINDS: Mapping[str, JobKind] = {
    "export_club": JobKind(work.export_club, snapshot=True),
    "import_club": JobKind(work.import_club, forget=True),
    **{
        kind: JobKind(imports.run_import, prepare=imports.store_head)
        for kind in imports.JOB_KINDS.values()
    },
}
_busy = threading.Lock()
TIME_LIMIT = 3600  # seconds; what runs longer counts as killed


@shared_task(
    name="league.run_job", max_retries=0, time_limit=TIME_LIMIT, soft_time_limit=TIME_LIMIT - 60
)
def run_job(pk: int) -> None:
    jobs.run(pk, KINDS)


@shared_task(name="league.sweep_jobs", max_retries=0)
def sweep_jobs() -> None:
    """Find again what has lost its hint or its worker."""
    jobs.sweep()


@shared_task(name="league.purge_jobs", max_retries=0)
def purge_jobs() -> None:
    jobs.purge()
    import_undo.erase_old_details()


@shared_task(name="league.webhooks_send", max_retries=0)
def webhooks_send() -> None:
    """Send what is due. Beat comes as often as it sweeps tables, and every change sends a hint."""
    outbox.clear_wakeup()
    if settings.EMBEDDED:
        aside(send)  # the one worker thread has standings to count
    else:
        send()


@shared_task(name="league.webhooks_purge", max_retries=0)
def webhooks_purge() -> None:
    """Forget what is too old to be sent again."""
    outbox.purge(timezone.now())
    webhooks.purge(timezone.now())


def send() -> None:
    events.announce_standings()
    outbox.send_due()


def aside(errand: Callable[[], None]) -> threading.Thread | None:
    """In a thread of its own; None when one is at it already, as the next sweep comes soon."""
    if not _busy.acquire(blocking=False):
        return None

    def run() -> None:
        try:
            errand()
        finally:
            connections.close_all()
            _busy.release()

    thread = threading.Thread(target=run, name="manche-webhooks", daemon=True)
    thread.start()
    return thread
