"""The API over HTTP, gunicorn with two workers, against bare REST framework served the same way."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle, islice, zip_longest
from pathlib import Path
from random import Random
from typing import Any

from bench import services
from bench.measure import Cell
from bench.standings import database

HERE = Path(__file__).parent
GAMES = ("neurotrio", "triominos", "njet", "nain_jaune")
NAMES = ["Ada", "Bo", "Cy", "Di"]
SECONDS = 1
ENOUGH = 3000  # rounds that no server here gets through in that time
DEPTH = 3  # rounds of a match
BATCHES = 100
CROWD = 12  # rounds of one match that come at the same time
STEADY_SECONDS = 30
WARMING, TURNS = 2, 5
LIKE_OURS = (
    "-k",
    "gthread",
    "-w",
    "2",
    "--threads",
    "8",
    "--keep-alive",
    "5",
    "--no-control-socket",
)
THREADS = 2
CLIENTS = 8
RECORDS = 5  # of each game
BARE_ROW = "bare DRF one-row insert"
BARE_DOCUMENT = "bare DRF insert of a document as long"
HELLO = "DRF hello world"
DAY = datetime(2026, 10, 1, 18, tzinfo=UTC)
TABLES = """
    CREATE TABLE bare_row (id bigserial PRIMARY KEY, number integer, name varchar(100));
    CREATE TABLE bare_document (id bigserial PRIMARY KEY, number integer, body jsonb);
"""


@dataclass(frozen=True)
class Sent:
    """One request of a benchmark."""

    method: str
    path: str
    body: bytes = b""
    token: str = ""
    key: str = ""

    def headers(self) -> dict[str, str]:
        headers = {
            "Authorization": f"Bearer {self.token}" * bool(self.token),
            "Idempotency-Key": self.key,
            "Content-Type": "application/json" * bool(self.body),
        }
        return {name: value for name, value in headers.items() if value}

    def wire(self) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in self.headers().items()]
        lines += [f"Content-Length: {len(self.body)}"] * bool(self.body)
        return "\r\n".join([*lines, "", ""]).encode() + self.body


@dataclass(frozen=True)
class Server:
    url: str
    pid: int

    def cpu(self) -> float:
        """Return the seconds of processor time that the server's processes have used."""
        workers = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return sum(map(services.cpu, workers))


def cells() -> Iterator[Cell]:
    """Yield the figures; none where wrk, PostgreSQL or Redis is missing."""
    if not shutil.which("wrk"):
        print("# wrk is not installed: the API is not measured")
        return
    if not services.answer():
        return
    os.environ |= services.settings_of_server()
    with database(), ExitStack() as running:
        bare = running.enter_context(served(*LIKE_OURS, "bench.bare:application"))
        ours = running.enter_context(served("-c", "league/config/gunicorn.py"))
        yield from measured(World(), ours, bare)


@contextmanager
def served(*how: str) -> Iterator[Server]:
    """Start gunicorn, and yield the server once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "-m", "gunicorn", "-b", address, *how]
    process = subprocess.Popen(command, cwd=HERE.parent)
    try:
        for _ in range(100):
            time.sleep(0.1)
            assert process.poll() is None, f"{how} does not start"
            try:
                urllib.request.urlopen(f"http://{address}/livez", timeout=5)
            except urllib.error.HTTPError:
                break
            except OSError:
                continue
            break
        yield Server(f"http://{address}", process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


class World:
    """A club with a session, and the token of its owner."""

    def __init__(self) -> None:
        from django.db import connection

        from league.models import User
        from league.operations.people import clubs, tokens
        from league.operations.seasons import seasons

        with connection.cursor() as cursor:
            cursor.execute(TABLES)
        user = User.objects.create_user("bench@example.org", name="Bench")
        self.token = tokens.issue(user)[1]
        self.club = clubs.create(by=user, name="Bench")
        self.players = [clubs.add_player(self.club, name=name).pk for name in NAMES]
        self.season = seasons.create(self.club, name="S", starts_on=DAY.date(), games=list(GAMES))
        self.session = seasons.open_session(self.season, starts_at=DAY)

    def rounds(self, count: int, evidence: str) -> list[Sent]:
        """Return so many rounds that are all accepted: the first rounds of many matches of the four
        games, then the second ones."""
        records = list(islice(cycle(self.records(evidence)), count))
        played = [
            [self.post(f"/api/v1/matches/{match}/rounds/", body) for body in bodies[:DEPTH]]
            for match, bodies in zip(
                self.matches(records), (each["rounds"] for each in records), strict=True
            )
        ]
        return [sent for row in zip_longest(*played) for sent in row if sent][:count]

    def long_rounds(self, count: int) -> list[Sent]:
        """Return transcripts of 247 moves, each the first round of its match: two players of
        Neurotrio play at random until the stock is used up. No round of these games is longer."""
        from games import record

        played: Any = record.play("neurotrio", Random(1), NAMES[:2], "transcript", bots="random")
        longest = max(played["rounds"], key=lambda body: len(body["moves"]))
        assert len(longest["moves"]) == 247
        return [
            self.post(f"/api/v1/matches/{match}/rounds/", longest)
            for match in self.matches([played] * count)
        ]

    def batches(self, count: int, size: int) -> list[Sent]:
        """Return requests of so many rounds of a session, each of another match."""
        path = f"/api/v1/sessions/{self.session.pk}/rounds/"
        records = list(islice(cycle(self.records("sheet")), count * size))
        rounds = iter(
            {"match": match, **played["rounds"][0]}
            for match, played in zip(self.matches(records), records, strict=True)
        )
        return [self.post(path, {"rounds": list(islice(rounds, size))}) for _ in range(count)]

    def crowd(self, matches: int, *, together: bool) -> list[Sent]:
        """Return rounds of many matches: all of one match in a row, or one of each in turn."""
        sheet = {"evidence": "sheet", "scores": [1, 1, 1, 1]}
        record = {"game": "neurotrio", "options": {}, "players": NAMES}
        paths = [f"/api/v1/matches/{match}/rounds/" for match in self.matches([record] * matches)]
        ordered = [path for path in paths for _ in range(CROWD)] if together else paths * CROWD
        return [self.post(path, sheet) for path in ordered]

    def records(self, evidence: str) -> list[Any]:
        from games import record

        rng = Random(evidence)
        return [record.play(game, rng, NAMES, evidence) for _ in range(RECORDS) for game in GAMES]

    def matches(self, records: Sequence[Any]) -> list[int]:
        """Create a match for each record, without rounds: one as usual, others as copies of it."""
        from django.db import connection

        from league.models import Match, Seat
        from league.operations.matches import matches

        models: dict[str, Match] = {}
        for played in records:
            players = self.players[: len(played["players"])]
            if played["game"] not in models:
                chosen = {"game": played["game"], "options": played["options"]}
                models[played["game"]] = matches.create(self.session, players=players, **chosen)
        rows = Match.objects.bulk_create(
            Match(
                session=self.session,
                game=played["game"],
                options=models[played["game"]].options,
                totals=models[played["game"]].totals,
                places=models[played["game"]].places,
            )
            for played in records
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, player_id=player)
            for match, played in zip(rows, records, strict=True)
            for number, player in enumerate(self.players[: len(played["players"])])
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # autovacuum would, within a minute
        return [match.pk for match in rows]

    def evening(self, matches: int) -> int:
        """Open another session with so many matches, and return its id."""
        from league.operations.seasons import seasons

        self.session = seasons.open_session(self.season, starts_at=DAY)
        self.matches(list(islice(cycle(self.records("sheet")), matches)))
        return self.session.pk

    def post(self, path: str, body: Any) -> Sent:
        return Sent("POST", path, json.dumps(body).encode(), self.token, secrets.token_hex(12))


def measured(world: World, ours: Server, bare: Server) -> Iterator[Cell]:
    row = [Sent("POST", "/row/", b'{"number": 1, "name": "Ada"}')] * THREADS
    sheets = turns(lambda: fire(ours, world.rounds(ENOUGH, "sheet")), lambda: fire(bare, row))
    yield Cell("POST round, sheets of four games", BARE_ROW, sheets, 0.6, 0.9)
    transcripts = turns(
        lambda: fire(ours, world.rounds(ENOUGH, "transcript")), lambda: fire(bare, row)
    )
    yield Cell("POST round, transcripts of four games", BARE_ROW, transcripts)
    yield Cell("POST round of 247 moves", BARE_DOCUMENT, long_rounds(world, ours, bare), 0.9, 1.3)
    yield Cell("a stored key again, CPU", "first submission", again(world, ours), 0.5, 0.25, True)
    bulk = turns(
        lambda: 100 * fire(ours, world.batches(BATCHES, 100)),
        lambda: fire(ours, world.rounds(ENOUGH, "sheet")),
    )
    yield Cell("100 rounds in one request, rounds/s", "single POST", bulk, 5, 12)
    crowd = turns(
        lambda: fire(ours, world.crowd(ENOUGH // CROWD, together=True)),
        lambda: fire(ours, world.crowd(ENOUGH // CROWD, together=False)),
    )
    yield Cell("8 clients on one match", "on different matches", crowd, 0.5, 0.8)
    path = f"/api/v1/sessions/{world.evening(60)}/matches/?limit=50"
    page = [Sent("GET", path, b"", world.token)]
    hello = [Sent("GET", "/hello/")] * THREADS
    listed = turns(lambda: fire(ours, page * THREADS, 200), lambda: fire(bare, hello, 200))
    yield Cell("list of 50 matches", HELLO, listed, 0.4, 0.7)
    half = fire(ours, world.rounds(ENOUGH, "sheet")) / 2
    late = steadily(ours, world.rounds(int(half * STEADY_SECONDS) + 10, "sheet"), half)
    yield Cell("p99 at half the saturated rate, 30 s", "p50", late, 4, 2.5, True)


def long_rounds(world: World, ours: Server, bare: Server) -> float:
    def documents(sent: Sequence[Sent]) -> list[Sent]:
        return [
            Sent("POST", "/document/", b'{"number": 1, "body": ' + each.body + b"}")
            for each in sent[:50]
        ]

    sample = world.long_rounds(50)
    return turns(
        lambda: fire(ours, world.long_rounds(ENOUGH)), lambda: fire(bare, documents(sample))
    )


def again(world: World, ours: Server) -> float:
    """Return the CPU seconds of the server per repeated request, divided by those per first one."""

    def spent(requests: Sequence[Sent], *, repeated: bool) -> float:
        before = ours.cpu()
        rate = fire(ours, requests, repeated=repeated)
        return (ours.cpu() - before) / (rate * SECONDS)

    ratios = []
    for _ in range(TURNS):
        requests = world.rounds(ENOUGH, "sheet")
        first = spent(requests, repeated=False)
        ratios.append(spent(requests[:200], repeated=True) / first)
    return statistics.median(ratios)


def turns(work: Callable[[], float], yardstick: Callable[[], float]) -> float:
    """Return the median of the ratios, taken in turns, once both servers are warm: every thread of
    every process opens a connection and prepares its frequent statements."""
    for _ in range(WARMING):
        work()
        yardstick()
    return statistics.median(work() / yardstick() for _ in range(TURNS))


def fire(
    server: Server, requests: Sequence[Sent], status: int = 201, *, repeated: bool = False
) -> float:
    """Return the requests per second; all answers must have this status. Requests with a key are
    each sent once, unless they are to be repeated."""
    with tempfile.NamedTemporaryFile(suffix=".requests") as file:
        for sent in requests:
            wire = sent.wire()
            file.write(b"%d\n" % len(wire) + wire)
        file.flush()
        command = ["wrk", f"-t{THREADS}", f"-c{CLIENTS}", f"-d{SECONDS}", "-s"]
        output = subprocess.run(
            [*command, str(HERE / "post.lua"), server.url],
            env={
                **os.environ,
                "REQUESTS": file.name,
                "THREADS": str(THREADS),
                "STATUS": str(status),
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    counts = re.search(r"refused (\d+) again (\d+)", output)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    assert counts, output
    assert rate, output
    assert counts[1] == "0", output
    once = requests[0].key and not repeated
    assert counts[2] == "0" or not once, f"{len(requests)} requests were too few: {output}"
    print(f"# {requests[0].method} {requests[0].path}: {float(rate[1]):.0f}/s", flush=True)
    return float(rate[1])


def steadily(server: Server, requests: Sequence[Sent], rate: float) -> float:
    """Return p99 / p50 of the time from when a request was due to its answer, at this rate."""
    start, took = time.monotonic() + 0.5, list[float]()

    def one(index: int, client: http.client.HTTPConnection) -> None:
        sent, due = requests[index], start + index / rate
        time.sleep(max(0.0, due - time.monotonic()))
        client.request(sent.method, sent.path, sent.body, sent.headers())
        with client.getresponse() as answer:
            answer.read()
            assert answer.status == 201, answer.status
        took.append(time.monotonic() - due)

    def many(first: int) -> None:
        client = http.client.HTTPConnection(server.url.removeprefix("http://"))
        for index in range(first, len(requests), CLIENTS):
            one(index, client)

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(many, range(CLIENTS)))
    ranked = sorted(took)
    p50, p99 = ranked[len(ranked) // 2], ranked[int(len(ranked) * 0.99)]
    print(f"# at {rate:.0f}/s: p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms", flush=True)
    return p99 / p50
