"""Sends mails over one connection, each under the same Message-ID in every attempt."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from league.models import Channel, Outgoing, OutgoingState, SuppressionReason
from league.operations.mail import suppressions
from league.operations.mail.outbox import is_configured
from league.operations.mail.smtp import OF_THE_SERVER, MailOutcome, MailServer, OutcomeKind
from league.operations.outbox import queue
from league.operations.outbox.queue import Answer, Sender

MINUTE, HOUR = 60, 3600
MISCONFIGURED_RETRY = timedelta(minutes=5)  # until wrong settings are tried again
STATES = {
    OutcomeKind.SENT: OutgoingState.DELIVERED,
    OutcomeKind.ADDRESS_REFUSED: OutgoingState.REFUSED,
    OutcomeKind.MAIL_REFUSED: OutgoingState.REFUSED,
}


class MailSender(Sender[MailOutcome]):
    """Sends mails. A run ends where the server is away or wants none of them."""

    channel = Channel.MAIL
    pauses = (
        *(MINUTE, 5 * MINUTE, 15 * MINUTE),
        *(HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR),
    )  # two days

    def __init__(self, server: MailServer) -> None:
        super().__init__()
        self.server = server

    def call(self, row: Outgoing, now: datetime) -> Callable[[], MailOutcome]:
        text, html, headers = (row.content[part] for part in ("text", "html", "headers"))
        sender = settings.DEFAULT_FROM_EMAIL
        message = EmailMultiAlternatives(row.subject, text, sender, [row.to], headers=headers)
        message.attach_alternative(html, "text/html")
        return partial(self.server.send, message)

    def answer(self, row: Outgoing, outcome: MailOutcome, now: datetime) -> Answer:
        self.is_over = outcome.kind in OF_THE_SERVER
        if outcome.kind == OutcomeKind.ADDRESS_REFUSED:
            suppressions.suppress(row.to, SuppressionReason.BOUNCED, outcome.answer)
        state = STATES.get(outcome.kind, OutgoingState.PENDING)
        if outcome.kind == OutcomeKind.MISCONFIGURED:
            return Answer(state, outcome.answer, MISCONFIGURED_RETRY, counts=False)
        return Answer(state, outcome.answer)


def send_due() -> None:
    """Send the mails that are due, if this server sends mail."""
    if is_configured():
        with MailServer() as server:
            queue.send_due(MailSender(server))
