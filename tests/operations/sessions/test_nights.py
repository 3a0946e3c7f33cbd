"""League nights: which evenings are joined, the numbers of their tables, taking apart."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import Conflict, Invalid
from league.models import AuditEntry, Match, Message, MessageKind, Night, Player
from league.operations.calendars import calendar_sessions
from league.operations.matches import matches
from league.operations.results import closing
from league.operations.seasons import deleting, seasons
from league.operations.sessions import nights
from league.operations.signups import sheets, sign_ups
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return make.user()


@pytest.fixture
def club(alice):
    return make.club(alice)


@pytest.fixture
def first(club):
    return make.session(make.season(club, "Division A"))


@pytest.fixture
def second(club):
    return make.session(make.season(club, "Division B"))


@pytest.fixture
def third(club):
    return make.session(make.season(club, "Friday"))


def titles(session):
    session.refresh_from_db()
    return [row.season.name for row in nights.sessions_of(session)]


def problem(refused):
    (fault,) = refused.value.problems
    return fault["code"], fault["path"]


def test_joined_evenings_are_one_night(first, second, third, alice):
    nights.join(first, [second.pk], by=alice)
    assert titles(first) == titles(second) == ["Division A", "Division B"]
    assert titles(third) == ["Friday"]
    assert [row.season.name for row in nights.candidates(first)] == ["Friday"]
    nights.join(third, [second.pk], by=alice)
    assert titles(third) == ["Division A", "Division B", "Friday"]
    assert Night.objects.count() == 1


def test_join_is_logged_once_for_each_new_evening(first, second, alice):
    nights.join(first, [second.pk], by=alice)
    nights.join(first, [second.pk], by=alice)
    entries = AuditEntry.objects.filter(kind="session.joined")
    assert {entry.subject["session"] for entry in entries} == {first.pk, second.pk}
    assert entries.count() == 2


def test_night_ends_with_its_last_but_one_evening(first, second, third, alice):
    nights.join(first, [second.pk, third.pk], by=alice)
    nights.separate(third, by=alice)
    nights.separate(third, by=alice)
    assert titles(first) == ["Division A", "Division B"]
    deleting.delete_session(second, by=alice)
    first.refresh_from_db()
    assert first.night_id is None
    assert not Night.objects.exists()
    assert AuditEntry.objects.filter(kind="session.separated").count() == 1


def test_evening_of_another_club_is_refused(first):
    other = make.session(make.season(make.club(make.user("charlie@example.org"), "Besace")))
    with pytest.raises(Invalid) as refused:
        nights.join(first, [other.pk], by=None)
    assert problem(refused) == ("unknown_session", "sessions.0")
    assert not Night.objects.exists()


def test_evening_of_another_day_or_place_is_refused(first, second, third, club):
    seasons.update_session(second, starts_at=second.starts_at + timedelta(days=1))
    seasons.update_session(third, place="Chez Ada")
    for other, code in ((second, "other_day"), (third, "other_place")):
        with pytest.raises(Invalid) as refused:
            nights.join(first, [other.pk], by=None)
        assert problem(refused) == (code, "sessions.0")
        assert other not in nights.candidates(first)
    assert not Night.objects.exists()


def test_evening_without_a_place_is_in_the_same_room(first, second):
    seasons.update_session(second, place="")
    nights.join(first, [second.pk], by=None)
    assert titles(first) == ["Division A", "Division B"]


def test_closed_cancelled_and_tournament_evenings_are_refused(first, second, third, club):
    closing.close(second, by=None)
    seasons.cancel_session(third)
    tournament = make.tournament(club, starts_at=first.starts_at)
    of_tournament = tournament.season.sessions.get()
    expected = {
        second: "session_closed",
        third: "session_cancelled",
        of_tournament: "of_tournament",
    }
    for other, code in expected.items():
        with pytest.raises(Conflict) as refused:
            nights.join(first, [other.pk], by=None)
        assert problem(refused) == (code, "sessions.0")
    assert nights.candidates(first) == []
    assert not Night.objects.exists()


def test_tables_of_a_night_never_share_a_number(first, second, club):
    players = make.players(club)
    nights.join(first, [second.pk], by=None)
    one = make.match(first, players[:2])
    other = make.match(second, players[2:])
    assert (one.table_number, other.table_number) == (1, 2)
    with pytest.raises(Conflict, match="Table 1 is taken"):
        matches.renumber_table(other, 1)


def test_evenings_whose_tables_share_a_number_are_not_joined(first, second, club):
    players = make.players(club)
    make.match(first, players[:2])
    other = make.match(second, players[2:])
    with pytest.raises(Conflict) as refused:
        nights.join(first, [second.pk], by=None)
    assert problem(refused) == ("table_taken", "sessions")
    assert "Division A" in refused.value.detail
    matches.renumber_table(other, 5)
    nights.join(first, [second.pk], by=None)
    assert make.match(first, players[:2]).table_number == 2


def test_ended_tables_may_share_a_number(first, second, club):
    players = make.players(club)
    make.match(first, players[:2])
    over = make.match(second, players[2:])
    Match.objects.filter(pk=over.pk).update(over=True)
    nights.join(first, [second.pk], by=None)
    assert titles(first) == ["Division A", "Division B"]


def test_new_evenings_of_several_seasons_are_joined(first, second):
    created = nights.open_night(
        [first.season, second.season], starts_at=first.starts_at + timedelta(days=7), by=None
    )
    assert titles(created[0]) == ["Division A", "Division B"]
    assert created[0].pk not in {first.pk, second.pk}
    assert len({session.night_id for session in created}) == 1


def test_night_moves_together_and_each_player_gets_one_message(first, second, club, alice):
    # At noon, so that the second evening is on the same day at any hour of the run.
    soon = (timezone.now() + timedelta(days=2)).replace(hour=12)
    for session, hours in ((first, 0), (second, 1)):
        seasons.update_session(session, starts_at=soon + timedelta(hours=hours))
    bob = make.user("bob@example.org")
    (ada,) = make.players(club, ["Ada"])
    Player.objects.filter(pk=ada.pk).update(account=bob)
    for session in (first, second):
        sign_ups.record_answer(
            sheets.open_sheet(session, by=None), ada.pk, "yes", by=None, as_organiser=True
        )
    nights.join(first, [second.pk], by=None)
    nights.update_together(first, starts_at=soon + timedelta(days=1), place="Chez Ada", by=alice)
    second.refresh_from_db()
    assert second.starts_at == soon + timedelta(days=1, hours=1)
    assert second.place == "Chez Ada"
    assert messages_about_evenings(bob) == 1
    nights.cancel_together(second, reason="Snow", by=alice)
    first.refresh_from_db()
    assert (first.cancelled_at is not None, first.cancel_reason) == (True, "Snow")
    assert messages_about_evenings(bob) == 2
    nights.reinstate_together(first, by=alice)
    second.refresh_from_db()
    assert second.cancelled_at is None
    assert messages_about_evenings(bob) == 3


def messages_about_evenings(user):
    return Message.objects.filter(user=user, kind=MessageKind.SESSION_CHANGED).count()


def test_night_with_a_table_is_not_cancelled_in_part(first, second, club):
    nights.join(first, [second.pk], by=None)
    make.match(second, make.players(club)[:2])
    with pytest.raises(Conflict, match="Division B: This evening has tables"):
        nights.cancel_together(first, by=None)
    first.refresh_from_db()
    assert first.cancelled_at is None


def test_closed_evening_of_a_night_stays_where_it_was(first, second):
    nights.join(first, [second.pk], by=None)
    closing.close(second, by=None)
    before = second.starts_at
    nights.update_together(first, starts_at=first.starts_at + timedelta(days=1), by=None)
    second.refresh_from_db()
    assert second.starts_at == before
    assert titles(second) == ["Division B"]


def test_evening_that_comes_to_another_day_leaves_the_night(first, second, third):
    nights.join(first, [second.pk, third.pk], by=None)
    seasons.update_session(third, starts_at=third.starts_at + timedelta(hours=3))
    nights.update_together(first, starts_at=first.starts_at + timedelta(hours=2), by=None)
    assert titles(first) == ["Division A", "Division B"]
    assert titles(third) == ["Friday"]


def test_calendar_has_one_entry_for_a_night_and_those_of_a_person(first, second, third, club):
    nights.join(first, [second.pk], by=None)
    titles_of_club = [row.title for row in calendar_sessions.sessions_of_club(club)]
    assert sorted(titles_of_club) == [
        "Les Ardoises · Division A, Division B", "Les Ardoises · Friday"
    ]  # fmt: skip
    bob = make.user("bob@example.org")
    (ada,) = make.players(club, ["Ada"])
    Player.objects.filter(pk=ada.pk).update(account=bob)
    sheet = sheets.open_sheet(second, by=None)
    sign_ups.record_answer(sheet, ada.pk, "yes", by=None, as_organiser=True)
    own = [row.title for row in calendar_sessions.sessions_of_user(bob)]
    assert sorted(own) == ["Les Ardoises · Division B", "Les Ardoises · Friday"]
