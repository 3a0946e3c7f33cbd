"""Rematches: the same players play on at the same table, once for each match."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from league.errors import Conflict
from league.models import AuditEntry, Match
from league.operations.results import stopped_matches
from league.operations.sessions import rematches, session_log, undo
from league.operations.sessions.rematches import SeatOrder
from league.operations.sessions.session_log_words import entry_texts
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make.session(make.season(make.club(), games=["neurotrio", "triominos"]))


@pytest.fixture
def players(session):
    result = make.players(session.season.club)
    session_log.check_in(session, [player.pk for player in result], by=make.user())
    return result


@pytest.fixture
def ended(session, players):
    options = {"target": 20, "minimums": [13, 11, 12]}
    return make.played(make.match(session, players[:3], options=options, table=4), [22, 9, 5])


def seats(match):
    return list(match.seats.values_list("player__name", flat=True))


def codes(refused):
    return [problem["code"] for problem in refused.value.problems]


def test_rematch_keeps_game_house_rules_seats_and_table(ended):
    rematch, is_new = rematches.start(ended, by=make.user())
    assert is_new
    assert (rematch.game, rematch.table, rematch.rounds_played) == ("neurotrio", 4, 0)
    assert rematch.options == ended.options
    assert seats(rematch) == ["Ada", "Bruno", "Chloé"]
    assert rematch.rematch_of == ended


def test_rotated_rematch_lets_the_next_seat_start_with_its_own_minimum(ended):
    rematch = rematches.start(ended, SeatOrder.ROTATED, by=None).match
    assert seats(rematch) == ["Bruno", "Chloé", "Ada"]
    assert rematch.options["minimums"] == [11, 12, 13]


def test_rematch_takes_the_lowest_free_number_if_its_own_is_taken(session, players, ended):
    others = make.players(session.season.club, ["Eva", "Finn"])
    make.match(session, others, table=4)
    assert rematches.start(ended, by=None).match.table == 1


def test_second_tap_returns_the_running_rematch(ended):
    first = rematches.start(ended, SeatOrder.ROTATED, by=None)
    assert rematches.start(ended, SeatOrder.SAME, by=None) == (first.match, False)
    assert Match.objects.count() == 2
    assert AuditEntry.objects.filter(kind="session.rematch").count() == 1


def test_next_rematch_starts_from_the_last_match(ended):
    second = make.played(rematches.start(ended, by=None).match, [22, 9, 5])
    with pytest.raises(Conflict, match="Start the next one from that match") as refused:
        rematches.start(ended, by=None)
    assert codes(refused) == ["rematch_ended"]
    assert rematches.start(second, by=None).match.rematch_of == second


def test_stopped_match_can_have_a_rematch(session, players):
    match = make.match(session, players[:3])
    stopped_matches.abandon(match, by=None)
    assert rematches.start(match, by=None).is_new


def test_running_match_has_no_rematch(session, players):
    with pytest.raises(Conflict, match="still being played") as refused:
        rematches.start(make.match(session, players[:3]), by=None)
    assert codes(refused) == ["match_not_ended"]


def test_players_who_left_or_play_elsewhere_are_named(session, players, ended):
    session_log.check_out(session, [players[1].pk], by=None)
    make.match(session, [players[2], players[3]], game="triominos", table=7)
    with pytest.raises(Conflict) as refused:
        rematches.start(ended, by=None)
    assert refused.value.detail == (
        "Chloé is playing at table 7. End that match first, or create a table with other players."
        " Bruno has left the evening. Check this player in again, or create a table with other"
        " players."
    )
    assert codes(refused) == ["plays_already", "not_here"]
    assert [problem["path"] for problem in refused.value.problems] == ["players.2", "players.1"]
    assert not Match.objects.filter(rematch_of=ended).exists()


def test_players_who_never_checked_in_can_play_on():
    ended = make.played(make.match(options={"target": 20}), [22, 9, 5])
    assert rematches.start(ended, by=None).is_new


def test_tournament_table_has_no_rematch():
    sitting = make.finished(make.published(make.tournament(here=6)))
    with pytest.raises(Conflict, match="tournament round 1"):
        rematches.start(sitting.tables.first().match, by=None)


def test_cancelled_evening_has_no_rematch(session, players):
    match = make.match(session, players[:3])
    stopped_matches.abandon(match, by=None)
    type(session).objects.filter(pk=session.pk).update(cancelled_at=session.starts_at)
    with pytest.raises(Conflict, match="cancelled"):
        rematches.start(match, by=None)


def test_rematch_reopens_a_closed_evening(session, ended):
    session_log.set_closed(session, session.starts_at)
    rematches.start(ended, by=None)
    session.refresh_from_db()
    assert session.closed_at is None


def test_undo_cancels_the_rematch_and_another_one_can_start(session, ended):
    first = rematches.start(ended, by=make.user()).match
    entry = undo.log_entries(session)[0]
    assert entry_texts([entry])[0][1] == "Rematch at table 4: Neurotrio · Ada, Bruno, Chloé"
    undo.undo(session, entry.ref, by=make.user())
    assert rematches.next_match(ended) is None
    second = rematches.start(ended, by=None).match
    assert second != first
    with pytest.raises(Conflict, match="Another rematch"):
        undo.redo(session, entry.ref, by=None)
    undo.undo(session, undo.log_entries(session)[0].ref, by=None)
    undo.redo(session, entry.ref, by=None)
    assert rematches.next_match(ended) == first


def test_undo_names_the_rounds_of_the_rematch(session, ended):
    rematch = make.played(rematches.start(ended, by=None).match, [14, 4, 4])
    entry = next(entry for entry in undo.log_entries(session) if entry.kind == "seat")
    with pytest.raises(Conflict, match="later action"):
        undo.undo(session, entry.ref, by=None)
    assert Match.objects.filter(pk=rematch.pk).exists()


def test_database_refuses_a_second_rematch(session, players, ended):
    rematches.start(ended, by=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.create(session=session, game="neurotrio", rematch_of=ended)


def test_rematch_is_suggested_after_the_last_match_of_its_players(session, players, ended):
    later = make.played(
        make.match(session, [players[2], players[3]], game="triominos", options={"target": 1}),
        [22, 5],
    )
    listed = list(Match.objects.prefetch_related("seats"))
    assert rematches.last_matches(listed) == {later.pk}
    assert rematches.last_matches([ended]) == {ended.pk}


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_two_phones_start_one_rematch(ended):
    results = []

    def tap():
        results.append(rematches.start(Match.objects.get(pk=ended.pk), by=None))
        connection.close()

    threads = [threading.Thread(target=tap) for _each in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({result.match.pk for result in results}) == 1
    assert sorted(result.is_new for result in results) == [False, True]
