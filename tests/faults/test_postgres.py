"""PostgreSQL restarted: clients send again with the same key, and nothing is there twice."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import psycopg
import pytest

from tests.faults.conftest import refresh_held, seconds_until_exact, wait_for_the_middle

pytestmark = [pytest.mark.services, pytest.mark.timeout(600)]
LIMIT = 60


@pytest.mark.parametrize("mode", ["fast", "immediate"])  # asked to end, and as after a crash
def test_restarted_in_the_middle_of_a_refresh(product, postgres, history, figures, mode):
    first, second, *_ = product.world["short"]
    history.submit(first, [22, 5, 6])
    seconds_until_exact(product)
    with suppress(psycopg.Error), refresh_held(product):
        history.submit(second, [5, 22, 6])
        wait_for_the_middle(product)
        postgres.stop(mode)
        postgres.start()
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(accepted=history.accepted, seconds_until_exact=seconds)


def test_restarted_twice_under_load(product, postgres, history, figures):
    matches, half = product.world["short"], threading.Barrier(2)
    history.hangs_up = True

    def play(index):
        if index == len(matches) // 3:
            half.wait(LIMIT)
        history.submit(matches[index], [22, 5, 6])
        history.correct(matches[index], 1, [5, 22, index % 12])

    with ThreadPoolExecutor(4) as clients:
        playing = [clients.submit(play, index) for index in range(len(matches))]
        half.wait(LIMIT)
        for mode in ("fast", "immediate"):
            postgres.stop(mode)
            postgres.start()
        for one in playing:
            one.result()
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(accepted=history.accepted, sent_again=history.again, seconds_until_exact=seconds)
    assert (history.accepted, history.refused) == (2 * len(matches), 0)
