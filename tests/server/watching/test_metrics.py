"""/metrics: who may read it, what is counted, and the sum over the processes of a real server."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tests import make

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "manche_" + "x" * 43  # looks like one of the API too, which asks the database
OPENER = build_opener(ProxyHandler({}))
NOWHERE = "127.0.0.1:9"  # the discard port: nobody listens


def series(text: str, name: str) -> dict[tuple[str, ...], float]:
    """Return the values of the series of this name, by the values of their labels."""
    return {
        tuple(sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name
    }


def scraped(client: Client) -> str:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    return answer.content.decode()


@pytest.fixture
def watched(settings: Any) -> Client:
    """Return a client of a server that has a token for its metrics."""
    settings.METRICS_TOKEN = TOKEN
    return Client()


@pytest.mark.parametrize("sent", ["", "Bearer ", f"Bearer {TOKEN}"])
def test_without_a_token_in_the_settings_there_is_no_such_page(client: Client, sent: str) -> None:
    assert client.get("/metrics", headers={"Authorization": sent}).status_code == 404


@pytest.mark.parametrize("sent", [None, "", "Bearer ", TOKEN, f"Bearer {TOKEN}x", "Bearer é"])
def test_a_request_without_the_token_is_refused(watched: Client, sent: str | None) -> None:
    answer = watched.get("/metrics", headers={} if sent is None else {"Authorization": sent})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert not answer.content


@pytest.mark.django_db
def test_metrics_are_read_only_and_not_cached(watched: Client) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert watched.post("/metrics", headers=headers).status_code == 405
    assert "private" in watched.get("/metrics", headers=headers)["Cache-Control"]


@pytest.mark.django_db
def test_requests_are_counted_by_name_of_the_route_and_never_by_address(watched: Client) -> None:
    season = make.season(make.club())
    before = series(scraped(watched), "manche_requests_total")
    for _ in range(2):  # the second comes from the cache of pages
        watched.get(f"/fr/seasons/{season.pk}/")
    watched.get("/livez")
    watched.get("/en/nobody-has-made-this/")
    watched.get("/static/nothing.css")
    watched.generic("BREW", "/livez")
    watched.get("/api/v1/clubs/")
    text = scraped(watched)
    after = series(text, "manche_requests_total")
    new = {key: after[key] - before.get(key, 0) for key in after}
    assert {key: count for key, count in new.items() if count} == {
        ("GET", "web:season", "200"): 2,
        ("GET", "livez", "200"): 1,
        ("OTHER", "livez", "200"): 1,
        ("GET", "unmatched", "404"): 1,
        ("GET", "static", "404"): 1,
        ("GET", "api:clubs", "401"): 1,
        ("GET", "metrics", "200"): 1,
    }
    assert "nobody-has-made-this" not in text
    counted = series(text, "manche_request_seconds_count")
    assert counted["web:season",] == after["GET", "web:season", "200"]


# --- a real server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path, "subprocess.Popen[bytes]"]]:
    """Yield the address of a server of two processes without database and Redis, its folder of
    temporary files, and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    environment = {
        "PATH": os.defpath,
        "MANCHE_DATA": str(tmp_path / "data"),
        "TMPDIR": str(tmp_path),
        "SECRET_KEY": "x" * 60,
        "DATABASE_URL": f"postgresql://manche:hidden@{NOWHERE}/manche",
        "REDIS_URL": f"redis://{NOWHERE}/0",
        "METRICS_TOKEN": TOKEN,
        "LOG_FORMAT": "json",
        "DEBUG": "0",
        "PYTHONWARNINGS": "ignore",
    }
    gunicorn = ["-m", "gunicorn", "--config", "python:league.config.gunicorn", "--bind", address]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *gunicorn], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
    try:
        yield f"http://{address}", tmp_path, process
    finally:
        process.kill()
        process.wait()


def get(url: str) -> tuple[int, str]:
    """Return the status and the text of an answer; the status is 0 while nobody listens."""
    request = Request(url, headers={"Authorization": f"Bearer {TOKEN}", "X-Request-ID": "scrape-1"})
    try:
        with OPENER.open(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()
    except OSError:
        return 0, ""


def test_metrics_are_summed_over_processes_while_database_and_redis_are_away(
    server: tuple[str, Path, "subprocess.Popen[bytes]"],
) -> None:
    address, folder, process = server
    sent, end = 0, time.monotonic() + 60
    with ThreadPoolExecutor(8) as pool:
        while len(list(folder.glob("manche-metrics-*/counter_*.db"))) < 2:
            assert time.monotonic() < end, (folder / "log").read_text()
            statuses = list(pool.map(get, [f"{address}/livez"] * 16))
            sent += statuses.count((200, '{"status": "ok"}'))
    assert get(f"{address}/api/v1/clubs/")[0] == 503
    status, text = get(f"{address}/metrics")
    assert status == 200
    requests = series(text, "manche_requests_total")
    assert requests == {("GET", "livez", "200"): sent, ("GET", "api:clubs", "503"): 1}
    assert series(text, "manche_request_seconds_count")["livez",] == sent
    errors = series(text, "manche_scrape_errors")
    assert {part for (part,), value in errors.items() if value} == {
        *("standings", "jobs", "webhooks", "mails"),
        *("worker", "tasks", "queues"),
    }
    child = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0]
    os.kill(int(child), signal.SIGKILL)
    while "SIGKILL" not in (folder / "log").read_text():
        assert time.monotonic() < end
        time.sleep(0.05)
    counted = series(get(f"{address}/metrics")[1], "manche_requests_total")
    assert counted["GET", "livez", "200"] == sent, "what a dead process has counted stays"
    process.terminate()
    assert process.wait(30) == 0
    assert not list(folder.glob("manche-metrics-*")), "the folder went with the server"
    lines = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
    (outage,) = [line for line in lines if line["logger"] == "database.outage"]
    assert (outage["level"], outage["request_id"]) == ("ERROR", "scrape-1")
    assert "gunicorn.error" in {line["logger"] for line in lines}
    assert "hidden" not in str(lines), "the password of the database"
