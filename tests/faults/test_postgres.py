"""PostgreSQL restarted: clients send again with the same key, and nothing is there twice."""

import http.client
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import psycopg
import pytest

from database import outage
from tests.faults.conftest import refresh_held, seconds_until_exact, wait_for_the_middle
from tests.faults.parts import wait_until

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]
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


def test_while_it_is_away_each_process_says_so_once(parts, postgres):
    parts.manage("collectstatic", "--no-input")
    parts.start("web")
    wait_until(lambda: parts.call("GET", "clubs/")[0] == 200, "the API answers")
    postgres.stop("immediate")
    try:
        answers_of_an_outage(parts)
    finally:
        postgres.start()
    time.sleep(outage.REST_SECONDS)  # no process tries a connection before
    for _ in range(40):
        assert exchange(parts, "/en/seasons/1/")[0] == 200
    output = parts.output("web")
    assert "Traceback" not in output
    assert 1 <= output.count("the database is away") <= 2, output  # one of each process
    assert 1 <= output.count("the database is back") <= 2, output


def answers_of_an_outage(parts):
    for path in ["/en/", "/en/seasons/1/", "/api/v1/clubs/"] * 5:
        status, body, headers = exchange(parts, path)
        assert (status, headers["Retry-After"]) == (503, "5"), path
        if path.startswith("/api/"):
            problem = json.loads(body)
            assert problem["type"].endswith("#problem-unavailable")
            assert [fault["code"] for fault in problem["problems"]] == ["unavailable"]
        else:
            assert "The database is not responding" in body
    assert exchange(parts, "/livez")[0] == 200
    status, body, _headers = exchange(parts, "/readyz")
    assert (status, json.loads(body)["database"]) == (503, "does not answer")


def exchange(parts, path):
    """Return (status, text, headers) of a request, for any status."""
    client = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=30)
    token = f"Bearer {parts.world['token']}"
    client.request("GET", path, headers={"Authorization": token})
    with closing(client), client.getresponse() as answer:
        return answer.status, answer.read().decode(), dict(answer.headers)
