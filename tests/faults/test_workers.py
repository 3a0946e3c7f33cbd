"""Workers that are killed in the middle of a refresh, and too many of everything."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from scoring.tasks import SPACING
from tests.faults.conftest import (
    refresh_held,
    refreshes,
    seconds_until_exact,
    wait_for_the_middle,
)

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]
MANY = 1000 if os.environ.get("MANCHE_LONG") else 200  # corrections by sixteen clients
LIMIT = 40  # seconds; the sweep comes every 5, a hint that was lost is forgotten after 5


def kill_the_worker(product):
    product.kill("worker")
    product.start("worker")


def kill_its_children(product):
    product.kill_children("worker")


@pytest.mark.parametrize("kill", [kill_the_worker, kill_its_children])
def test_killed_in_the_middle_of_a_refresh(product, history, figures, kill):
    first, second, *_ = product.world["short"]
    history.submit(first, [22, 5, 6])
    seconds_until_exact(product)
    with refresh_held(product):
        history.submit(second, [5, 22, 6])
        wait_for_the_middle(product)
        kill(product)
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    figures(accepted=history.accepted, seconds_until_exact=seconds)


def test_two_workers_and_two_beats(product, history, figures):
    product.start("worker2")
    product.start("beat2")
    matches = product.world["short"]
    with ThreadPoolExecutor(8) as clients:
        list(clients.map(lambda match: history.submit(match, [22, 5, 6]), matches))
        list(clients.map(lambda match: history.correct(match, 1, [5, 22, 6]), matches))
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    for table, stamps, versions in refreshes(product):
        assert stamps == versions, f"table {table} was written twice at one version"
    figures(
        accepted=history.accepted,
        seconds_until_exact=seconds,
        refreshes_per_table=max(stamps for _, stamps, _ in refreshes(product)),
    )


def test_many_results_cost_few_refreshes(product, history, figures):
    matches = product.world["short"]
    for match in matches:
        history.submit(match, [22, 5, 6])
    seconds_until_exact(product)
    before = max(stamps for _, stamps, _ in refreshes(product))
    rounds = [(match, [5 + n // 12, 22, n % 12]) for n in range(21) for match in matches][:MANY]
    began = time.monotonic()
    with ThreadPoolExecutor(16) as clients:
        list(clients.map(lambda one: history.correct(one[0], 1, one[1]), rounds))
    spent = time.monotonic() - began
    seconds = seconds_until_exact(product, LIMIT)
    history.assert_kept()
    stamps = max(stamps for _, stamps, _ in refreshes(product)) - before
    figures(
        accepted=history.accepted - len(matches),
        seconds_for_all=spent,
        slowest_answer=history.slowest,
        refreshes_per_table=stamps,
        seconds_until_exact=seconds,
    )
    assert history.refused == 0
    assert stamps <= spent / SPACING + 2
