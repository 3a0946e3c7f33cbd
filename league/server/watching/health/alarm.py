"""The health watch: every minute it measures, judges, and alarms the owners of the server about
checks that are red for ten minutes, and when none is red any more.

Mails are stored in the transaction that marks an alarm as announced, so they are sent once even if
several watches run. A push follows the transaction; every alarm is also logged.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from league.models import User
from league.operations.mail import outbox
from league.operations.webhooks import outbound
from league.server.watching.health import alarm_words, certificates, checks, measures, records
from league.server.watching.health.measured_values import Figures
from league.server.watching.health.records import News

log = logging.getLogger(__name__)
CERTIFICATE_EVERY = timedelta(minutes=10)
PUSH_ATTEMPTS = 3
PUSH_HEADERS = {
    "Content-Type": "text/plain; charset=utf-8",
    "User-Agent": f"Manche/{settings.VERSION}",
    "Connection": "close",
}


def watch(now: datetime | None = None) -> News:
    """Check the server once, alarm its owners if it is time, and return the news."""
    now = now or timezone.now()
    look_at_certificate(now)
    figures = measures.all_figures(now)
    with transaction.atomic():
        news = records.judge(checks.all_checks(figures), now)
        if news:
            _send_mails(figures, news)
    if news:
        _log(figures, news)
        _push(figures, news)
    return news


def look_at_certificate(now: datetime) -> None:
    """Look at the certificate, if there is one to look at and the last look is ten minutes old. An
    address that did not answer is tried again each minute."""
    address = settings.CERTIFICATE_ADDRESS
    if not address:
        return
    last = records.stored_certificate()
    is_fresh = (
        last is not None
        and last.address == address
        and not last.error
        and now - last.measured_at < CERTIFICATE_EVERY
    )
    if not is_fresh:
        records.store(records.CERTIFICATE, certificates.look(address, now))


def measure_files(now: datetime) -> None:
    """Store what this process sees of backups and disks. In one process with the pages there is
    nothing to store."""
    if not settings.EMBEDDED:
        records.store(records.FILES, measures.files(now))


def _send_mails(figures: Figures, news: News) -> None:
    """Store a mail to each owner of the server, in the owner's language."""
    for owner in User.objects.filter(is_operator=True, is_active=True).order_by("pk"):
        outbox.send(owner.email, lambda: alarm_words.letter(figures, news), language=owner.language)


def _log(figures: Figures, news: News) -> None:
    level = logging.ERROR if news.red else logging.WARNING
    with translation.override(settings.LANGUAGE_CODE):
        log.log(level, "%s", " ".join(alarm_words.text(figures, news).split()))


def _push(figures: Figures, news: News) -> None:
    """Send the alarm to ALARM_WEBHOOK_URL, in the language of the first owner. The owner has set
    that address, so it may be in the server's own network."""
    if not settings.ALARM_WEBHOOK_URL:
        return
    first = User.objects.filter(is_operator=True, is_active=True).order_by("pk").first()
    with translation.override((first and first.language) or settings.LANGUAGE_CODE):
        body = alarm_words.text(figures, news).encode()
    for _attempt in range(PUSH_ATTEMPTS):
        answer = outbound.post(settings.ALARM_WEBHOOK_URL, body, PUSH_HEADERS, private=True)
        if answer.ok:
            return
    log.error("the alarm did not reach ALARM_WEBHOOK_URL: %s", answer.status or answer.error)
