"""Celery tasks of the league besides standings: jobs, one function per kind, webhooks, messages
and mail.

The work is stored in the database; a task is only a wake-up.
"""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping

from celery import shared_task
from django.conf import settings
from django.db import connections
from django.utils import timezone

from league.demo import loading
from league.models import Channel
from league.operations.exchange import imports
from league.operations.exchange.archive import archive_jobs
from league.operations.mail import sender as mail_sender
from league.operations.messages import mailing, place_checks, pushing, reminders
from league.operations.outbox import queue
from league.operations.people import club_logo, player_words
from league.operations.privacy import my_data, retention
from league.operations.room import announcements
from league.operations.signups import anonymous
from league.operations.support import jobs, name_keys, queues
from league.operations.support.folder_lock import lock_folder
from league.operations.support.jobs import JobKind
from league.operations.tournaments import final_ranking
from league.operations.webhooks import events, sender
from league.server.upkeep.backup import nightly, uploads
from league.server.watching.health import alarm

log = logging.getLogger(__name__)
KINDS: Mapping[str, JobKind] = {
    "export_club": JobKind(archive_jobs.export_club, snapshot=True),
    "import_club": JobKind(archive_jobs.import_club, forget=True),
    "load_demo": JobKind(loading.run_job),
    my_data.ACCOUNT_JOB: JobKind(my_data.write_account, snapshot=True),
    my_data.PLAYER_JOB: JobKind(my_data.write_player, snapshot=True),
    club_logo.JOB: JobKind(club_logo.work, forget=True),
    **{
        kind: JobKind(imports.run_import, prepare=imports.read_head)
        for kind in imports.JOB_KINDS.values()
    },
}
_thread_locks: dict[str, threading.Lock] = defaultdict(threading.Lock)  # by name of the function
TIME_LIMIT = 3600  # seconds; what runs longer counts as killed


@shared_task(
    name="league.run_job", max_retries=0, time_limit=TIME_LIMIT, soft_time_limit=TIME_LIMIT - 60
)
def run_job(pk: int) -> None:
    """Run a job."""
    jobs.run(pk, KINDS)


@shared_task(name="league.sweep_jobs", max_retries=0)
def sweep_jobs() -> None:
    """Announce jobs again whose task or worker was lost."""
    jobs.sweep()


@shared_task(name="league.purge_expired", max_retries=0)
def purge_expired() -> None:
    """Delete rows whose retention time is over; beat starts this every hour."""
    retention.purge_expired(timezone.now())


@shared_task(name="league.end_announcements", max_retries=0)
def end_announcements() -> None:
    """Take announcements whose time is over from stored pages."""
    announcements.end_expired(timezone.now())


@shared_task(name="league.log_answers", max_retries=0)
def log_answers() -> None:
    """Record the answers of people without an account in the logs of their clubs."""
    anonymous.record_answers()


@shared_task(name="league.rebuild_search", max_retries=0)
def rebuild_search() -> None:
    """Store the words and keys of names that a process of an older version has written; beat starts
    this every night."""
    if differing := player_words.rebuild():
        log.warning("the search had other words than the names of %s players", differing)
    if differing := name_keys.rebuild():
        log.warning("%s names had other sort keys than their own", differing)


@shared_task(
    name="league.run_backup",
    max_retries=0,
    time_limit=TIME_LIMIT,
    soft_time_limit=TIME_LIMIT - 60,
)
def run_backup() -> None:
    """Make the backup of the day and try it, if it is due; beat starts this every ten minutes, and
    one may take longer than that."""
    if settings.EMBEDDED:
        run_in_thread(nightly.run)
    elif settings.BACKUP_DIR is not None:
        with lock_folder(settings.BACKUP_DIR) as is_alone:
            if is_alone:
                nightly.run()


@shared_task(name="league.upload_backups", max_retries=0)
def upload_backups() -> None:
    """Bring the store of backups up to date; beat starts this every ten minutes. It runs where the
    world can be reached, apart from what makes backups."""
    run_aside(uploads.bring_up_to_date)


@shared_task(name="league.webhooks_send", max_retries=0)
def webhooks_send() -> None:
    """Send the deliveries that are due. Beat starts this as often as it sweeps tables, and every
    change wakes it up."""
    queues.clear_wakeup(queue.TASKS[Channel.WEBHOOK])
    run_aside(send)


@shared_task(name="league.mail_send", max_retries=0)
def mail_send() -> None:
    """Send the mails that are due. Every new mail wakes it up, and beat starts it besides."""
    queues.clear_wakeup(queue.TASKS[Channel.MAIL])
    run_aside(mail_sender.send_due)


@shared_task(name="league.messages_send", max_retries=0)
def messages_send() -> None:
    """Send the messages that are due. Every new one wakes it up, and beat starts it besides."""
    queues.clear_wakeup(queue.TASKS[Channel.PUSH])
    run_aside(send_messages)


@shared_task(name="league.messages_remind", max_retries=0)
def messages_remind() -> None:
    """Write the messages whose time has come: evenings of tomorrow, months that are over; beat
    starts this every ten minutes."""
    reminders.post_due(timezone.now(), final_ranking.read)


@shared_task(name="league.watch_health", max_retries=0)
def watch_health() -> None:
    """Check the server and alarm its owner; beat starts this every minute."""
    run_aside(alarm.watch)


@shared_task(name="league.measure_files", max_retries=0)
def measure_files() -> None:
    """Look at backups and disks for the processes that do not see them; beat starts this every
    minute."""
    alarm.measure_files(timezone.now())


def send() -> None:
    """Publish new standings and send the deliveries that are due."""
    events.announce_standings()
    sender.send_due()


def send_messages() -> None:
    """Compare places after corrections, write mails, and push what is due."""
    place_checks.post_due()
    mailing.send_due()
    pushing.send_due()


def run_aside(function: Callable[[], object]) -> None:
    """Run a function that waits for other servers. The embedded layout has one worker thread, which
    also counts standings: there the function gets a thread of its own."""
    if settings.EMBEDDED:
        run_in_thread(function)
    else:
        function()


def run_in_thread(function: Callable[[], object]) -> threading.Thread | None:
    """Run a function in a thread of its own; return None if one is running, since the next sweep
    comes soon."""
    lock = _thread_locks[function.__qualname__]
    if not lock.acquire(blocking=False):
        return None

    def run() -> None:
        try:
            function()
        except Exception:  # the next sweep tries again
            log.exception("%s failed", function.__qualname__)
        finally:
            connections.close_all()
            lock.release()

    thread = threading.Thread(target=run, name=f"manche-{function.__qualname__}", daemon=True)
    thread.start()
    return thread
