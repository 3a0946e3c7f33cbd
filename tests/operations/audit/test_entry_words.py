"""The entries of the log of a club in words, and how they are findings."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone, translation

from league.models import AuditEntry, AuditKind, Role
from league.operations.audit import club_log, entry_words, searches
from league.operations.audit.club_log import Words
from league.operations.matches import submissions
from league.operations.people import club_settings, clubs, members
from league.operations.seasons import penalties, seasons
from league.operations.sessions import session_log, undo
from league.operations.tournaments.play import sittings
from tests import make
from tests.logged import last_action

pytestmark = pytest.mark.django_db


def last(club):
    (words,) = entry_words.in_words([AuditEntry.objects.filter(club=club).last()])
    return words


def changes(club):
    return {
        change.field: (change.title, change.before, change.after) for change in last(club).changes
    }


def kinds(club, condition):
    return [entry.kind for entry in searches.entries_of(club).filter(condition)]


def test_a_new_name_is_words_of_log_with_the_old_one_and_who_did_it():
    club, alice = make.club(), make.user()
    (player,) = make.players(club, ["Ada"])
    clubs.update_player(player, name="Ada <b> عادة", visibility="hidden", by=alice)
    assert changes(club) == {
        "name": ("name", "Ada", "Ada <b> عادة"),
        "visibility": ("visibility", "full name", "no name"),
    }
    words = last(club)
    assert (words.by, words.entry.kind_label) == ("Alice", "player changed")
    assert [named.name for named in words.players] == ["Ada <b> عادة"]
    club_log.forget(club.pk, players=[player.pk])
    assert changes(club)["name"] == ("name", "(erased)", "(erased)")


def test_words_follow_the_language_of_the_reader():
    club = make.club()
    (player,) = make.players(club, ["Ada"])
    clubs.update_player(player, visibility="initial")
    with translation.override("fr"):
        assert changes(club)["visibility"][1:] == ("nom complet", "prénom et initiale")


def test_a_deleted_account_is_words_of_log_as_such():
    club, bob = make.club(), make.member(make.club(name="Ailleurs"), Role.OWNER, "bob@example.org")
    clubs.add_player(club, name="Ada", by=bob)
    assert last(club).by == "Bob"
    bob.delete()
    assert last(club).by == "a deleted account"
    clubs.add_player(club, name="Eve", by=None)
    assert last(club).by == ""


def test_a_role_is_words_of_log_with_the_person_whose_it_is():
    club = make.club()
    bob = make.member(club, Role.SCORER, "bob@example.org")
    members.change_role(bob.memberships.get(), role=Role.PLAYER, by=make.user())
    assert last(club).account_names == ["Bob"]
    assert changes(club) == {"role": ("role", "scorer", "player")}


def test_a_season_tells_its_days_and_only_the_part_of_the_scheme_that_changed():
    club = make.club()
    season = make.season(club)
    assert changes(club)["starts_on"] == ("first day", "", "1 September 2026")
    seasons.update(season, ends_on=date(2027, 6, 30), scheme={"tiebreaks": ["lots"]})
    words_of_log = changes(club)
    assert words_of_log["ends_on"] == ("last day", "", "30 June 2027")
    assert words_of_log["scheme"][2] == "tiebreaks: lots"
    assert [(subject.kind, subject.name) for subject in last(club).about] == [
        ("season", "Saison 2026")
    ]


def test_an_evening_tells_its_time_by_the_active_clock():
    session = make.session(make.season(make.club()))
    club = session.season.club
    at = datetime(2026, 10, 1, 18, 0, tzinfo=UTC)
    with timezone.override("Europe/Paris"):
        seasons.update_session(session, starts_at=at, place="Cave")
        assert changes(club)["starts_at"][2] == "1 October 2026, 20:00"
        assert changes(club)["place"] == ("place", "Salle Pascal", "Cave")


def test_a_correction_tells_the_round_and_the_result_by_player():
    match = make.played(make.match(options={"target": 20}), [10, 4, 4], [10, 4, 4])
    club = match.session.season.club
    submissions.correct(match.pk, 2, make.sheet(12, 4, 4), by=None, reason="Misread")
    words_of_log = changes(club)
    assert words_of_log["round_scores"][1:] == (
        "Ada 10 · Bruno 4 · Chloé 4",
        "Ada 12 · Bruno 4 · Chloé 4",
    )
    assert words_of_log["scores"][1].startswith("Ada 20 · ")
    assert words_of_log["reason"] == ("reason", "", "Misread")
    names = [subject.name for subject in last(club).about]
    assert names[0] == f"match {match.pk}, Neurotrio, round 2"


def test_a_draw_tells_the_tables_and_a_swap_both():
    tournament = make.tournament(here=4)
    (sitting,) = sittings.draw(tournament, by=None)
    club = tournament.season.club
    words_of_log = changes(club)["tables"][2]
    assert sorted(words_of_log.split(", ")) == [f"Player 0{n}" for n in range(1, 5)]
    (players,) = [table.players for table in sitting.tables.all()]
    sittings.arrange(sitting, [players[::-1]], by=None)
    assert changes(club)["tables"][1:] == (words_of_log, ", ".join(words_of_log.split(", ")[::-1]))
    assert last(club).title == "Seats of round 1 changed by hand"
    assert last(club).about[0].name == tournament.season.name


def test_a_newcomer_who_was_taken_out_has_no_page_and_keeps_the_name():
    session = make.session(make.season(make.club()))
    session_log.add_player(session, "Zoé", by=None)
    undo.undo(session, last_action(session), by=None)
    words = last(session.season.club)
    assert words.entry.kind == "session.undo"
    assert [(named.kind, named.name) for named in words.players] == [("", "Zoé")]
    assert [change.after for change in words.changes] == ["new player checked in"]


def test_values_of_every_kind_can_be_words_of_log():
    """What an older or newer version wrote must not break the page."""
    club = make.club()
    odd = {"unknown": {"a": [1, None, {"b": -2}]}, "role": "king", "enabled": False, "points": 0}
    odd |= {"name": Words("x"), "player": 10**9, "tables": [[10**9]], "games": ["bridge"]}
    club_log.record(club.pk, AuditKind.SIGNED_IN, by=None, after=odd)
    AuditEntry.objects.create(club=club, number=99, at=timezone.now(), kind="new.kind", hash="x")
    words_of_log = entry_words.in_words(list(AuditEntry.objects.filter(club=club)))
    assert [line_of_log.entry.kind_label for line_of_log in words_of_log][-2:] == [
        "signed in",
        "new.kind",
    ]
    assert {change.field: change.after for change in words_of_log[-2].changes} == {
        "unknown": "a: 1, –, b: −2",
        "role": "king",
        "enabled": "no",
        "points": "0",
        "name": "x",
        "player": "a deleted player",
        "tables": "a deleted player",
        "games": "bridge",
    }


# searches
def test_people_are_findings_as_doers_and_as_subjects_by_their_names_of_today():
    club = make.club()
    ada, eve = make.players(club, ["Ada", "ÉVE"])
    clubs.update_player(eve, name="Élise", by=make.user())
    ada.account = make.user("ada@example.org")
    ada.save()
    session = make.session(make.season(club))
    penalties.penalise(
        session.season, session=session.pk, player=eve.pk, points=1, reason="Late", by=ada.account
    )
    findings = kinds(club, searches.by_or_about_name("ÉLI"))
    assert findings == ["penalty.given", "player.changed", "player.added"]
    assert kinds(club, searches.by_or_about_name("éve")) == []
    assert kinds(club, searches.by_or_about_name("ada")) == ["penalty.given", "player.added"]
    assert kinds(club, searches.by_or_about_player(ada.pk)) == ["penalty.given", "player.added"]
    assert kinds(club, searches.by_or_about_name("alice")) == ["player.changed", "club.created"]
    assert kinds(club, searches.by_or_about_name("(.*")) == []


def test_an_account_without_name_is_findings_by_its_address():
    club, bob = make.club(), make.user("bob@example.org")
    bob.name = ""
    bob.save()
    clubs.add_player(club, name="Ada", by=bob)
    assert kinds(club, searches.by_or_about_name("bob@")) == ["player.added"]


def test_matches_kinds_and_days_are_findings():
    match = make.played(make.match(options={"target": 10}), [12, 4, 4])
    club = match.session.season.club
    assert kinds(club, searches.about_match(match.pk)) == ["result.entered"]
    assert set(kinds(club, searches.of_kind("player"))) == {"player.added"}
    assert kinds(club, searches.of_kind("season.created")) == ["season.created"]
    today = club.today()
    assert len(kinds(club, searches.of_days(club, today, today))) == club.audit_entries.count()
    assert kinds(club, searches.of_days(club, None, date(2020, 1, 1))) == []


def test_the_days_are_those_of_the_club():
    club = club_settings.update(make.club(), timezone="Pacific/Auckland")
    late = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)  # the second of March in Auckland
    AuditEntry.objects.create(club=club, number=99, at=late, kind="club.changed", hash="x")
    second, third = date(2026, 3, 2), date(2026, 3, 3)
    assert kinds(club, searches.of_days(club, second, second)) == ["club.changed"]
    assert "club.changed" not in kinds(
        club, searches.of_days(club, date(2026, 3, 1), date(2026, 3, 1))
    )
    assert len(kinds(club, searches.of_days(club, third, None))) == club.audit_entries.count() - 1
