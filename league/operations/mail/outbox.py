"""Mails: writing them into the outbox, and limits, suppression and purge. `sender` sends them.

A mail is stored in the transaction of what it tells about.
"""

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from league.errors import Conflict
from league.models import Channel, MailCategory, Outgoing, OutgoingState, SuppressionReason
from league.models.outbox import ANSWER_LENGTH
from league.operations.mail import limits, suppressions
from league.operations.mail.letters import Letter
from league.operations.outbox import queue
from league.operations.support.locks import lock_row

REFUSED = OutgoingState.REFUSED


def mails() -> "QuerySet[Outgoing]":
    """Return the mails that wait or have ended."""
    return Outgoing.objects.filter(channel=Channel.MAIL)


def is_configured() -> bool:
    """Return whether this server sends mail."""
    return bool(settings.EMAIL_URL)


@transaction.atomic
def send(
    to: str,
    write: Callable[[], Letter],
    *,
    language: str = "",
    category: str = MailCategory.ACCOUNT,
    unsubscribe: str = "",
    is_limited: bool = False,
) -> Outgoing | None:
    """Store a mail, which a worker sends; `write` is called in the language of its reader. Return
    None where the server sends no mail. A mail to a suppressed address is stored as refused.
    `unsubscribe` is the link for a click in the mail program; without one it stops all of clubs.
    `is_limited` is for mails that other people than the reader can cause: an address gets a limited
    number of them a day, and the rest is stored as refused."""
    if not is_configured():
        return None
    language = language or translation.get_language() or settings.LANGUAGE_CODE
    with translation.override(language):
        letter = write()
        text, html = letter.to_text(), letter.to_html()
        headers = _headers(to, category, unsubscribe)
    mail = Outgoing(
        channel=Channel.MAIL, to=to.strip().lower(), category=category, subject=letter.subject
    )
    if reason := _reason_against(mail, is_limited=is_limited):
        mail.answer = str(reason)[:ANSWER_LENGTH]
        mail.state, mail.next_attempt_at, mail.ended_at = REFUSED, None, timezone.now()
    else:
        mail.content = {"text": text, "html": html, "headers": headers}
    queue.put([mail])
    return mail


@transaction.atomic
def send_again(pk: int) -> None:
    """Send a failed mail again, also to an address that refused mail. Raise NotFound if its words
    are erased, and Conflict if its reader stopped such mail."""
    mail = lock_row(mails(), pk)
    suppressions.lift(mail.to)
    if reason := suppressions.reason_against(mail.to, mail.category):
        raise Conflict(str(SuppressionReason(reason).label))
    queue.send_again(mails().exclude(content={}), pk)


def purge(before: datetime) -> None:
    """Delete mails that ended before a time."""
    delete_in_batches(mails().filter(ended_at__lt=before))


def forget_addresses(addresses: Iterable[str]) -> None:
    """Delete all mails to these addresses, sent or not."""
    for address in addresses:
        mails().filter(to__iexact=address).delete()


def send_test(to: str) -> Outgoing | None:
    """Send a mail that says that mail works."""
    return send(to, lambda: Letter("mail_test"))


def _reason_against(mail: Outgoing, *, is_limited: bool) -> str:
    """Return why this mail is not sent, or an empty text."""
    if reason := suppressions.reason_against(mail.to, mail.category):
        return str(SuppressionReason(reason).label)
    if is_limited:
        rows = mails().filter(to=mail.to, created_at__gte=limits.since()).count()
        sent = limits.count_today("to", limits.mailbox(mail.to), rows)
        if sent > limits.MOST_TO_ADDRESS:
            return _("too many e-mails to this address in one day")
    return ""


def _headers(to: str, category: str, unsubscribe: str) -> dict[str, str]:
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ")
    headers = {
        "Message-ID": f"<{secrets.token_hex(16)}@{domain}>",
        "Auto-Submitted": "auto-generated",
    }
    if category != MailCategory.ACCOUNT:
        link = unsubscribe or suppressions.unsubscribe_link(to)
        headers["List-Unsubscribe"] = f"<{link}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
