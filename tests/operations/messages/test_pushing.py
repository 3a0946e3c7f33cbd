"""Push services that take a message, refuse it, want no more, hang, or send us elsewhere."""

from datetime import timedelta
from email.utils import format_datetime

import pytest
from django.utils import timezone

from league.errors import Conflict, Invalid
from league.models import Message, Outgoing, PushSubscription, Visibility
from league.operations.messages import choices, devices, events, pushing
from league.operations.outbox import queue
from league.operations.webhooks import outbound
from tests import make
from tests.outgoing import claim_push
from tests.push_service import push_service
from tests.receiver import receiving

pytestmark = pytest.mark.django_db
MOST_ATTEMPTS = len(pushing.PushSender.pauses) + 1


@pytest.fixture
def seat(club, people, service):
    """Return a message to Ada about her table, on its way to her browser."""
    match = make.match(make.session(make.season(club)), people[:3], table=4)
    events.seated([match], by=None)
    return Message.objects.get()


def delivery():
    return Outgoing.objects.get()


def test_a_message_arrives_sealed_and_signed(seat, service, settings):
    settings.BASE_URL = "https://league.example/base"
    pushing.send_due()
    (message,) = service.messages()
    assert "table 4" in message["title"]
    assert message["url"] == f"https://league.example/base/fr/account/messages/{seat.pk}/"
    (headers,) = service.headers
    assert headers["topic"] == message["tag"]
    assert len(headers["topic"]) <= 32
    assert headers["urgency"] == "high"
    assert service.verify(headers)["sub"] == "https://league.example"
    assert delivery().state == "delivered"
    assert PushSubscription.objects.get().last_success_at is not None
    pushing.send_due()
    assert len(service.headers) == 1


def test_hidden_players_are_not_named_to_a_push_service(club, people, service):
    people[1].visibility, people[2].visibility = Visibility.HIDDEN, Visibility.INITIAL
    people[2].name = "Chloé Dupont"
    for player in people[1:3]:
        player.save()
    events.seated([make.match(make.session(make.season(club)), people[:3])], by=None)
    pushing.send_due()
    (message,) = service.messages()
    assert "Chloé D." in message["body"]
    assert "Bruno" not in str(message)
    assert "Dupont" not in str(message)
    assert f"{people[1].pk}" not in message["body"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(seat, service, status):
    service.receiver.answers = [status]
    pushing.send_due()
    assert not PushSubscription.objects.exists()
    assert not Outgoing.objects.exists()
    assert Message.objects.exists()  # the bell has it


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_a_service_says_when_it_wants_the_next_attempt(seat, service, form):
    now = timezone.now()
    text = "120" if form == "seconds" else format_datetime(now + timedelta(seconds=120))
    service.receiver.answers = [(429, {"Retry-After": text}, b""), 201]
    pushing.send_due()
    pause = delivery().next_attempt_at - now
    assert timedelta(seconds=115) < pause < timedelta(seconds=150)
    assert delivery().state == "pending"
    Outgoing.objects.update(next_attempt_at=now)
    pushing.send_due()
    assert delivery().state == "delivered"


def test_a_message_that_is_too_long_is_sent_without_its_body(seat, service):
    service.receiver.answers = [413, 201]
    pushing.send_due()  # a failure ends the turn of the device
    pushing.send_due()
    assert ["body" in message for message in service.messages()] == [True, False]
    assert delivery().state == "delivered"


@pytest.mark.parametrize("status", [400, 403, 413])
def test_a_permanently_refused_push_is_given_up(seat, service, status):
    service.receiver.answers = [status]
    pushing.send_due()
    pushing.send_due()
    assert delivery().state == "failed"
    assert PushSubscription.objects.get().last_error == str(status)


def test_a_redirect_is_not_followed(seat, service):
    with receiving(201) as elsewhere:
        service.receiver.answers = [(307, {"Location": elsewhere.url}, b"")]
        pushing.send_due()
        assert elsewhere.requests == []
    assert (delivery().state, delivery().attempts) == ("pending", 1)
    assert PushSubscription.objects.get().last_error == "307"


def test_a_service_that_hangs_delays_no_other_device(seat, service, ada, monkeypatch):
    monkeypatch.setitem(outbound.post.__kwdefaults__, "seconds", 0.3)
    service.receiver.pause = 60.0
    with push_service() as other:
        device = devices.add(ada, **other.subscription)
        Outgoing.objects.create(message=seat, channel="push", subscription=device)
        pushing.send_due()
        assert len(other.messages()) == 1
    assert PushSubscription.objects.get(endpoint=service.endpoint).last_error == "timeout"


def test_a_private_address_is_refused_when_added_and_when_called(seat, service, ada, settings):
    settings.WEBHOOKS_ALLOW_PRIVATE = False
    with pytest.raises(Invalid) as refused:
        devices.add(ada, **{**service.subscription, "endpoint": "https://192.168.1.1/push"})
    assert refused.value.problems[0]["code"] == "private_address"
    PushSubscription.objects.update(endpoint="https://127.0.0.1:8443/push")
    pushing.send_due()
    assert service.receiver.requests == []
    assert PushSubscription.objects.get().last_error == "private_address"


def test_a_failure_is_tried_again_ever_later_and_then_given_up(seat, service):
    service.receiver.answers = [503]
    pauses = []
    for _ in range(MOST_ATTEMPTS - 1):
        now = timezone.now()
        pushing.send_due()
        pauses.append(delivery().next_attempt_at - now)
        Outgoing.objects.update(next_attempt_at=now)
    assert pauses == sorted(pauses)
    assert pauses[0] < timedelta(minutes=1) < timedelta(hours=6) < pauses[-1]
    pushing.send_due()
    assert delivery().state == "failed"
    assert len(service.headers) == MOST_ATTEMPTS


def test_a_worker_that_died_between_sending_and_noting_sends_the_same_once_more(seat, service):
    claimed = claim_push()
    body, headers = pushing.request(claimed, devices.server_key(), timezone.now())
    outbound.post(service.endpoint, body, headers, private=True)  # and dies
    assert claim_push() is None
    Outgoing.objects.update(next_attempt_at=timezone.now())  # the lease ends
    pushing.send_due()
    first, second = service.messages()
    assert first["tag"] == second["tag"]
    topics = {headers["topic"] for headers in service.headers}
    assert topics == {first["tag"]}
    queue.record(
        pushing.PushSender(), claimed, outbound.CallOutcome(503), timezone.now()
    )  # it was not dead after all
    assert delivery().state == "delivered"


def test_a_new_seat_of_the_evening_replaces_the_one_before(seat, service, people):
    events.seated([make.match(seat.session, people[:3])], by=None)
    pushing.send_due()
    first, second = service.messages()
    assert first["tag"] == second["tag"]
    assert first["id"] != second["id"]


def test_a_seat_that_was_changed_meanwhile_is_not_sent(seat, service):
    seat.match.called_off_at = timezone.now()
    seat.match.save()
    pushing.send_due()
    assert service.receiver.requests == []
    assert delivery().state == "dropped"


def test_a_browser_belongs_to_who_signed_in_last(ada, service):
    other = make.user("bruno@example.org")
    devices.add(other, **service.subscription)
    assert PushSubscription.objects.get().user == other


def test_keys_are_checked_and_devices_counted(ada, service, monkeypatch):
    with pytest.raises(Invalid) as refused:
        devices.add(ada, endpoint="https://push.example/x", p256dh="A" * 87, auth="x")
    assert [fault["path"] for fault in refused.value.problems] == ["p256dh", "auth"]
    monkeypatch.setattr(devices, "MOST_DEVICES", 1)
    with pytest.raises(Conflict):
        devices.add(ada, **{**service.subscription, "endpoint": "https://push.example/2"})
    devices.add(ada, **service.subscription)  # the same one again


def test_the_key_of_the_server_stays_unless_the_settings_name_one(db, settings):
    key = devices.public_key()
    assert devices.public_key() == key
    settings.VAPID_PRIVATE_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    assert devices.public_key() != key


def test_silent_hours_delay_all_but_what_is_urgent(club, people, service, ada):
    local = timezone.now()
    choices.update(ada, silent_from=local.hour, silent_until=(local.hour + 2) % 24, timezone="UTC")
    season = make.season(club, confirmation="all")
    match = make.match(make.session(season), people[:3], options={"target": 1})
    events.seated([match], by=None)
    make.played(match, [22, 5, 5])
    pushing.send_due()
    assert [outgoing.message.kind for outgoing in Outgoing.objects.filter(channel="push")] == [
        "seated",
        "result_to_confirm",
    ]
    states = Outgoing.objects.filter(channel="push").values_list("message__kind", "state")
    assert dict(states)["result_to_confirm"] == "pending"
    waiting = Outgoing.objects.get(channel="push", message__kind="result_to_confirm")
    assert waiting.next_attempt_at.hour == (local.hour + 2) % 24
