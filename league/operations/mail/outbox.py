"""The outbox of mails. The only writer of Mail.

A mail is stored in the transaction of what it tells about. A worker claims a mail that is due
(`support.queues`), sends it, and records the outcome; a mail goes out at least once, and under the
same Message-ID each time.
"""

import secrets
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from league.errors import Conflict
from league.models import Mail, MailCategory, MailState, SuppressionReason
from league.operations.mail import limits, suppressions
from league.operations.mail.letters import Letter
from league.operations.mail.smtp import OF_THE_SERVER, MailServer, Outcome, OutcomeKind
from league.operations.support import queues
from league.operations.support.locks import lock_row

SEND = "league.mail_send"  # the task, by name: it stands above this module
MINUTE, HOUR = 60, 3600
BACKOFF_SECONDS = (
    *(MINUTE, 5 * MINUTE, 15 * MINUTE),
    *(HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR),
)
MOST_ATTEMPTS = len(BACKOFF_SECONDS) + 1  # two days
FAILED = (MailState.REFUSED, MailState.GIVEN_UP)
MISCONFIGURED_RETRY = timedelta(minutes=5)  # until wrong settings are tried again


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
) -> Mail | None:
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
    mail = Mail(
        to=to.strip().lower(),
        category=category,
        subject=letter.subject,
        text=text,
        html=html,
        headers=headers,
        message_id=f"<{secrets.token_hex(16)}@{_domain()}>",
    )
    if reason := _reason_against(mail, is_limited=is_limited):
        _end(mail, MailState.REFUSED, reason)
        mail.text = mail.html = ""
        mail.save()
        return mail
    mail.save()
    queues.wake_after_commit(SEND)
    return mail


def send_due() -> None:
    """Send all mails that are due, over one connection; end early where the server is away or wants
    none of them."""
    if not is_configured():
        return
    end = time.monotonic() + queues.RUN_SECONDS
    with MailServer() as server:
        while time.monotonic() < end and (mail := claim(timezone.now())):
            outcome = server.send(_message(mail))
            record(mail, outcome, timezone.now())
            if outcome.kind in OF_THE_SERVER:
                break


def claim(now: datetime) -> Mail | None:
    """Claim one mail that is due, first attempts first; return None when there is none. A mail that
    has ended its worker too often is given up."""
    due = Mail.objects.filter(state=MailState.WAITING, next_attempt_at__lte=now)
    return queues.claim(due, now, _end_hopeless)


@transaction.atomic
def record(claimed: Mail, outcome: Outcome, now: datetime) -> None:
    """Record an attempt: the mail was sent, its address refused for good, or it is tried again.
    Nothing is recorded if another worker has claimed the mail since."""
    mail = queues.still_claimed(Mail.objects.all(), claimed).first()
    if mail is None:
        return
    mail.answer = outcome.answer
    if outcome.kind == OutcomeKind.SENT:
        _end(mail, MailState.SENT, outcome.answer)
    elif outcome.kind == OutcomeKind.ADDRESS_REFUSED:
        suppressions.suppress(mail.to, SuppressionReason.BOUNCED, outcome.answer)
        _end(mail, MailState.REFUSED, outcome.answer)
    elif outcome.kind == OutcomeKind.MAIL_REFUSED:
        _end(mail, MailState.REFUSED, outcome.answer)
    elif outcome.kind == OutcomeKind.MISCONFIGURED:  # no fault of this mail
        mail.attempts -= 1
        mail.next_attempt_at = now + MISCONFIGURED_RETRY
    elif mail.attempts >= MOST_ATTEMPTS:
        _end(mail, MailState.GIVEN_UP, outcome.answer)
    else:
        mail.next_attempt_at = now + queues.backoff(BACKOFF_SECONDS, mail.attempts)
    mail.save()


@transaction.atomic
def send_again(pk: int) -> None:
    """Send a failed mail again, also to an address that refused mail. Raise NotFound if its words
    are erased, and Conflict if its reader stopped such mail."""
    mail = lock_row(Mail.objects.filter(state__in=FAILED).exclude(text=""), pk)
    suppressions.lift(mail.to)
    if reason := suppressions.reason_against(mail.to, mail.category):
        raise Conflict(str(SuppressionReason(reason).label))
    mail.state, mail.attempts, mail.answer = MailState.WAITING, 0, ""
    mail.next_attempt_at, mail.ended_at = timezone.now(), None
    mail.save()
    queues.wake_after_commit(SEND)


def purge(before: datetime) -> None:
    """Delete mails that ended before a time."""
    ended = Mail.objects.exclude(state=MailState.WAITING)
    delete_in_batches(ended.filter(ended_at__lt=before))


def forget_addresses(addresses: Iterable[str]) -> None:
    """Delete all mails to these addresses, sent or not."""
    for address in addresses:
        Mail.objects.filter(to__iexact=address).delete()


def send_test(to: str) -> Mail | None:
    """Send a mail that says that mail works."""
    return send(to, lambda: Letter("mail_test"))


def _reason_against(mail: Mail, *, is_limited: bool) -> str:
    """Return why this mail is not sent, or an empty text."""
    if reason := suppressions.reason_against(mail.to, mail.category):
        return str(SuppressionReason(reason).label)
    if is_limited:
        rows = Mail.objects.filter(to=mail.to, created_at__gte=limits.since()).count()
        sent = limits.count_today("to", limits.mailbox(mail.to), rows)
        if sent > limits.MOST_TO_ADDRESS:
            return _("too many e-mails to this address in one day")
    return ""


def _message(mail: Mail) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        mail.subject,
        mail.text,
        settings.DEFAULT_FROM_EMAIL,
        [mail.to],
        headers={"Message-ID": mail.message_id, **mail.headers},
    )
    message.attach_alternative(mail.html, "text/html")
    return message


def _headers(to: str, category: str, unsubscribe: str) -> dict[str, str]:
    headers = {"Auto-Submitted": "auto-generated"}
    if category != MailCategory.ACCOUNT:
        link = unsubscribe or suppressions.unsubscribe_link(to)
        headers["List-Unsubscribe"] = f"<{link}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _domain() -> str:
    sender: str = settings.DEFAULT_FROM_EMAIL
    return sender.rpartition("@")[2].strip("> ")


def _end_hopeless(mail: Mail) -> bool:
    if is_hopeless := mail.attempts >= MOST_ATTEMPTS:
        _end(mail, MailState.GIVEN_UP, mail.answer)
        mail.save()
    return is_hopeless


def _end(mail: Mail, state: str, answer: str) -> None:
    """Set the end of a mail, and erase the words of one that was sent."""
    mail.state, mail.answer, mail.ended_at = state, str(answer)[:300], timezone.now()
    if state == MailState.SENT:
        mail.text = mail.html = ""
