"""Several workers, owners and sweeps at once, with a connection each; what a task does when."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from celery import current_app
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from league import tasks
from league.errors import Invalid
from league.models import Channel, Club, Event, EventType, Outgoing, Webhook
from league.operations.matches import submissions
from league.operations.outbox import queue
from league.operations.support import queues
from league.operations.webhooks import events, outbox, sender, webhooks
from scoring import tasks as scoring_tasks
from tests import make
from tests.receiver import receiving

pytestmark = pytest.mark.django_db(transaction=True)
SEND = queue.TASKS[Channel.WEBHOOK]
DEAD_REDIS = {
    "BACKEND": "league.operations.support.shared_cache.SharedCache",
    "LOCATION": "redis://127.0.0.1:9/0",
}


@pytest.fixture(autouse=True)
def _own_network(settings):
    settings.WEBHOOKS_ALLOW_PRIVATE = True
    cache.clear()


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


@pytest.fixture
def webhook(receiver):
    return make.webhook(make.club(), receiver.url)


def at_once(count, work):
    ready = threading.Barrier(count)

    def one(number):
        try:
            ready.wait(30)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def publish(webhook, name="Ada"):
    return outbox.publish(webhook.club_id, "player.created", {"player": {"name": name}})


def test_four_workers_send_each_message_once(webhook, receiver):
    codes = [publish(webhook, str(number)).code for number in range(40)]
    counts = at_once(4, lambda _: sender.send_due())
    assert sum(counts) == 40
    assert Counter(receiver.ids) == Counter(codes)
    assert set(Outgoing.objects.values_list("state", "attempts")) == {("delivered", 1)}


def test_two_who_ask_for_the_same_again_get_it_once(webhook, receiver):
    for number in range(5):
        publish(webhook, str(number))
    sender.send_due()
    since = timezone.now() - timedelta(hours=1)
    assert sorted(at_once(4, lambda _: outbox.replay(webhook, since))) == [0, 0, 0, 5]
    assert Outgoing.objects.filter(state="pending").count() == 5


def test_two_sweeps_announce_a_table_once(webhook):
    season = make.season(webhook.club, games=["neurotrio"])
    match = make.match(make.session(season), make.players(webhook.club), options={"target": 1})
    make.played(match, [22, 5, 5, 5])
    events_of_table = Event.objects.filter(type="standings.updated")
    for count in range(1, 6):
        submissions.correct(match.pk, 1, make.sheet(22, 5, 5, count), by=None)
        scoring_tasks.refresh_season(season.pk)
        at_once(4, lambda _: events.announce_standings())
        assert events_of_table.count() == 2 * count, "one for all games, one for neurotrio"


def test_owners_at_once_add_no_more_than_ten(webhook):
    def add(number):
        try:
            return webhooks.create(
                webhook.club, url="https://league.example/", events=[EventType.values[number % 9]]
            )
        except Invalid:
            return None

    outcomes = at_once(12, add)
    assert sum(outcome is not None for outcome in outcomes) == 9
    assert Webhook.objects.count() == 10
    assert Club.objects.get().webhook_events == sorted(EventType.values)


def test_rounds_are_entered_while_the_webhooks_are_changed_and_removed(receiver):
    """No round fails for what owners and workers do meanwhile, and nobody waits for somebody who
    waits for him."""
    club = make.club()
    session, people = make.session(make.season(club)), make.players(club)
    matches = [make.match(session, people) for _ in range(8)]
    hooks = [make.webhook(club, receiver.url) for _ in range(4)]

    def act(number):
        if number < 8:
            for _ in range(3):
                submissions.submit(matches[number].pk, make.sheet(12, 5, 5, 5), by=None)
        elif number < 12:
            hook = hooks[number - 8]
            webhooks.update(hook, events=["round.submitted"])
            webhooks.rotate(hook)
            if number % 2:
                webhooks.remove(hook)
        else:
            sender.send_due(2)

    at_once(14, act)
    assert {match.submissions.count() for match in matches} == {3}
    while sender.send_due():
        pass
    live = Outgoing.objects.filter(webhook__removed_at=None).exclude(state="delivered")
    assert not live.exists()
    rounds = Event.objects.filter(type="round.submitted")
    assert rounds.count() == 24
    for hook in (hooks[0], hooks[2]):
        assert hook.deliveries.filter(event__in=rounds, state="delivered").count() == 24


# --- hints and tasks


def messages(monkeypatch):
    messages_sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_: messages_sent.append(name))
    return messages_sent


def test_a_hint_is_sent_after_the_commit_and_waits_alone(webhook, monkeypatch):
    messages_sent = messages(monkeypatch)
    with transaction.atomic():
        publish(webhook)
        assert messages_sent == []
    assert messages_sent == ["league.webhooks_send"]
    publish(webhook)
    assert len(messages_sent) == 1, "one hint waits already"
    queues.clear_wakeup(SEND)
    publish(webhook)
    assert len(messages_sent) == 2


def test_without_redis_a_round_is_taken_and_its_event_waits(webhook, settings, caplog):
    settings.CACHES = {"default": DEAD_REDIS}
    match = make.match(make.session(make.season(webhook.club)), make.players(webhook.club))
    make.played(match, [12, 5, 5, 5])
    assert Event.objects.filter(type="round.submitted").count() == 1
    assert "league.webhooks_send waits for the sweep" in caplog.text
    queues.clear_wakeup(SEND)
    assert sender.send_due() > 0


def test_on_one_computer_the_task_sends_in_a_thread_of_its_own(webhook, receiver):
    publish(webhook)
    tasks.webhooks_send()
    for thread in threading.enumerate():
        if thread.name == "manche-send":
            thread.join(30)
    assert receiver.types == ["player.created"]


def test_one_thread_at_a_time_and_after_a_failure_another(webhook):
    go = threading.Event()

    def wait():
        go.wait(30)

    first = tasks.run_in_thread(wait)
    assert tasks.run_in_thread(wait) is None
    go.set()
    first.join(30)
    again = tasks.run_in_thread(wait)
    assert again is not None
    again.join(30)


def test_the_worker_of_a_server_sends_itself(webhook, receiver, settings):
    settings.EMBEDDED = False
    publish(webhook)
    tasks.webhooks_send()
    assert receiver.types == ["player.created"]


def test_old_events_and_removed_webhooks_are_deleted(webhook):
    publish(webhook)
    Outgoing.objects.update(state="delivered", next_attempt_at=None)
    Event.objects.update(created_at=timezone.now() - timedelta(days=32))
    Webhook.objects.update(removed_at=timezone.now() - timedelta(days=2))
    tasks.purge_expired()
    assert not Event.objects.exists()
    assert not Webhook.objects.exists()


def test_beat_sweeps_as_often_as_for_tables(settings):
    schedule = settings.CELERY_BEAT_SCHEDULE
    assert schedule["send_webhooks"]["task"] == tasks.webhooks_send.name == SEND
    assert schedule["send_webhooks"]["schedule"] == schedule["sweep"]["schedule"]
    assert schedule["purge_expired"]["task"] == tasks.purge_expired.name
