"""Two workers and two changes at once: each person gets each message once."""

from collections import Counter

import pytest
from django.utils import timezone

from league.models import Message, Outgoing, Player
from league.operations.messages import choices, devices, events, mailing, pushing
from tests import make
from tests.operations.webhooks.test_outbox_race import at_once
from tests.outgoing import mails

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def matches(club, people, service):
    session = make.session(make.season(club))
    return [make.match(session, people[:3]) for _ in range(6)]


def test_the_same_twice_at_once_is_written_once(matches, people):
    bruno = make.user("bruno@example.org")
    Player.objects.filter(pk=people[1].pk).update(account=bruno)
    at_once(4, lambda number: events.seated([matches[0]], by=None))
    assert Message.objects.count() == 2
    assert Outgoing.objects.filter(channel="push").count() == 1


def test_two_workers_push_each_message_once(matches, service):
    for match in matches:
        events.seated([match], by=None)
    at_once(3, lambda number: pushing.send_due())
    copies = Counter(message["id"] for message in service.messages())
    assert sorted(copies.values()) == [1] * len(matches)
    assert set(Outgoing.objects.values_list("state", flat=True)) == {"delivered"}


def test_two_workers_send_one_mail_of_the_day(matches, ada, settings):
    settings.EMAIL_URL = "smtp://127.0.0.1:1"
    choices.update(ada, choices={"seated": {"mail": "daily", "push": False}})
    for match in matches:
        events.seated([match], by=None)
    Outgoing.objects.update(next_attempt_at=timezone.now())
    at_once(3, lambda number: mailing.send_due())
    (mail,) = mails()
    assert mail.subject.startswith("6 ")


def test_all_processes_agree_on_one_key(db):
    assert len(set(at_once(4, lambda number: devices.public_key()))) == 1
