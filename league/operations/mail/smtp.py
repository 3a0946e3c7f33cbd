"""The mail server: one connection for several mails, and what its answers mean."""

import smtplib
from enum import Enum, auto
from types import TracebackType
from typing import NamedTuple

from django.core.mail import EmailMessage, get_connection

LONGEST_ANSWER = 300


class OutcomeKind(Enum):
    SENT = auto()
    ADDRESS_REFUSED = auto()  # for good: nobody lives there
    MAIL_REFUSED = auto()  # for good, but another mail may pass
    LATER = auto()  # the server said so
    AWAY = auto()  # it cannot be reached, or hung up
    MISCONFIGURED = auto()  # it accepts no mail of ours at all; tried again


# what holds for every mail, so that a run ends
OF_THE_SERVER = {OutcomeKind.AWAY, OutcomeKind.MISCONFIGURED}


class Outcome(NamedTuple):
    kind: OutcomeKind
    answer: str  # of the server, shortened


class MailServer:
    """A context in which mails are sent over one connection, opened anew after a failure."""

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

    def send(self, message: EmailMessage) -> Outcome:
        """Send one mail and return what became of it."""
        try:
            self._connection.open()
            self._connection.send_messages([message])
        except Exception as error:  # those of smtplib and sockets, and headers that it refuses
            self._close()
            self._connection = get_connection()
            return outcome_of(error)
        return Outcome(OutcomeKind.SENT, "")

    def _close(self) -> None:
        try:
            self._connection.close()
        except (smtplib.SMTPException, OSError):
            return


def outcome_of(error: Exception) -> Outcome:
    """Return what an error of smtplib or of the network means for the mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, answer = next(iter(error.recipients.values()))
        kind = OutcomeKind.ADDRESS_REFUSED if code >= 500 else OutcomeKind.LATER
        return Outcome(kind, _words(code, answer))
    if isinstance(error, smtplib.SMTPDataError):
        kind = OutcomeKind.MAIL_REFUSED if error.smtp_code >= 500 else OutcomeKind.LATER
        return Outcome(kind, _words(error.smtp_code, error.smtp_error))
    if isinstance(error, smtplib.SMTPResponseException):  # sign-in, sender, greeting
        kind = OutcomeKind.MISCONFIGURED if error.smtp_code >= 500 else OutcomeKind.LATER
        return Outcome(kind, _words(error.smtp_code, error.smtp_error))
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return Outcome(OutcomeKind.MISCONFIGURED, str(error)[:LONGEST_ANSWER])
    if isinstance(error, smtplib.SMTPException | OSError):
        words = f"{type(error).__name__}: {error}"
        return Outcome(OutcomeKind.AWAY, words[:LONGEST_ANSWER])
    if isinstance(error, ValueError):  # a header or an address that cannot be written
        return Outcome(OutcomeKind.MAIL_REFUSED, str(error)[:LONGEST_ANSWER])
    raise error


def _words(code: int, answer: bytes | str) -> str:
    words = answer.decode(errors="replace") if isinstance(answer, bytes) else str(answer)
    return f"{code} {' '.join(words.split())}"[:LONGEST_ANSWER]
