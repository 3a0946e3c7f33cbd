"""Announcements to a room, and calls from its tables."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import Conflict, Invalid
from league.models import AuditEntry, Message, MessageKind, RoomAnnouncement, TableCall
from league.operations.room import announcements, table_calls
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    season = make.season(make.club())
    return make.match(make.session(season), make.players(season.club))


def shown(occasion):
    return [announcement.text for announcement in announcements.visible(occasion)]


def test_an_announcement_ends_by_removal_or_by_time(match):
    session = match.session
    now = timezone.now()
    announcements.announce(session, "Lunch  until 14:00", until=now + timedelta(hours=1), by=None)
    tea = announcements.announce(session, "Tea", by=None)
    assert announcements.announce(session, "Tea", by=None) == tea  # sent twice
    assert shown(session) == ["Lunch until 14:00", "Tea"]
    announcements.remove(session, tea.pk, by=None)
    announcements.remove(session, tea.pk, by=None)
    assert shown(session) == ["Lunch until 14:00"]
    edition = session.season.club.edition
    announcements.end_expired(now + timedelta(hours=1))
    session.season.club.refresh_from_db()
    assert (shown(session), session.season.club.edition > edition) == ([], True)
    kinds = AuditEntry.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds)[-3:] == ["room.announced", "room.announced", "room.announcement_removed"]


@pytest.mark.parametrize(
    ("text", "days"), [("", 1), (" \n", 1), ("x" * 161, 1), ("Late", 8), ("Past", -1)]
)
def test_an_impossible_announcement_is_refused(match, text, days):
    with pytest.raises(Invalid):
        announcements.announce(
            match.session, text, until=timezone.now() + timedelta(days=days), by=None
        )
    assert not RoomAnnouncement.objects.exists()


def test_a_sixth_announcement_is_refused(match):
    for number in range(5):
        announcements.announce(match.session, f"No. {number}", by=None)
    with pytest.raises(Conflict):
        announcements.announce(match.session, "No. 6", by=None)


def test_announcements_of_a_tournament_reach_its_tables():
    tournament = make.tournament(here=4)
    table = make.published(tournament).tables.get()
    announcements.announce(tournament, "Lunch", by=None)
    assert [announcement.text for announcement in announcements.visible_at_table(table.match)] == [
        "Lunch"
    ]


def test_a_call_stays_until_it_is_done(match):
    first = table_calls.call(match)
    assert table_calls.call(match) == first
    assert table_calls.open_calls(match.session) == [(1, first)]
    message = Message.objects.get(kind=MessageKind.TABLE_CALL)
    assert (message.user, message.data, message.read_at) == (make.user(), {"table": 1}, None)
    table_calls.finish(match, by=make.user())
    table_calls.finish(match, by=make.user())
    message.refresh_from_db()
    assert message.read_at is not None
    assert table_calls.open_calls(match.session) == []
    with pytest.raises(Conflict, match="half a minute"):
        table_calls.call(match)
    TableCall.objects.update(done_at=timezone.now() - table_calls.PAUSE)
    assert table_calls.call(match) != first


def test_a_finished_match_does_not_call(match):
    make.played(match, *[[22, 1, 2, 3]] * 3)
    with pytest.raises(Conflict):
        table_calls.call(match)
