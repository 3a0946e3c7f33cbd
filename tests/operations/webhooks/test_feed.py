"""The feed of a club: numbers in one order, nothing twice, nothing missed."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from league.errors import Gone
from league.models import Club, Event, EventFeed, EventType
from league.models.webhooks import TEST
from league.operations.webhooks import feed, outbox, webhooks
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make.club()


@pytest.fixture
def followed(club):
    """A club whose feed a program has begun to read."""
    feed.read(club, None, 50)
    club.refresh_from_db()
    return club


def add(club, *names):
    make.players(club, names)


def publish(club, name):
    """Publish the event of a new player without its player, whose club is locked."""
    outbox.publish(club.pk, EventType.PLAYER_CREATED, {"player": {"name": name}})


def names(page):
    return [event.data["player"]["name"] for event in page.events]


def test_first_reader_starts_the_feed(club):
    add(club, "Ada")
    page = feed.read(club, None, 50)
    assert (page.events, page.last, page.has_more) == ([], 0, False)
    club.refresh_from_db()
    assert club.webhook_events == sorted(EventType.values)
    add(club, "Bruno")
    assert names(feed.read(club, 0, 50)) == ["Bruno"]


def test_events_have_numbers_in_their_order(followed):
    add(followed, "Ada", "Bruno", "Chloé")
    page = feed.read(followed, 0, 2)
    assert (names(page), page.last, page.has_more) == (["Ada", "Bruno"], 2, True)
    page = feed.read(followed, page.last, 2)
    assert (names(page), page.last, page.has_more) == (["Chloé"], 3, False)
    page = feed.read(followed, page.last, 2)
    assert (page.events, page.last, page.has_more) == ([], 3, False)


def test_clubs_have_feeds_of_their_own(followed):
    other = make.club(make.user("charlie@example.org"), "Besace")
    feed.read(other, None, 50)
    other.refresh_from_db()
    add(followed, "Ada")
    add(other, "Zoé")
    assert names(feed.read(other, 0, 50)) == ["Zoé"]
    assert [event.number for event in feed.read(followed, 0, 50).events] == [1]


def test_test_messages_are_not_in_the_feed(followed):
    outbox.publish(followed.pk, TEST, {"webhook": 1})
    add(followed, "Ada")
    assert names(feed.read(followed, 0, 50)) == ["Ada"]
    assert feed.newest_numbers([followed.pk]) == {followed.pk: 1}


def test_newest_number_tells_that_there_is_an_event(followed):
    add(followed, "Ada")
    assert feed.newest_numbers([followed.pk]) == {followed.pk: 1}
    feed.read(followed, 0, 50)
    assert feed.newest_numbers([followed.pk]) == {followed.pk: 1}
    assert feed.newest_numbers([0]) == {}


def test_webhook_that_is_removed_leaves_the_feed_whole(followed):
    webhook = make.webhook(followed, "https://league.example/hook")
    webhooks.remove(webhook)
    followed.refresh_from_db()
    assert followed.webhook_events == sorted(EventType.values)


@pytest.mark.parametrize("after", [2, 10**18])
def test_number_from_the_future_is_gone(followed, after):
    add(followed, "Ada")
    with pytest.raises(Gone, match="go on after 1"):
        feed.read(followed, after, 50)


def test_reader_learns_that_events_were_deleted(followed):
    add(followed, "Ada", "Bruno")
    feed.read(followed, 0, 50)
    Event.objects.update(created_at=timezone.now() - timedelta(days=40))
    add(followed, "Chloé")
    outbox.purge(timezone.now() - timedelta(days=30))
    for after in (0, 1):
        with pytest.raises(Gone, match=f"after {after} .* go on after 3"):
            feed.read(followed, after, 50)
    assert names(feed.read(followed, 2, 50)) == ["Chloé"]


def test_reader_who_was_away_too_long_learns_it(followed):
    add(followed, "Ada")
    assert feed.read(followed, 0, 50).last == 1
    EventFeed.objects.update(read_at=timezone.now() - timedelta(days=31))
    feed.end_idle_feeds(timezone.now() - feed.IDLE_PERIOD)
    followed.refresh_from_db()
    assert followed.webhook_events == []
    add(followed, "Bruno")
    with pytest.raises(Gone):
        feed.read(followed, 1, 50)
    start = feed.read(followed, None, 50).last
    followed.refresh_from_db()
    add(followed, "Chloé")
    assert names(feed.read(followed, start, 50)) == ["Chloé"]


def test_reading_keeps_the_feed_open(followed):
    EventFeed.objects.update(read_at=timezone.now() - timedelta(days=20))
    feed.read(followed, 0, 50)
    feed.end_idle_feeds(timezone.now() - timedelta(days=1))
    followed.refresh_from_db()
    assert followed.webhook_events


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one writer at a time")
def test_event_that_is_committed_late_is_not_missed(followed):
    inserted, may_commit = threading.Event(), threading.Event()

    def insert_early_and_commit_late():
        try:
            with transaction.atomic():
                publish(followed, "Early")
                inserted.set()
                assert may_commit.wait(30)
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool:
        slow = pool.submit(insert_early_and_commit_late)
        assert inserted.wait(30)
        publish(followed, "Late")
        page = feed.read(followed, 0, 50)
        assert names(page) == ["Late"]
        may_commit.set()
        slow.result(30)
    assert names(feed.read(followed, page.last, 50)) == ["Early"]


@pytest.mark.django_db(transaction=True)
def test_readers_at_the_same_time_see_the_same_numbers(followed):
    add(followed, *(f"P{number}" for number in range(20)))
    club = Club.objects.get(pk=followed.pk)
    ready = threading.Barrier(6)

    def read(_number):
        try:
            ready.wait(30)
            return [(event.number, event.code) for event in feed.read(club, 0, 50).events]
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        seen = list(pool.map(read, range(6)))
    assert [number for number, _code in seen[0]] == list(range(1, 21))
    assert all(page == seen[0] for page in seen)
