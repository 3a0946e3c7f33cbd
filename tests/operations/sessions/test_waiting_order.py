"""Order of the queue: pure times."""

from datetime import UTC, datetime, timedelta

from league.operations.sessions.waiting_order import StartedTable, turns, waiting_order

START = datetime(2026, 10, 2, 18, 30, tzinfo=UTC)
ADA, BRUNO, CHLOE, DOV = 1, 2, 3, 4


def at(minutes):
    return START + timedelta(minutes=minutes)


def test_players_wait_since_check_in_or_the_end_of_their_last_table():
    tables = [
        StartedTable({ADA, BRUNO}, at(5), at(20)),
        StartedTable({ADA, CHLOE}, at(25), at(40)),
        StartedTable({DOV}, at(10), None),
    ]
    arrivals = {ADA: at(0), BRUNO: at(0), CHLOE: at(0)}
    queue = waiting_order(arrivals, tables)
    assert [(one.player, one.since, one.place) for one in queue] == [
        (BRUNO, at(20), 1),
        (ADA, at(40), 2),
        (CHLOE, at(40), 2),
    ]


def test_a_player_who_comes_back_waits_since_the_return():
    (one,) = waiting_order({ADA: at(60)}, [StartedTable({ADA}, at(5), at(20))])
    assert one.since == at(60)


def test_passes_are_the_tables_that_started_since_then_without_the_player():
    tables = [
        StartedTable({ADA}, at(5), at(20)),
        StartedTable({BRUNO}, at(15), None),
        StartedTable({CHLOE}, at(30), None),
    ]
    ada, dov = waiting_order({ADA: at(0), DOV: at(29)}, tables)
    assert (ada.passes, dov.passes) == (1, 1)


def test_longer_waits_have_more_turns_and_equal_waits_the_same():
    queue = waiting_order({ADA: at(3), BRUNO: at(3), CHLOE: at(1)}, [])
    assert turns(queue) == {CHLOE: 1, ADA: 0, BRUNO: 0}
