"""The feed of a club: its events, numbered in one order, for programs that follow them.

Transactions commit in another order than they insert, so the ids of events cannot be the order: a
reader that has seen 12 would miss 11, which is committed later. Events get their numbers when a
program reads, after their commit. So no result waits for another one, and no event gets a
smaller number than the events that were read.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Gone
from league.models import Club, Event, EventFeed
from league.models.webhooks import TEST
from league.operations.support.locks import lock_row
from league.operations.webhooks import webhooks

READ_PRECISION = timedelta(hours=1)  # of `read_at`, so that most reads write nothing
IDLE_PERIOD = timedelta(days=30)  # without readers, then events are no longer stored
BATCH_SIZE = 500


class FeedPage(NamedTuple):
    """Events with their numbers, and the number to read on after."""

    events: list[Event]
    last: int
    has_more: bool


def read(club: Club, after: int | None, most: int) -> FeedPage:
    """Return up to `most` events after this number, the oldest first, or none if it is None:
    then `last` is the newest number. The first reader makes the club store all its events. Raise
    Gone if events after this number are no longer kept, or if the number is not of this server."""
    feed = _follow(club)
    newest = _number_new_events(feed)
    if after is None:
        return FeedPage([], newest, has_more=False)
    if not feed.lost_number <= after <= newest:
        words = _(
            "The events after %(number)s are not here. Read the current state, then go on "
            "after %(newest)s."
        )
        raise Gone(words % {"number": after, "newest": newest}, current={"last": newest})
    rows = Event.objects.filter(club=club, number__gt=after).order_by("number")
    events = list(rows[: most + 1])
    last = events[min(len(events), most) - 1].number if events else newest
    assert last is not None, "a condition of the query"
    return FeedPage(events[:most], last, has_more=len(events) > most)


def newest_numbers(club_ids: Collection[int]) -> dict[int, int]:
    """Return the number of the newest event of each of these clubs, or one more if some events have
    no number yet."""
    new_events = _without_number(OuterRef("club"))
    feeds = EventFeed.objects.filter(club__in=club_ids).annotate(has_new=Exists(new_events))
    rows = feeds.values_list("club", "last_number", "has_new")
    return {club: last + has_new for club, last, has_new in rows}


def note_losses(expired: "QuerySet[Event]") -> None:
    """Note in the feeds up to which number events are about to be deleted."""
    numbered = expired.filter(number__isnull=False).order_by()
    for row in numbered.values("club").annotate(lost=Max("number")):
        feeds = EventFeed.objects.filter(club=row["club"], lost_number__lt=row["lost"])
        feeds.update(lost_number=row["lost"])


def end_idle_feeds(before: datetime) -> None:
    """Stop storing events for clubs that no program has read since then. Their next reader learns
    by the missing number that it has missed events."""
    idle = EventFeed.objects.filter(read_at__lt=before)
    for feed in idle.select_related("club"):
        with transaction.atomic():
            club = webhooks.lock_club(feed.club)
            number = F("last_number") + 1
            EventFeed.objects.filter(pk=feed.pk).update(
                last_number=number, lost_number=number, read_at=None
            )
            webhooks.save_subscriptions(club)


def _follow(club: Club) -> EventFeed:
    """Return the feed of the club, which has a reader from now on."""
    now = timezone.now()
    feed = EventFeed.objects.filter(club=club).first()
    if feed is None or feed.read_at is None:
        with transaction.atomic():
            club = webhooks.lock_club(club)
            feed, _created = EventFeed.objects.get_or_create(club=club)
            feed.started_at = feed.read_at = now
            feed.save(update_fields=["started_at", "read_at"])
            webhooks.save_subscriptions(club)
    elif feed.read_at < now - READ_PRECISION:
        feed.read_at = now
        feed.save(update_fields=["read_at"])
    return feed


def _number_new_events(feed: EventFeed) -> int:
    """Number the events that were committed since the last reading; return the newest number."""
    new_events = _without_number(feed.club_id)
    if not new_events.exists():
        return feed.last_number
    with transaction.atomic():
        feed = lock_row(EventFeed.objects.all(), feed.pk)
        events = list(new_events.order_by("pk").only("pk"))
        for number, event in enumerate(events, feed.last_number + 1):
            event.number = number
        Event.objects.bulk_update(events, ["number"], BATCH_SIZE)
        feed.last_number += len(events)
        feed.save(update_fields=["last_number"])
    return feed.last_number


def _without_number(club: Any) -> "QuerySet[Event]":
    """Return the events of a club that no program has read yet; test messages have no number."""
    return Event.objects.filter(club=club, number__isnull=True).exclude(type=TEST)
