"""Events on their way: signed, tried again, given up, sent again; a receiver in a thread."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from league.errors import Conflict
from league.models import Attempt, Event, Outgoing, OutgoingState, Webhook
from league.models.webhooks import DisableReason
from league.operations.outbox import queue
from league.operations.webhooks import outbox, sender, webhooks
from league.operations.webhooks.outbound import CallOutcome
from tests import make
from tests.outgoing import answer_call, claim_call
from tests.receiver import receiving

pytestmark = pytest.mark.django_db
LOST = CallOutcome(None, error="no_connection")
State = OutgoingState
PAUSES = sender.WebhookSender.pauses
MOST_ATTEMPTS = len(PAUSES) + 1


@pytest.fixture(autouse=True)
def _own_network(settings):
    settings.WEBHOOKS_ALLOW_PRIVATE = True


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


@pytest.fixture
def webhook(receiver):
    return make.webhook(make.club(), receiver.url)


def publish(webhook, name="Ada"):
    """Publish the event that a new player causes."""
    return outbox.publish(webhook.club_id, "player.created", {"player": {"name": name}})


def due():
    Outgoing.objects.filter(state=State.PENDING).update(next_attempt_at=timezone.now())


def fail(delivery, times, answer=LOST):
    """Record this many attempts without an answer, independent of the time that they take."""
    for _ in range(times):
        due()
        answer_call(claim_call(), answer)
    delivery.refresh_from_db()
    return delivery


def test_an_event_arrives_signed_and_whole(webhook, receiver):
    event = publish(webhook, "Zoé 🎲 <b>")
    assert sender.send_due() == 1
    message = receiver.verified(webhook.secret)
    assert message == {
        "type": "player.created",
        "timestamp": event.created_at.isoformat(timespec="milliseconds"),
        "data": {"player": {"name": "Zoé 🎲 <b>"}},
    }
    headers = receiver.requests[0][0]
    assert headers["webhook-id"] == event.code
    assert headers["user-agent"].startswith("Manche/")
    delivery = event.deliveries.get()
    assert (delivery.state, delivery.attempts, delivery.next_attempt_at) == ("delivered", 1, None)
    attempt = delivery.log.get()
    assert (attempt.number, attempt.status, attempt.error) == (1, 204, "")
    assert sender.send_due() == 0


def test_each_webhook_gets_what_it_asks_for(webhook, receiver):
    other = make.webhook(webhook.club, receiver.url + "/2", events=["match.created"])
    event = publish(webhook)
    assert [row.webhook for row in event.deliveries.all()] == [webhook]
    assert not other.deliveries.exists()


def test_other_clubs_get_no_delivery(webhook):
    charlie = make.user("charlie@example.org")
    other = make.webhook(make.club(charlie, "Les Autres"), "https://other.example/")
    assert [row.webhook for row in publish(webhook).deliveries.all()] == [webhook]
    assert outbox.replay(other, timezone.now() - timedelta(days=1)) == 0
    assert not other.deliveries.exists()


def test_an_event_is_gone_with_the_change_that_it_tells(webhook):

    @transaction.atomic
    def change():
        publish(webhook)
        assert Outgoing.objects.exists()
        raise RuntimeError

    with pytest.raises(RuntimeError):
        change()
    assert not Event.objects.exists()
    assert not Outgoing.objects.exists()


@pytest.mark.parametrize("status", [500, 503, 400, 404, 302])
def test_a_refused_delivery_is_retried_under_the_same_id(webhook, receiver, status):
    receiver.answers = [(status, {}, b"no \x00 way"), 200]
    delivery = publish(webhook).deliveries.get()
    sender.send_due()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("pending", 1)
    assert delivery.log.get().response == "no � way"
    assert sender.send_due() == 0, "not due yet"
    due()
    assert sender.send_due() == 1
    delivery.refresh_from_db()
    assert (delivery.state, [row.status for row in delivery.log.all()]) == (
        "delivered",
        [status, 200],
    )
    assert len(receiver.ids) == 2
    assert len(set(receiver.ids)) == 1
    assert receiver.requests[0][1] == receiver.requests[1][1]


def test_a_refused_connection_is_retried(webhook):
    webhooks.update(webhook, url="http://127.0.0.1:9/")
    delivery = publish(webhook).deliveries.get()
    before = timezone.now()
    sender.send_due()
    delivery.refresh_from_db()
    assert delivery.log.get().error == "no_connection"
    assert timedelta(seconds=5) <= delivery.next_attempt_at - before < timedelta(seconds=60)


def test_backoff_grows_to_a_day_and_respects_retry_after():
    waits = [queue.backoff(PAUSES, attempts, 0) for attempts in range(1, MOST_ATTEMPTS)]
    minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
    assert [wait / timedelta(minutes=1) for wait in waits] == pytest.approx(minutes)
    assert queue.backoff(PAUSES, 1, 1) == timedelta(seconds=6)


def test_after_the_last_attempt_a_delivery_has_failed(webhook):
    delivery = fail(publish(webhook).deliveries.get(), MOST_ATTEMPTS)
    assert (delivery.state, delivery.attempts, delivery.log.count()) == ("failed", 10, 10)
    assert Webhook.objects.get().enabled, "less than five days"


def test_a_webhook_failing_for_five_days_is_disabled(webhook):
    long_ago = timezone.now() - webhooks.PATIENCE + timedelta(minutes=1)
    first, second = publish(webhook).deliveries.get(), publish(webhook).deliveries.get()
    answer_call(claim_call(), LOST, long_ago)
    assert Webhook.objects.get().failing_since == long_ago
    fail(first, 1)
    assert Webhook.objects.get().enabled
    Webhook.objects.update(failing_since=timezone.now() - webhooks.PATIENCE)
    fail(first, 1)
    off = Webhook.objects.get()
    assert (off.enabled, off.disabled_because) == (False, DisableReason.FAILING)
    due()
    assert sender.send_due() == 0
    assert set(Outgoing.objects.values_list("state", flat=True)) == {"failed"}
    assert second.log.count() + first.log.count() == 3


def test_one_that_arrives_ends_the_patience(webhook, receiver):
    receiver.answers = [500, 200]
    publish(webhook)
    sender.send_due()
    assert Webhook.objects.get().failing_since is not None
    due()
    sender.send_due()
    assert Webhook.objects.get().failing_since is None


def test_status_410_disables_the_webhook(webhook, receiver):
    receiver.answers = [410]
    delivery = publish(webhook).deliveries.get()
    sender.send_due()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("failed", 1)
    off = Webhook.objects.get()
    assert (off.enabled, off.disabled_because) == (False, DisableReason.GONE)
    assert off.disabled_at is not None


def test_events_missed_while_disabled_automatically_can_be_replayed(webhook, receiver):
    receiver.answers = [410, 200]
    publish(webhook, "before")
    sender.send_due()
    assert "player.created" in Webhook.objects.get().club.webhook_events
    missed = publish(webhook, "meanwhile")
    assert not missed.deliveries.exists()
    webhook = webhooks.update(webhook, enabled=True)
    assert outbox.replay(webhook, timezone.now() - timedelta(hours=1)) == 2
    assert sender.send_due() == 2
    assert receiver.ids[-1] == missed.code


def test_a_worker_that_dies_after_taking_is_followed_by_another(webhook, receiver):
    """Taken, perhaps even sent, never noted: when the lease ends it is sent again."""
    delivery = publish(webhook).deliveries.get()
    now = timezone.now()
    claimed = claim_call(now)
    sender.WebhookSender().call(claimed, now)()
    assert claim_call() is None, "it is taken"
    later = now + queue.LEASE + timedelta(seconds=1)
    again = claim_call(later)
    assert (again.pk, again.attempts) == (delivery.pk, 2)
    answer_call(again, sender.WebhookSender().call(again, later)(), later)
    delivery.refresh_from_db()
    assert delivery.state == "delivered"
    assert len(set(receiver.ids)) == 1


def test_a_delivery_that_kills_its_worker_each_time_is_given_up(webhook):
    delivery = publish(webhook).deliveries.get()
    for _ in range(MOST_ATTEMPTS):
        due()
        assert claim_call() is not None
    due()
    assert claim_call() is None
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("failed", 10)


def test_a_failure_noted_late_does_not_disturb_who_has_taken_over(webhook):
    delivery = publish(webhook).deliveries.get()
    slow = claim_call()
    due()
    quick = claim_call()
    answer_call(slow, LOST)
    delivery.refresh_from_db()
    assert delivery.next_attempt_at == quick.next_attempt_at
    answer_call(quick, CallOutcome(200))
    delivery.refresh_from_db()
    assert (delivery.state, delivery.log.count()) == ("delivered", 2)


def test_an_answer_that_comes_late_still_counts(webhook):
    delivery = publish(webhook).deliveries.get()
    slow = claim_call()
    due()
    quick = claim_call()
    answer_call(slow, CallOutcome(200))
    answer_call(quick, LOST)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.next_attempt_at) == ("delivered", None)


def test_a_receiver_that_fails_does_not_hold_up_the_others(webhook, receiver):
    down = make.webhook(webhook.club, "http://127.0.0.1:9/")
    for _ in range(5):
        publish(webhook)
    assert sender.send_due() == 6, "the one that is down is tried once in a run"
    assert len(receiver.requests) == 5
    assert down.deliveries.filter(attempts=0).count() == 4


def test_receivers_that_have_failed_of_late_come_after_all_others(webhook, receiver, monkeypatch):
    """However much waits for them: each may take ten seconds of a run that has 45."""
    down = [make.webhook(webhook.club, f"http://127.0.0.{n}:9/") for n in range(2, 7)]
    publish(webhook)
    sender.send_due()
    publish(webhook)
    publish(webhook)
    called = []

    def call(self, row, now):
        called.append(row.webhook_id)
        return lambda: CallOutcome(200)

    monkeypatch.setattr(sender.WebhookSender, "call", call)
    sender.send_due()
    assert called[:2] == [webhook.pk] * 2
    assert set(called[2:]) == {row.pk for row in down}


def test_receivers_that_take_long_come_after_all_others_and_once_in_a_run(
    webhook, receiver, monkeypatch
):
    """They take what they are told, one message in nine seconds."""
    slow = [make.webhook(webhook.club, f"{receiver.url}{n}") for n in range(5)]
    called = []

    def call(self, row, now):
        called.append(row.webhook_id)
        milliseconds = 20 if row.webhook == webhook else 9000
        return lambda: CallOutcome(200, milliseconds=milliseconds)

    monkeypatch.setattr(sender.WebhookSender, "call", call)
    for _ in range(2):
        publish(webhook)
    sender.send_due()
    assert sorted(called) == sorted([webhook.pk] * 2 + [row.pk for row in slow])
    assert {row.slow_since is None for row in Webhook.objects.exclude(pk=webhook.pk)} == {False}
    called.clear()
    publish(webhook)
    publish(webhook)
    sender.send_due()
    assert called[:2] == [webhook.pk] * 2
    assert sorted(called[2:]) == sorted(row.pk for row in slow)
    webhooks.record_outcome(slow[0].pk, CallOutcome(204, milliseconds=20), timezone.now())
    assert Webhook.objects.filter(slow_since=None).count() == 2, "quick again"


def test_new_messages_go_before_those_that_failed(webhook, receiver):
    receiver.answers = [500, 200]
    old = publish(webhook, "old")
    sender.send_due()
    new = publish(webhook, "new")
    due()
    sender.send_due()
    assert receiver.ids == [old.code, new.code, old.code]


def test_a_disabled_webhook_gets_no_deliveries(webhook, receiver):
    publish(webhook)
    webhooks.update(webhook, enabled=False)
    assert sender.send_due() == 0
    assert receiver.requests == []
    assert Outgoing.objects.get().state == "failed"


def test_a_removed_webhook_gets_no_deliveries_and_is_deleted_later(webhook, receiver):
    publish(webhook)
    webhooks.remove(webhook)
    assert sender.send_due() == 0
    assert receiver.requests == []
    assert not publish(webhook).deliveries.exists()
    webhooks.purge(timezone.now())
    assert Webhook.objects.exists(), "what is under way may still point to it"
    webhooks.purge(timezone.now() + timedelta(days=2))
    assert not Webhook.objects.exists()


# --- secrets


def test_a_new_secret_and_the_old_one_sign_for_a_day(webhook, receiver):
    old = webhook.secret
    webhook = webhooks.rotate(webhook)
    assert webhook.secret != old
    publish(webhook)
    sender.send_due()
    for secret in (old, webhook.secret):
        assert receiver.verified(secret)["type"] == "player.created"
    Webhook.objects.update(old_secret_until=timezone.now())
    publish(webhook)
    sender.send_due()
    assert receiver.verified(webhook.secret)
    with pytest.raises(Exception, match="No matching signature"):
        receiver.verified(old)


# --- test and replay


def test_the_test_message_goes_to_this_webhook_alone(webhook, receiver):
    make.webhook(webhook.club, receiver.url + "/other")
    delivery = outbox.send_test(webhook)
    assert delivery.state == "pending"
    assert sender.send_due() == 1
    assert receiver.verified(webhook.secret)["data"] == {"webhook": webhook.pk}
    assert receiver.types == ["webhook.test"]
    assert receiver.paths == ["/hook"]


def test_a_delivered_event_can_be_replayed(webhook, receiver):
    delivery = publish(webhook).deliveries.get()
    sender.send_due()
    again = outbox.replay_one(delivery)
    assert again.pk != delivery.pk
    with pytest.raises(Conflict):
        outbox.replay_one(delivery)
    sender.send_due()
    assert receiver.ids == [delivery.event.code] * 2


def test_all_since_a_time_is_sent_again_in_order_and_once(webhook, receiver):
    events = [publish(webhook, name) for name in "abc"]
    outbox.send_test(webhook)
    while sender.send_due():
        pass
    start = timezone.now() - timedelta(days=3)
    Event.objects.filter(pk=events[0].pk).update(created_at=start - timedelta(seconds=1))
    receiver.requests.clear()
    assert outbox.replay(webhook, start) == 2
    assert outbox.replay(webhook, start) == 0, "they are on their way"
    sender.send_due()
    assert receiver.ids == [events[1].code, events[2].code]


def test_events_cannot_be_replayed_after_thirty_days(webhook):
    event = publish(webhook)
    period = outbox.replay_period()
    Event.objects.update(created_at=timezone.now() - period - timedelta(seconds=1))
    assert outbox.replay(webhook, timezone.now() - timedelta(days=90)) == 0
    outbox.purge(timezone.now() - period + timedelta(days=2))
    assert Event.objects.exists(), "it is still on its way"
    answer_call(claim_call(), CallOutcome(200))
    outbox.purge(timezone.now() - period)
    assert Event.objects.exists(), "a day is left for what is under way"
    outbox.purge(timezone.now() - period + timedelta(days=2))
    assert not Event.objects.filter(pk=event.pk).exists()
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("what", ["send_test", "replay", "replay_one"])
def test_a_webhook_that_is_off_must_be_switched_on_first(webhook, what):
    delivery = publish(webhook).deliveries.get()
    webhook = webhooks.update(webhook, enabled=False)
    delivery.refresh_from_db()
    arguments = {
        "send_test": (webhook,),
        "replay": (webhook, timezone.now()),
        "replay_one": (delivery,),
    }
    with pytest.raises(Conflict):
        getattr(outbox, what)(*arguments[what])
    assert Outgoing.objects.count() == 1
