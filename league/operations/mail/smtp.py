"""The mail server: one connection for several mails, and what its answers mean."""

import logging
import re
import smtplib
from enum import Enum, auto
from types import TracebackType
from typing import NamedTuple

from django.core.mail import EmailMessage, get_connection

log = logging.getLogger(__name__)
LONGEST_ANSWER = 300


class OutcomeKind(Enum):
    SENT = auto()
    ADDRESS_REFUSED = auto()  # permanently: no such mailbox
    MAIL_REFUSED = auto()  # for good, but another mail may pass
    LATER = auto()  # the server said so
    AWAY = auto()  # it cannot be reached, or hung up
    MISCONFIGURED = auto()  # it accepts no mail of ours at all, until its settings are mended


# what holds for every mail, so that a run ends
OF_THE_SERVER = {OutcomeKind.AWAY, OutcomeKind.MISCONFIGURED}


class MailOutcome(NamedTuple):
    kind: OutcomeKind
    answer: str  # of the server, shortened


class MailServer:
    """A context in which mails are sent over one connection, reopened after a failure."""

    def __init__(self) -> None:
        self._connection = get_connection()

    def __enter__(self) -> "MailServer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def send(self, message: EmailMessage) -> MailOutcome:
        """Send one mail and return what became of it."""
        try:
            self._connection.open()
            self._connection.send_messages([message])
        except Exception as error:  # from smtplib and sockets, and refused headers
            self._close()
            self._connection = get_connection()
            return outcome_of(error)
        return MailOutcome(OutcomeKind.SENT, "")

    def _close(self) -> None:
        try:
            self._connection.close()
        except (smtplib.SMTPException, OSError):
            return


def outcome_of(error: Exception) -> MailOutcome:
    """Return what an error of smtplib or of the network means for the mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, answer = next(iter(error.recipients.values()))
        words = _words(code, answer)
        kind = OutcomeKind.ADDRESS_REFUSED if _is_gone(words) else OutcomeKind.LATER
        return MailOutcome(kind, words)
    if isinstance(error, smtplib.SMTPDataError):
        kind = OutcomeKind.MAIL_REFUSED if error.smtp_code >= 500 else OutcomeKind.LATER
        return MailOutcome(kind, _words(error.smtp_code, error.smtp_error))
    if isinstance(error, smtplib.SMTPResponseException):  # greeting, sign-in, sender
        kind = OutcomeKind.MISCONFIGURED if error.smtp_code >= 500 else OutcomeKind.AWAY
        return MailOutcome(kind, _words(error.smtp_code, error.smtp_error))
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return MailOutcome(OutcomeKind.MISCONFIGURED, str(error)[:LONGEST_ANSWER])
    if isinstance(error, smtplib.SMTPException | OSError):
        return MailOutcome(OutcomeKind.AWAY, _named(error))
    if isinstance(error, ValueError):  # a header or an address that cannot be written
        return MailOutcome(OutcomeKind.MAIL_REFUSED, str(error)[:LONGEST_ANSWER])
    log.error("a mail could not be sent", exc_info=error)
    return MailOutcome(OutcomeKind.LATER, _named(error))


def _is_gone(answer: str) -> bool:
    """Return whether a refused recipient is refused for good. A server that asks for a password or
    forbids relaying (530, 5.7.x) says nothing about the address, and a full mailbox (552, 5.2.2)
    may be emptied."""
    return answer.startswith("5") and not re.match(r"530|552|5\d\d 5\.(7\.|2\.2)", answer)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_ANSWER]


def _words(code: int, answer: bytes | str) -> str:
    words = answer.decode(errors="replace") if isinstance(answer, bytes) else str(answer)
    return f"{code} {' '.join(words.split())}"[:LONGEST_ANSWER]
