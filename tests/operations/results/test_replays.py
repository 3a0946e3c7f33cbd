"""Replays: the old match counts no more, the new one replaces it, and undo brings the result
back."""

import pytest

from league.errors import Conflict, Invalid
from league.models import AuditEntry, ConfirmationWay, Match
from league.operations.results import (
    closing,
    confirmations,
    disputes,
    match_ends,
    replays,
    stopped_matches,
)
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from league.operations.sessions import rematches, undo
from league.operations.sessions.session_log_words import entry_texts
from scoring import projection
from scoring.models import Result
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


@pytest.fixture
def ended(session):
    players = make.players(session.season.club, ["Ada", "Bruno", "Chloé"])
    return make.played(
        make.match(session, players, options={"target": 20}, table=4), [14, 9, 5], [16, 2, 1]
    )


def counting(match):
    """Return the scores that count for a match."""
    rows = Result.objects.live().filter(match_id=match.pk).order_by("seat")
    return list(rows.values_list("score", flat=True))


def current(match):
    return Match.every.get(pk=match.pk)


def take_back(session, kind="replay"):
    listed = undo.log_entries(session)
    entry = next(entry for entry in listed if entry.kind == kind)
    refs = [dependent.ref for dependent in undo.dependents(entry, listed)]
    undo.undo(session, entry.ref, by=make.user(), expected_dependents=refs)
    return entry


def codes(refused):
    return [problem["code"] for problem in refused.value.problems]


def test_old_match_counts_no_more_and_keeps_its_rounds(ended):
    new = replays.replay(ended, reason="Cards missing", by=make.user())
    assert (new.replay_of, new.table, new.options) == (ended, 4, ended.options)
    old = current(ended)
    assert (counting(ended), old.over, old.rounds_played) == ([], False, 2)
    assert old.stop_reason == "Cards missing"
    make.played(new, [22, 9, 5])
    assert counting(new) == [22, 9, 5]


def test_undo_restores_the_result_and_cancels_the_replay(session, ended):
    seasons.update(session.season, confirmation="all")
    ended = current(ended)
    confirmations.confirm(ended, Speaker(None, ConfirmationWay.REFEREE), by=make.user())
    before = current(ended)
    new = replays.replay(ended, by=make.user())
    make.played(new, [14, 9, 5])
    entry = take_back(session)
    old = current(ended)
    assert counting(ended) == [30, 11, 6]
    assert (old.over, old.result, old.confirmed) == (True, before.result, before.confirmed)
    assert (old.result_at, old.stopped_at) == (before.result_at, None)
    assert current(new).called_off_at is not None
    undo.redo(session, entry.ref, by=make.user())
    assert (counting(ended), current(new).called_off_at) == ([], None)
    take_back(session)
    assert counting(ended) == [30, 11, 6]
    for table in session.season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []


def test_undo_restores_a_match_that_was_stopped_with_a_result(session, ended):
    stopped = make.played(
        make.match(session, [seat.player for seat in ended.seats.all()]), [14, 9, 5]
    )
    match_ends.end(stopped, forfeited=[stopped.seats.first().player_id], by=None)
    replays.replay(stopped, by=None)
    take_back(session)
    old = current(stopped)
    assert (old.over, old.places, old.forfeits) == (
        True, [3, 1, 2], [stopped.seats.first().player_id],
    )  # fmt: skip


def test_log_tells_the_replay_once(session, ended):
    replays.replay(ended, reason="Cards missing", by=make.user())
    (entry,) = [entry for entry in undo.log_entries(session) if entry.kind == "replay"]
    assert entry_texts([entry])[0][1] == (
        "Match replayed: Neurotrio, Ada, Bruno, Chloé (Cards missing)"
    )
    assert AuditEntry.objects.filter(kind="result.replay").count() == 1


def test_second_tap_returns_the_running_replay(ended):
    assert replays.replay(ended, by=None) == replays.replay(ended, by=None)
    assert Match.objects.filter(replay_of=ended).count() == 1


def test_next_replay_starts_from_the_last_one(ended):
    make.played(replays.replay(ended, by=None), [22, 9, 5])
    with pytest.raises(Conflict, match="already replayed") as refused:
        replays.replay(ended, by=None)
    assert codes(refused) == ["replayed"]


def test_match_without_a_result_can_be_replayed(session, ended):
    match = make.match(session, [seat.player for seat in ended.seats.all()])
    stopped_matches.abandon(match, by=None)
    assert replays.replay(match, by=None).replay_of == match
    take_back(session)
    assert current(match).stopped_at is not None


def test_replayed_match_cannot_be_resumed_or_have_a_rematch(ended):
    replays.replay(ended, by=None)
    with pytest.raises(Conflict, match="Undo the replay"):
        match_ends.resume(current(ended), by=None)
    with pytest.raises(Conflict, match="Start the rematch from its replay"):
        rematches.start(current(ended), by=None)


def test_dispute_that_took_the_result_cannot_bring_it_back_after_a_replay(ended):
    speaker = Speaker(ended.seats.first().player_id, ConfirmationWay.TABLE)
    dispute = disputes.open_dispute(ended, speaker, reason="Not so", by=None)
    with pytest.raises(Conflict, match="Resolve the dispute first") as refused:
        replays.replay(ended, by=None)
    assert codes(refused) == ["dispute_open"]
    dispute = disputes.decide(dispute, outcome="void", by=None)
    replays.replay(ended, by=None)
    with pytest.raises(Conflict, match="Undo the replay"):
        disputes.reopen(dispute, by=None)


def test_stop_is_undone_together_with_the_replay(session, ended):
    match = make.played(
        make.match(session, [seat.player for seat in ended.seats.all()]), [14, 9, 5]
    )
    match_ends.end(match, by=None)
    replays.replay(match, by=None)
    take_back(session, "stop")
    assert not current(match).ended
    assert not Match.objects.filter(replay_of=match).exists()


def test_closing_is_undone_together_with_the_replay_that_reopened_the_evening(session, ended):
    match = make.played(
        make.match(session, [seat.player for seat in ended.seats.all()]), [14, 9, 5]
    )
    closing.close(session, by=None)
    replays.replay(match, confirmed=True, by=None)
    session.refresh_from_db()
    assert session.closed_at is None
    take_back(session, "close")
    assert not current(match).ended


def test_correction_policy_of_the_season_holds(ended):
    season = ended.session.season
    seasons.update(season, correction_policy="reason")
    with pytest.raises(Invalid) as refused:
        replays.replay(ended, by=None)
    assert codes(refused) == ["reason_required"]
    seasons.update(season, correction_policy="warned")
    with pytest.raises(Invalid) as refused:
        replays.replay(ended, by=None)
    assert codes(refused) == ["correction_needs_confirmation"]
    seasons.update(season, correction_policy="second_person")
    with pytest.raises(Conflict, match="Dispute this result"):
        replays.replay(ended, by=None)
    assert counting(ended) == [30, 11, 6]


def test_running_match_and_tournament_table_are_refused(session, ended):
    running = make.match(session, [seat.player for seat in ended.seats.all()])
    with pytest.raises(Conflict, match="still being played"):
        replays.replay(running, by=None)
    with pytest.raises(Conflict, match="is playing at table 1"):
        replays.replay(ended, by=None)
    sitting = make.finished(make.published(make.tournament(session.season.club, here=6)))
    with pytest.raises(Conflict, match="Play its rounds again"):
        replays.replay(sitting.tables.first().match, by=None)
