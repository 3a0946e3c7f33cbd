"""What was made by mistake is deleted while nothing hangs on it, and refused with what does."""

import pytest

from league.errors import Conflict
from league.models import AuditEntry, Club, Event, Role, Season, Session, Tournament
from league.operations.people import club_deleting, clubs, invitations, members
from league.operations.seasons import deleting, penalties
from league.operations.sessions import session_log, undo
from league.operations.signups import sheets, sign_ups
from tests import make
from tests.logged import last_action

pytestmark = pytest.mark.django_db


def refused(act, thing, by):
    """Return the words of the refusal, and the paths and words of its problems."""
    with pytest.raises(Conflict) as caught:
        act(thing, by=by)
    problems = caught.value.problems
    assert {problem["code"] for problem in problems} == {"in_use"}
    return caught.value.detail, {problem["path"]: problem["message"] for problem in problems}


def latest_entry(club):
    entry = AuditEntry.objects.filter(club=club).latest("pk")
    return entry.kind, entry.subject


def test_evening_is_deleted_unless_something_hangs_on_it():
    alice = make.user()
    season = make.season(make.club(alice))
    people = make.players(season.club)
    make.webhook(season.club)
    evening, other = make.session(season), make.session(season, 8)
    sheet = sheets.open_sheet(evening, by=alice)
    number = evening.pk
    deleting.delete_session(evening, by=alice)
    assert list(season.sessions.all()) == [other]
    assert not type(sheet).objects.exists()
    subject = {"season": season.pk, "session": number}
    assert latest_entry(season.club) == ("session.deleted", subject)
    assert Event.objects.latest("pk").type == "session.cancelled"

    ids = [player.pk for player in people]
    session_log.check_in(other, ids[:3], by=alice)
    make.played(make.match(other, people[:3]), [12, 5, 3])
    make.match(other, people[:3])
    penalties.penalise(season, player=ids[0], session=other.pk, points=1, reason="Late", by=alice)
    penalties.sit_out(other, player=ids[3])
    sheet = sheets.open_sheet(other, by=alice)
    sign_ups.record_answer(sheet, ids[0], "no", by=alice, as_organiser=True)
    words, problems = refused(deleting.delete_session, other, alice)
    assert words == (
        "This evening cannot be deleted, because it has: 2 tables, 3 players checked in, "
        "1 sign-up, 1 sit-out and 1 penalty."
    )
    assert list(problems) == ["matches", "presence", "sign_ups", "sit_outs", "penalties"]
    assert problems["presence"] == "3 players checked in"


def test_undone_and_cancelled_actions_do_not_keep_an_evening():
    season = make.season(make.club())
    people = make.players(season.club)
    session = make.session(season)
    session_log.check_in(session, [people[0].pk], by=None)
    undo.undo(session, last_action(session), by=None)
    session_log.call_off(make.match(session, people[:3]), by=None)
    deleting.delete_session(session, by=None)
    assert not Session.objects.exists()


def test_table_with_a_round_keeps_its_evening_even_if_it_was_cancelled():
    match = make.played(make.match(), [12, 5, 3])
    match.called_off_at = match.updated_at
    match.save(update_fields=["called_off_at"])
    _words, problems = refused(deleting.delete_session, match.session, None)
    assert problems == {"matches": "1 table"}


def test_season_is_deleted_unless_something_hangs_on_it():
    alice = make.user()
    club = make.club(alice)
    season = make.season(club)
    session = make.session(season)
    words, problems = refused(deleting.delete_season, season, alice)
    assert words == "This season cannot be deleted, because it has: 1 evening."
    assert problems == {"sessions": "1 evening"}
    deleting.delete_session(session, by=alice)
    number = season.pk
    deleting.delete_season(season, by=alice)
    assert not Season.objects.exists()
    assert latest_entry(club) == ("season.deleted", {"season": number})
    make.season(club)  # the name is free again


def test_season_of_a_tournament_or_ladder_refers_to_it():
    club = make.club()
    people = make.players(club)
    tournament = make.tournament(club, here=people)
    _words, problems = refused(deleting.delete_season, tournament.season, None)
    assert problems["tournament"] == "a tournament: delete that instead"
    ladder = make.ladder(club, people[:2], people[2:])
    division = ladder.periods.get().divisions.first()
    _words, problems = refused(deleting.delete_season, division.season, None)
    assert problems == {"ladder": "a period of a ladder: undo that instead"}


def test_tournament_is_deleted_unless_something_hangs_on_it():
    alice = make.user()
    club = make.club(alice)
    empty = make.tournament(club, here=[])
    number, season = empty.pk, empty.season_id
    _words, problems = refused(deleting.delete_session, empty.season.sessions.get(), alice)
    assert problems == {"tournament": "a tournament that has no other evening"}
    deleting.delete_tournament(empty, by=alice)
    assert not Tournament.objects.exists()
    assert not Session.objects.exists()
    assert latest_entry(club) == ("tournament.deleted", {"season": season, "tournament": number})

    played = make.published(make.tournament(club, here=4)).tournament
    words, problems = refused(deleting.delete_tournament, played, alice)
    assert problems == {"sittings": "1 round", "entrants": "4 entrants", "matches": "1 table"}
    assert words == (
        "This tournament cannot be deleted, because it has: 1 round, 4 entrants and 1 table."
    )


def test_club_is_deleted_by_an_owner_unless_something_hangs_on_it():
    alice = make.user()
    club = make.club(alice)
    clubs.add_player(club, name="Ada", by=alice)
    season = make.season(club)
    bob = make.member(club, Role.OWNER, "bob@example.org")
    words, problems = refused(club_deleting.delete_club, club, alice)
    assert problems == {"seasons": "1 season", "players": "1 player", "members": "1 other member"}
    assert words == (
        "This club cannot be deleted, because it has: 1 season, 1 player and 1 other member."
    )
    deleting.delete_season(season, by=alice)
    members.remove(club.memberships.get(user=bob), by=alice)
    club.players.all().delete()
    invitations.create(club, by=alice, role=Role.SCORER)
    make.webhook(club)
    slug = club.slug
    club_deleting.delete_club(club, by=alice)
    assert not Club.objects.exists()
    assert make.club(alice).slug == slug


def test_deletion_sees_what_came_meanwhile():
    season = make.season(make.club())
    session = make.session(season)
    assert deleting.uses_of_session(session) == []  # the page asks
    session_log.check_in(session, [make.players(season.club)[0].pk], by=None)
    _words, problems = refused(deleting.delete_session, session, None)
    assert problems == {"presence": "1 player checked in"}
