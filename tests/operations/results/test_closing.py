"""An evening is closed with all its tables, in one act that is undone as one."""

import pytest

from league.errors import Conflict, Invalid
from league.models import CorrectionPolicy, Match, Season
from league.operations.matches import submissions
from league.operations.results import closing, match_ends, postponements
from league.operations.results.closing import Ending
from league.operations.sessions import current_sessions, presence, session_log, undo
from tests import make

pytestmark = pytest.mark.django_db
TABLES = {"played": 0, "idle": 3, "waiting": 6}


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


@pytest.fixture
def tables(session):
    """Return an evening with a table that has a round, one without, and a postponed one."""
    people = make.players(session.season.club, [f"Player {number}" for number in range(9)])
    session_log.check_in(session, [player.pk for player in people], by=None)
    matches = {
        name: session_log.set_table(
            session,
            game="neurotrio",
            players=[player.pk for player in people[first : first + 3]],
            by=None,
        )
        for name, first in TABLES.items()
    }
    submissions.submit(matches["played"].pk, make.sheet(10, 5, 4), by=None)
    postponements.postpone(matches["waiting"], to=session.starts_at, by=None)
    return matches


def state(match):
    match = Match.every.get(pk=match.pk)
    return (match.over, match.stopped_at is not None, match.called_off_at is not None)


OPEN, WITH_RESULT, WITHOUT, CANCELLED = (
    (False, False, False), (True, True, False), (False, True, False), (False, False, True)
)  # fmt: skip


def last_ref(session):
    return undo.log_entries(session)[0].ref


def test_each_open_table_gets_a_sensible_end(session, tables):
    closing.close(session, by=None)
    assert [state(tables[name]) for name in TABLES] == [WITH_RESULT, CANCELLED, OPEN]
    assert presence.present_players(session) == []
    session.refresh_from_db()
    assert session.closed_at is not None
    assert current_sessions.under_way([session.season.club], session.starts_at) == []
    assert closing.close(session, by=None) == ""


def test_closing_is_undone_as_one_act_and_done_again(session, tables):
    closing.close(session, by=None)
    ref = last_ref(session)
    undo.undo(session, ref, by=None)
    assert [state(tables[name]) for name in TABLES] == [OPEN, OPEN, OPEN]
    assert len(presence.present_players(session)) == 9
    session.refresh_from_db()
    assert session.closed_at is None
    undo.redo(session, ref, by=None)
    assert [state(tables[name]) for name in TABLES] == [WITH_RESULT, CANCELLED, OPEN]


def test_tables_end_as_chosen(session, tables):
    endings = {tables["played"].pk: Ending.ABANDON, tables["idle"].pk: Ending.LEAVE}
    closing.close(session, endings, force="2026-10-01", by=None)
    assert [state(tables[name]) for name in TABLES] == [WITHOUT, OPEN, OPEN]


def test_a_table_that_came_meanwhile_is_not_ended_unseen(session, tables):
    with pytest.raises(Conflict, match="Table 2 has just been created"):
        closing.close(session, {tables["played"].pk: Ending.STOP}, by=None)
    endings = {tables["played"].pk: Ending.STOP, tables["idle"].pk: Ending.STOP}
    with pytest.raises(Invalid, match="Table 2 cannot end like this"):
        closing.close(session, endings, by=None)
    assert [state(tables[name]) for name in TABLES] == [OPEN, OPEN, OPEN]
    assert presence.present_players(session)


def test_another_player_opens_a_closed_evening_again(session, tables):
    closing.close(session, by=None)
    late = make.players(session.season.club, ["Late"])
    session_log.check_in(session, [late[0].pk], by=None)
    session.refresh_from_db()
    assert session.closed_at is None


def test_an_end_is_an_entry_of_the_evening_and_undone_there(session, tables):
    played = tables["played"]
    one = played.seats.first().player_id
    match_ends.end(played, forfeited=[one], reason="Last train", by=None)
    assert state(played) == WITH_RESULT
    round_entry = next(log_entry for log_entry in undo.log_entries(session) if log_entry.is_round)
    dependents = undo.dependents(round_entry, undo.log_entries(session))
    assert [dependent.kind for dependent in dependents] == ["stop"]
    undo.undo(session, last_ref(session), by=None)
    assert state(played) == OPEN
    undo.redo(session, dependents[0].ref, by=None)
    assert Match.objects.get(pk=played.pk).forfeits == [one]
    match_ends.resume(Match.objects.get(pk=played.pk), by=None)
    assert all(e.undone_at is not None for e in undo.log_entries(session) if e.kind == "stop")


def test_taking_a_result_back_asks_what_the_season_asks_for(session, tables):
    Season.objects.update(correction_policy=CorrectionPolicy.REASON)
    closing.close(session, by=None)
    with pytest.raises(Invalid, match="Give a reason"):
        undo.undo(session, last_ref(session), by=None)
    assert state(tables["played"]) == WITH_RESULT
    undo.undo(session, last_ref(session), by=None, reason="Too early")
    assert state(tables["played"]) == OPEN
