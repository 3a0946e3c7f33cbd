"""Two people at one match, with two connections to a real database server."""

import threading
from functools import partial

from django.db import connections

from league.errors import Conflict, Stale
from league.operations.matches import submissions
from tests import make
from tests.apart import MARKS
from tests.make import sheet

pytestmark = MARKS


def at_once(*actions):
    """Run each in a thread with its own connection, and return what each returned or raised."""
    barrier = threading.Barrier(len(actions))
    outcomes: list[object] = [None] * len(actions)

    def run(index, action):
        try:
            barrier.wait(10)
            outcomes[index] = action()
        except (Conflict, Stale) as error:
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


def test_the_same_round_sent_by_two_at_once_is_one_round():
    match = make.match()
    outcomes = at_once(
        *[partial(submissions.submit, match.pk, sheet(14, 5, 6), by=None, number=1)] * 8
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
    assert match.submissions.count() == 1
    match.refresh_from_db()
    assert (match.rounds_played, match.totals) == (1, [14, 5, 6])


def test_rounds_without_a_number_queue_up():
    match = make.match()
    at_once(*[partial(submissions.submit, match.pk, sheet(4, 5, 6), by=None)] * 6)
    assert list(match.submissions.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    match.refresh_from_db()
    assert match.totals == [24, 30, 36]


def test_two_corrections_of_one_version_leave_one():
    match = make.played(make.match(), [14, 5, 6])
    correct = partial(submissions.correct, match.pk, 1, by=None, seen_version=1)
    outcomes = at_once(*[partial(correct, body=sheet(14, 5, score)) for score in (1, 2, 3, 4)])
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 3
    assert match.submissions.count() == 2
