"""Retention times of rows after their end, and deleting rows whose time is over.

settings.RETENTION_DAYS has the days of each kind; the rooms that write the rows delete them. The
answers to Idempotency-Keys are deleted by the API (api.tasks).
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from league.operations.exchange import import_undo
from league.operations.mail import outbox as mail_outbox
from league.operations.messages import posting
from league.operations.people import accounts, invitations, tokens
from league.operations.signups import roster
from league.operations.support import jobs
from league.operations.webhooks import feed, outbox, webhooks

PURGES: Mapping[str, Callable[[datetime], None]] = {  # by kind: delete what ended before a time
    "sign_ins": accounts.purge_sign_ins,
    "invitations": invitations.purge,
    "tokens": tokens.purge,
    "mail": mail_outbox.purge,
    "webhooks": outbox.purge,
    "messages": posting.purge,
    "job_files": jobs.purge_files,
    "jobs": jobs.purge,
    "sign_ups": roster.purge,
}


def purge_expired(now: datetime) -> None:
    """Delete data whose retention period is over. A kind that fails does not keep the others from
    being deleted; its error is raised at the end."""
    errors = []
    purges = [
        *((purge, now - period(kind)) for kind, purge in PURGES.items()),
        (webhooks.purge, now),
        (feed.end_idle_feeds, now - feed.IDLE_PERIOD),
        (import_undo.erase_details, now - import_undo.UNDO_PERIOD),
    ]
    for purge, before in purges:
        try:
            purge(before)
        except Exception as error:
            errors.append(error)
    if errors:
        raise ExceptionGroup("some kinds were not deleted", errors)


def period(kind: str) -> timedelta:
    """Return how long rows of this kind are kept after their end."""
    return timedelta(days=settings.RETENTION_DAYS[kind])
