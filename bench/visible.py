"""How soon a round shows, with a worker beside, against a task that does nothing."""

from __future__ import annotations

import os
import secrets
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import redis

from bench import services
from bench.measure import Cell
from bench.standings import LargeSeason, database

TURNS = 40
REST = 1.2  # seconds in which nothing goes on: longer than refreshes keep apart
BURST, CLIENTS = 1_000, 4
PATIENCE = 60


def cells() -> Iterator[Cell]:
    """None where PostgreSQL or Redis does not answer."""
    if not services.answer():
        return
    os.environ |= services.settings_of_server()
    with database(), worker():
        season = LargeSeason(10_000, scheme={})
        yield from measured(season)


@contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker, started as in docker/compose.yaml."""
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "bench.worker", "worker"]
    command += ["--concurrency", "2", "--queues", "standings,ratings", "--loglevel", "error"]
    process = subprocess.Popen(command, cwd=Path(__file__).parent.parent)
    try:
        round_trip(PATIENCE)
        yield process
    finally:
        process.terminate()
        process.wait(20)


def measured(season: LargeSeason) -> Iterator[Cell]:
    matches = [season.almost_played() for _ in range(TURNS)]
    shown, trips = [], []
    for match in matches:
        time.sleep(REST)
        trips.append(round_trip())
        shown.append(submitted(season, match))
    season.assert_exact()
    tell("a round shows after", shown)
    tell("a task that does nothing is back after", trips)
    yield Cell(
        "visible after a submission, p95", "no-op task, p95", p95(shown) / p95(trips), 10, 3, True
    )
    time.sleep(REST)
    refreshes, rest = burst(season)
    season.assert_exact()
    yield Cell(f"refreshes of a burst of {BURST:,} rounds", "1", refreshes, 30, 10, True)
    yield Cell("the table is exact after the last of them", "a second", rest, 1, 0.5, True)


def round_trip(patience: float = 10) -> float:
    from bench.worker import nothing

    reply, began = f"bench-{secrets.token_hex(8)}", time.perf_counter()
    nothing.apply_async((reply,))
    with redis.Redis.from_url(services.REDIS) as client:
        while not client.lpop(reply):
            assert time.perf_counter() - began < patience, "no worker"
            time.sleep(0.001)
    return time.perf_counter() - began


def submitted(season: LargeSeason, match: int) -> float:
    began = time.perf_counter()
    season.submit(match)
    return until_shown(season, began)


def until_shown(season: LargeSeason, began: float) -> float:
    from bench.standings import found_table

    while found_table(season.pk).pending:
        assert time.perf_counter() - began < PATIENCE, "never shown"
        time.sleep(0.001)
    return time.perf_counter() - began


def burst(season: LargeSeason) -> tuple[int, float]:
    """Return the number of refreshes, and the seconds from the last round to the exact table."""
    from django.db import connections

    matches = [season.almost_played() for _ in range(BURST)]
    until_shown(season, time.perf_counter())
    seen, done = set[object](), threading.Event()
    watcher = threading.Thread(target=watch, args=(season, seen, done))
    watcher.start()

    def play(some: list[int]) -> None:
        for match in some:
            season.submit(match)
        connections.close_all()

    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(play, [matches[first::CLIENTS] for first in range(CLIENTS)]))
    last = time.perf_counter()
    rest = until_shown(season, last)
    done.set()
    watcher.join()
    print(f"# {BURST:,} rounds in {last - began:.1f} s", flush=True)
    return len(seen), rest


def watch(season: LargeSeason, seen: set[object], done: threading.Event) -> None:
    """Collect the times at which the table was computed, until `done` is set."""
    from django.db import connections

    from bench.standings import found_table

    before = found_table(season.pk).projection.computed_at
    while not done.is_set():
        seen.add(found_table(season.pk).projection.computed_at)
        time.sleep(0.005)
    seen.add(found_table(season.pk).projection.computed_at)
    seen.discard(before)
    connections.close_all()


def p95(spent: list[float]) -> float:
    return statistics.quantiles(spent, n=20)[-1]


def tell(what: str, spent: list[float]) -> None:
    median = 1000 * statistics.median(spent)
    print(f"# {what} {median:.1f} ms, p95 {1000 * p95(spent):.1f} ms", flush=True)
