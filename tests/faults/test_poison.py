"""A task that takes its process along."""

import pytest

from tests.faults.conftest import all_done, refresh_held, seconds_until_exact, wait_for_the_middle
from tests.faults.history import History
from tests.faults.parts import POISON, wait_until

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]


def test_a_poison_task_ends_after_four_runs_and_the_others_go_on(parts, tmp_path, figures):
    parts.start("web")
    parts.start("worker", "--include", POISON)
    parts.start("beat")
    parts.wait_until_ready()
    history, file = History(parts), tmp_path / "runs"
    parts.send("tests.poison", str(file))
    spent = wait_until(lambda: file.exists() and runs(file) == 4, "four runs")
    for match in parts.world["short"][:5]:
        history.submit(match, [22, 5, 6])
    seconds = seconds_until_exact(parts)
    wait_until(lambda: all_done(parts), "no message of it is left")
    figures(runs=runs(file), seconds_for_the_runs=spent, seconds_until_exact=seconds)
    assert runs(file) == 4
    history.assert_kept()


def runs(file):
    return len(file.read_text().splitlines())


def test_a_refresh_that_kills_its_process_comes_back_ever_later(product, history, figures):
    first, second, *_ = product.world["short"]
    history.submit(first, [22, 5, 6])
    seconds_until_exact(product)
    with refresh_held(product):
        history.submit(second, [5, 22, 6])
        for _ in range(3):
            wait_for_the_middle(product)
            product.kill_children("worker")
            wait_until_no_statement_waits(product)
    seconds = seconds_until_exact(product)
    history.assert_kept()
    figures(kills=3, seconds_until_exact=seconds)


def wait_until_no_statement_waits(product):
    """End waiting statements until there are none.

    PostgreSQL does not see at once that the client of a waiting statement is gone.
    """
    waiting = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    wait_until(lambda: not product.ask(waiting), "nobody waits")
