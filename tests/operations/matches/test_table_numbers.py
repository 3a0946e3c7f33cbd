"""Numbers of tables stay with their matches, and two tables that are played never share one."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league.errors import Conflict, Invalid
from league.models import ConfirmationWay, Match
from league.operations.matches import matches, submissions, table_numbers
from league.operations.results import disputes, stopped_matches
from league.operations.results.confirmations import Speaker
from league.operations.sessions import session_log, undo
from tests import make

pytestmark = pytest.mark.django_db
FIRST_ROUND = make.sheet(10, 5, 4)


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


@pytest.fixture
def players(session):
    names = [f"Player {number}" for number in range(12)]
    return make.players(session.season.club, names)


def table(session, players, number, **options):
    """Set the table of the `number`-th three players, counted from 0."""
    ids = [player.pk for player in players[3 * number : 3 * number + 3]]
    return session_log.set_table(session, game="neurotrio", players=ids, by=None, **options)


def numbers(session):
    return [numbered_match.number for numbered_match in table_numbers.numbered_matches(session)]


def played(match):
    submissions.submit(match.pk, FIRST_ROUND, by=None)
    return match


def test_cancelling_a_table_leaves_the_others_their_numbers(session, players):
    first, *_others = [table(session, players, number) for number in range(3)]
    session_log.call_off(first, by=None)
    assert numbers(session) == [2, 3]
    table(session, players, 3)
    assert numbers(session) == [2, 3, 1]


def test_the_second_game_takes_the_tables_of_finished_matches(session, players):
    first, second, third = [table(session, players, number) for number in range(3)]
    stopped_matches.stop(played(second), by=None)
    stopped_matches.abandon(first, by=None)
    assert table(session, players, 0).table == 1
    assert table(session, players, 1).table == 2
    assert table(session, players, 3).table == 4
    assert numbers(session) == [1, 2, third.table, 1, 2, 4]


def test_a_chosen_number_is_taken_if_it_is_free(session, players):
    table(session, players, 0, table=7)
    with pytest.raises(Conflict, match="Table 7 is taken: Player 0, Player 1, Player 2"):
        table(session, players, 1, table=7)
    with pytest.raises(Invalid) as refused:
        table(session, players, 1, table=1000)
    assert refused.value.problems[0]["path"] == "table"
    assert table(session, players, 1).table == 1


def test_a_number_is_changed_logged_and_undone(session, players):
    one, other = table(session, players, 0), table(session, players, 1)
    with pytest.raises(Conflict, match="Table 2 is taken"):
        session_log.renumber_table(one, other.table, by=None)
    changed = session_log.renumber_table(one, 5, by=None)
    assert changed.version > one.version
    (entry,) = [
        log_entry for log_entry in undo.log_entries(session) if log_entry.kind == "renumber"
    ]
    undo.undo(session, entry.ref, by=None)
    assert numbers(session) == [1, 2]
    undo.redo(session, entry.ref, by=None)
    assert numbers(session) == [5, 2]


@pytest.mark.parametrize("back", ["resumed", "corrected", "withdrawn", "reinstated", "abandoned"])
def test_a_match_that_is_played_again_gets_a_free_number_if_its_own_is_taken(
    session, players, back
):
    match = table(session, players, 0, options={"target": 16})
    if back == "reinstated":
        session_log.call_off(match, by=None)
    elif back == "abandoned":
        stopped_matches.abandon(match, by=None)
    elif back == "resumed":
        stopped_matches.stop(played(match), by=None)
    else:
        submissions.submit(match.pk, make.sheet(16, 3, 3), by=None)
    assert table(session, players, 1).table == 1
    if back == "reinstated":
        matches.undo_call_off(match)
    elif back == "corrected":
        submissions.correct(match.pk, 1, FIRST_ROUND, by=None)
    elif back == "withdrawn":
        submissions.withdraw(match.pk, 1, by=None)
    else:
        stopped_matches.resume(Match.objects.get(pk=match.pk), by=None)
    assert Match.objects.get(pk=match.pk).table == 2


def test_a_result_that_comes_back_keeps_its_number(session, players):
    match = table(session, players, 0, options={"target": 16})
    match = submissions.submit(match.pk, make.sheet(16, 3, 3), by=None).match
    dispute = disputes.open_dispute(
        match, Speaker(None, ConfirmationWay.REFEREE), reason="Not so", by=None
    )
    dispute = disputes.decide(dispute, outcome="void", by=None)
    assert table(session, players, 1).table == 1
    disputes.reopen(dispute, by=None)
    assert numbers(session) == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_two_people_who_set_tables_at_once_get_two_numbers(session, players):
    def set_table(number):
        try:
            table(session, players, number)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(set_table, range(4)))
    assert sorted(numbers(session)) == [1, 2, 3, 4]
