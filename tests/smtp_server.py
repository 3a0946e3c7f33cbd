"""A real SMTP server on a free port, which can also refuse, put off, dawdle and hang up."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Mailbox:
    """What has arrived, and how the server behaves.

    `recipients` maps an address to the answer to RCPT, such as "550 No such user"; `data` is the
    answer to the next mails; `hang_ups` is how many mails are received, then not answered.
    """

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.recipients: dict[str, str] = {}
        self.data = ""
        self.seconds = 0.0
        self.hang_ups = 0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if answer := self.recipients.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        time.sleep(self.seconds)
        if self.data:
            return self.data
        content: Any = envelope.content
        message: Any = message_from_bytes(content, policy=policy.default)
        self.messages.append(message)
        if self.hang_ups:
            self.hang_ups -= 1
            server.transport.close()
        return "250 OK"


@contextmanager
def smtp_server(hostname: str = "127.0.0.1", port: int = 0) -> Iterator[tuple[Mailbox, int]]:
    """Yield the mailbox and the port of a server."""
    mailbox = Mailbox()
    with socket.socket() as probe:
        probe.bind((hostname, port))
        port = int(probe.getsockname()[1])
    controller = Controller(mailbox, hostname=hostname, port=port)
    controller.start()
    try:
        yield mailbox, port
    finally:
        controller.stop()
