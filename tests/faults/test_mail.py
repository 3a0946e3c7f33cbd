"""Mail while parts are killed: every mail arrives, those that were noted twice under one id."""

import pytest

from tests.faults.parts import wait_until
from tests.smtp_server import smtp_server

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]
LIMIT = 60  # seconds
SEND = """
from league.operations.mail import outbox
from league.operations.mail.letters import Letter
for number in range({n}):
    outbox.send(f"player{{number}}@example.org", lambda: Letter("mail_test"))
"""


@pytest.fixture
def mailbox(parts):
    """Start the product with a mail server."""
    with smtp_server() as (mailbox, port):
        parts.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
        parts.environment["BASE_URL"] = "https://league.example"
        for name in ("web", "courier", "beat"):
            parts.start(name)
        yield mailbox


def is_sent(product):
    return product.ask("SELECT count(*) FROM league_outgoing WHERE state <> 'delivered'") == [(0,)]


def arrived(mailbox):
    """Return the Message-IDs by address; a second copy has the same."""
    ids = {}
    for message in mailbox.messages:
        ids.setdefault(message["To"], set()).add(message["Message-ID"])
    return ids


def test_a_courier_that_is_killed_in_the_middle_loses_no_mail(parts, mailbox, figures):
    mailbox.seconds = 1.0
    parts.manage("shell", "-v0", "-c", SEND.format(n=5))
    wait_until(lambda: mailbox.messages, "the first mail arrives", LIMIT)
    parts.kill("courier")
    mailbox.seconds = 0.0
    # what the killed one held in its hands is free again when its lease ends
    parts.ask(
        "UPDATE league_outgoing SET next_attempt_at = now() WHERE state = 'pending' RETURNING 1"
    )
    parts.start("courier")
    seconds = wait_until(lambda: is_sent(parts), "all is sent", LIMIT)
    ids = arrived(mailbox)
    assert ids.keys() == {f"player{number}@example.org" for number in range(5)}
    assert {len(pk) for pk in ids.values()} == {1}
    figures(copies=len(mailbox.messages), seconds_until_sent=seconds)


def test_a_redis_that_is_away_loses_no_mail(parts, private_redis, mailbox, figures):
    private_redis.stop()
    parts.manage("shell", "-v0", "-c", SEND.format(n=3))
    private_redis.start()
    seconds = wait_until(lambda: is_sent(parts), "all is sent", LIMIT)
    assert len(arrived(mailbox)) == 3
    figures(seconds_until_sent=seconds)
