"""What rounds cost the server that differ in nothing but their place in a match: processor time of
the whole application in one process, without a web server and its client."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from random import Random
from statistics import median
from typing import Any

from bench import services
from bench.api import GAMES, NAMES, RECORDS, Sent, World
from bench.measure import Cell
from bench.standings import database

LATE = 12  # a round of a long match
MATCHES = 40
WARMING = 8  # matches
EVIDENCE = ("sheet", "transcript")


def cells() -> Iterator[Cell]:
    """Yield the figures; none where Redis is missing."""
    if not services.answer():
        return
    os.environ |= services.settings_of_server()
    with database():
        world = World()
        yield late_round(world)
        for evidence in EVIDENCE:
            yield last_round(world, evidence)


def late_round(world: World) -> Cell:
    records = long_records()
    costs = costs_by_match(world, records)
    first, late = (median(each[index] for each in costs) for index in (0, LATE - 1))
    print(f"# round 1: {1000 * first:.2f} ms, round {LATE}: {1000 * late:.2f} ms", flush=True)
    work = f"POST round {LATE} of Triominos transcripts, CPU"
    return Cell(work, "round 1", late / first, 1.2, 0, less_is_better=True)


def last_round(world: World, evidence: str) -> Cell:
    turns = MATCHES // RECORDS // len(GAMES)
    costs = costs_by_match(world, [each for _ in range(turns) for each in world.records(evidence)])
    last, others = median(each[-1] for each in costs), median(chain(*(each[:-1] for each in costs)))
    print(f"# the last round: {1000 * last:.2f} ms, others: {1000 * others:.2f} ms", flush=True)
    work = f"POST the last round of a match, {evidence}s, CPU"
    return Cell(work, "its other rounds", last / others, 1.5, 0, less_is_better=True)


def long_records() -> list[Any]:
    """Return matches of Triominos with more rounds than `LATE`."""
    from games import record

    rng = Random(LATE)
    records: list[Any] = [
        record.play("triominos", rng, NAMES, "transcript", options={"target": 2000})
        for _ in range(MATCHES)
    ]
    return [{**each, "rounds": each["rounds"][:LATE]} for each in records]


def costs_by_match(world: World, records: Sequence[Any]) -> list[list[float]]:
    """Return the seconds of each round of each match."""
    played = list(zip(world.matches(records), records, strict=True))
    costs = [
        [seconds(world.post(f"/api/v1/matches/{match}/rounds/", body)) for body in each["rounds"]]
        for match, each in played
    ]
    return costs[WARMING:]


def seconds(sent: Sent) -> float:
    """Return the seconds of processor time that the application takes for the request."""
    from league.config.wsgi import application

    environ = {
        "REQUEST_METHOD": sent.method,
        "PATH_INFO": sent.path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(sent.body)),
        "CONTENT_TYPE": "application/json",
        "wsgi.input": io.BytesIO(sent.body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        "wsgi.multithread": True,
        "HTTP_AUTHORIZATION": f"Bearer {sent.token}",
        "HTTP_IDEMPOTENCY_KEY": sent.key,
    }
    statuses: list[str] = []
    start = time.process_time()
    answer: Any = application(environ, lambda status, *_: statuses.append(status))
    with closing(answer):
        content = b"".join(answer)
    spent = time.process_time() - start
    assert statuses[0].startswith("201"), content
    return spent
