"""Redis may be dead, silent or empty: rounds are accepted, tables follow when it is back."""

import threading

import pytest

from tests.faults.conftest import (
    all_done,
    refresh_held,
    seconds_until_exact,
    wait_for_the_middle,
)
from tests.faults.parts import wait_until

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]
LIMIT = 60  # seconds after Redis is back; a worker asks for it every 2, 4, 6 … seconds
SLOWEST = 10.0  # of an answer; what is measured is far below


def submit_all(history, matches):
    for match in matches:
        assert history.submit(match, [22, 5, 6]) == 201


def test_redis_is_down_before_a_submission(product, private_redis, history, figures):
    private_redis.stop()
    submit_all(history, product.world["short"][:20])
    slowest = history.slowest
    private_redis.start()
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(accepted=history.accepted, slowest_answer=slowest, seconds_until_exact=seconds)
    assert slowest < SLOWEST
    assert history.again == 0


def test_redis_is_restarted_three_times_under_load(product, private_redis, history, figures):
    done = threading.Event()

    def submit():
        submit_all(history, product.world["short"])
        for n in range(1000):
            if done.is_set():
                return
            history.correct(product.world["short"][n % 40], 1, [5 + n // 480, 22, n // 40 % 12])

    client = threading.Thread(target=submit)
    client.start()
    for pause in (1.0, 0.5, 2.0):
        private_redis.stop()
        done.wait(pause)
        private_redis.start()
        done.wait(1.5)
    done.set()
    client.join()
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(accepted=history.accepted, slowest_answer=history.slowest, seconds_until_exact=seconds)
    assert history.again == 0


def test_standings_recover_when_redis_loses_an_unread_hint(
    product, private_redis, history, figures
):
    for name in ("worker", "beat"):  # whose sweep would be a hint of its own
        product.kill(name)
    submit_all(history, product.world["short"][:5])
    assert not all_done(product)
    private_redis.stop()
    private_redis.start()
    assert all_done(product), "the hint is gone"
    for name in ("worker", "beat"):
        product.start(name)
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(accepted=history.accepted, seconds_until_exact=seconds)


def test_redis_is_lost_in_the_middle_of_a_refresh(product, private_redis, history, figures):
    """The worker that has the task in its hands goes on when Redis is back."""
    first, second, third, *_ = product.world["short"]
    history.submit(first, [22, 5, 6])
    seconds_until_exact(product)
    worker = product.processes["worker"]
    with refresh_held(product):
        history.submit(second, [5, 22, 6])
        wait_for_the_middle(product)
        private_redis.stop()
        wait_until(lambda: "Connection to broker lost" in product.output("worker"), "it is noticed")
    private_redis.start()
    history.submit(third, [5, 6, 22])
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(seconds_until_exact=seconds)
    assert "Unrecoverable" not in product.output("worker")
    assert product.processes["worker"] is worker


def test_redis_takes_connections_and_never_answers(product, private_redis, history, figures):
    with private_redis.silent():
        submit_all(history, product.world["short"][:10])
        slowest = history.slowest
        history.slowest = 0.0
        submit_all(history, product.world["short"][10:20])
    private_redis.start()
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(
        accepted=history.accepted,
        slowest_answer=slowest,
        slowest_of_the_next_ten=history.slowest,
        seconds_until_exact=seconds,
    )
    assert slowest < SLOWEST
    assert history.again == 0
