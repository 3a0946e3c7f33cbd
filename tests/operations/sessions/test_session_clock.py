"""The clock of an evening and of its tables: actions of organisers at fixed times."""

from datetime import UTC, datetime, timedelta

import pytest

from league.errors import Conflict, Invalid, Stale
from league.models import AuditEntry, Clock
from league.operations.results import closing, stopped_matches
from league.operations.sessions import clocks, session_clock, session_log, undo
from league.operations.sessions.session_log_words import entry_texts
from league.operations.support import countdowns
from tests import make

pytestmark = pytest.mark.django_db
START = datetime(2026, 10, 1, 19, tzinfo=UTC)


def at(minutes):
    return START + timedelta(minutes=minutes)


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


@pytest.fixture
def match(session):
    return make.match(session, make.players(session.season.club))


@pytest.fixture
def running(session):
    return session_clock.start(session, minutes=40, by=None, now=START)


def table_clock(match):
    return clocks.of_table(match).countdown


def words(session):
    return [text for _entry, text in entry_texts(undo.log_entries(session))]


def take_back(session):
    latest = next(entry for entry in undo.log_entries(session) if entry.undone_at is None)
    undo.undo(session, latest.ref, by=make.user())
    return latest


def test_a_table_follows_the_clock_of_the_evening(session, match, running):
    assert table_clock(match).ends_at == at(40)
    session_clock.pause(session, by=None, now=at(10))
    assert table_clock(match).seconds_left(at(99)) == 1800
    session_clock.resume(session, by=None, now=at(25))
    session_clock.set_extra_minutes(session, 5, by=None)
    session_clock.set_extra_minutes(match, 3, by=None)
    assert clocks.countdown(clocks.find(session)).ends_at == at(60)
    assert table_clock(match).ends_at == at(63)
    assert not clocks.of_table(match).is_own


def test_a_table_starts_stops_and_resets_its_own_clock(session, match, running):
    session_clock.start(match, by=None, now=at(10))
    assert (table_clock(match).ends_at, clocks.of_table(match).is_own) == (at(50), True)
    session_clock.pause(session, by=None, now=at(20))
    assert table_clock(match).ends_at == at(50)  # it no longer follows the evening
    session_clock.pause(match, by=None, now=at(20))
    session_clock.resume(match, by=None, now=at(25))
    session_clock.set_extra_minutes(match, 2, by=None)
    assert table_clock(match).ends_at == at(57)
    session_clock.reset(match, by=None)
    assert not clocks.of_table(match).is_own
    assert table_clock(match).is_paused


def test_stopping_a_table_detaches_it_from_the_running_clock(session, match, running):
    session_clock.set_extra_minutes(match, 5, by=None)
    session_clock.pause(match, by=None, now=at(10))
    session_clock.resume(match, by=None, now=at(20))
    assert table_clock(match).ends_at == at(55)
    assert clocks.countdown(clocks.find(session)).ends_at == at(40)


def test_a_table_without_a_clock_of_the_evening_needs_minutes(match):
    with pytest.raises(Conflict, match="how many minutes"):
        session_clock.start(match, by=None, now=START)
    session_clock.start(match, minutes=30, by=None, now=START)
    assert table_clock(match).ends_at == at(30)


def test_new_tables_start_their_clocks_if_the_evening_says_so(session):
    people = [player.pk for player in make.players(session.season.club)]
    by = make.user()
    session_clock.set_minutes(session, 50, starts_with_tables=True, by=None)
    session_log.check_in(session, people, by=by)
    seating = session_log.seat_players(session, games=["neurotrio"], tables=[people], by=by)
    clock = Clock.objects.get(match=seating.matches[0])
    assert clock.minutes == 50
    assert clock.started_at is not None
    take_back(session)
    Clock.objects.update(started_at=START)
    undo.redo(session, seating.ref, by=by)
    clock.refresh_from_db()
    assert clock.started_at > START


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (["pause"], "The clock has not started"),
        (["go_on"], "The clock has not started"),
        (["start", "start"], "The clock is already running"),
        (["start", "go_on"], "The clock is already running"),
        (["start", "pause", "pause"], "The clock is already stopped"),
        (["start", "pause", "start"], "Resume or reset it"),
    ],
)
def test_a_refused_action_names_its_reason_and_changes_no_clock(session, actions, sentence):
    session_clock.set_minutes(session, 40, by=None)
    *before, last = actions
    for action in before:
        session_clock.ACTIONS[action](session, by=None)
    state, entries = clocks.state(clocks.find(session)), AuditEntry.objects.count()
    with pytest.raises(Conflict, match=sentence):
        session_clock.ACTIONS[last](session, by=None)
    assert clocks.state(clocks.find(session)) == state
    assert AuditEntry.objects.count() == entries


def test_the_same_time_twice_has_one_effect(session, match, running):
    before = AuditEntry.objects.count()
    for _tap in range(2):
        session_clock.set_extra_minutes(match, 5, by=None)
        session_clock.set_minutes(session, 45, by=None)
    assert AuditEntry.objects.count() == before + 2
    for _tap in range(2):
        session_clock.reset(session, by=None)
    assert AuditEntry.objects.count() == before + 3


def test_a_page_that_has_seen_an_older_clock_is_refused(session, running):
    seen = running.version
    session_clock.reset(session, by=None)
    session_clock.start(session, by=None, now=at(60))
    for action in ("pause", "reset"):
        with pytest.raises(Stale):
            session_clock.ACTIONS[action](session, by=None, seen_version=seen)
    assert clocks.countdown(clocks.find(session)).ends_at == at(100)


@pytest.mark.parametrize("minutes", [-1, 1441, 10**9])
def test_impossible_minutes_are_refused(session, match, running, minutes):
    for change in (
        lambda: session_clock.set_minutes(session, minutes, by=None),
        lambda: session_clock.set_extra_minutes(match, minutes, by=None),
        lambda: session_clock.start(match, minutes=minutes, by=None),
    ):
        with pytest.raises(Invalid, match="Enter a number"):
            change()


def test_a_finished_table_and_a_closed_evening_have_no_clock(session, match, running):
    stopped_matches.abandon(match, by=None)
    with pytest.raises(Conflict, match="This match has ended"):
        session_clock.pause(match, by=None)
    assert clocks.is_shown(session, clocks.countdown(running), at(50))
    closing.close(session, by=make.user())
    with pytest.raises(Conflict, match="This evening is closed"):
        session_clock.pause(session, by=None)
    assert not clocks.is_shown(session, clocks.countdown(running), at(50))


def test_a_forgotten_clock_is_not_shown_any_more(session, running):
    clock = clocks.countdown(running)
    assert clocks.is_shown(session, clock, at(399))
    assert not clocks.is_shown(session, clock, at(400))
    assert not clocks.is_shown(session, countdowns.reset(clock), at(10))


def test_an_evening_of_a_tournament_names_its_own_clock():
    sitting = make.published(make.tournament(minutes=40))
    table = sitting.tables.get(number=1)
    for owner in (sitting.session, table.match):
        with pytest.raises(Conflict, match="in “Manage tournament”"):
            session_clock.start(owner, minutes=30, by=None)
    assert not Clock.objects.exists()


def test_the_log_tells_and_undoes_what_was_done_to_the_clock(session, match, running):
    session_clock.set_extra_minutes(session, 5, by=None)
    session_clock.pause(match, by=None, now=at(10))
    session_clock.reset(session, by=None)
    assert words(session)[:4] == [
        "Clock reset",
        "Table 1: Clock stopped",
        "Extra time: 5 min",
        "Clock started: 40 min",
    ]
    entry = take_back(session)
    assert clocks.countdown(clocks.find(session)).ends_at == at(45)
    undo.redo(session, entry.ref, by=make.user())
    assert clocks.countdown(clocks.find(session)).ends_at is None
    take_back(session)
    take_back(session)
    assert not clocks.of_table(match).is_own


def test_undo_of_a_start_also_undoes_what_followed(session, match, running):
    session_clock.pause(match, by=None, now=at(5))
    session_clock.pause(session, by=None, now=at(10))
    entries = undo.log_entries(session)
    start = next(entry for entry in entries if entry.kind == "clock_start")
    dependents = undo.dependents(start, entries)
    assert [entry.kind for entry in dependents] == ["clock_pause"]
    assert dependents[0].subject["matches"] == []
    refs = [entry.ref for entry in dependents]
    undo.undo(session, start.ref, by=make.user(), expected_dependents=refs)
    assert clocks.countdown(clocks.find(session)).has_started is False
    assert clocks.of_table(match).is_own


def test_the_form_proposes_the_minutes_of_the_latest_evening(session, running):
    other = make.session(session.season, day=2)
    assert clocks.usual_minutes(other) == 40
    assert clocks.usual_minutes(make.session(make.season(make.club(name="B")))) == 45
