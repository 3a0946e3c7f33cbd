"""The whole product as `make run` starts it on one computer: start, memory, first visit, and the
time from the last round of a match to the changed table."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from bench.measure import Cell

ROOT = Path(__file__).parent.parent
OWNER = "demo@manche.example"
PAGE = "/en/seasons/1/"
PATIENCE = 120  # seconds
TURNS = 20
REST_SECONDS = 1.2  # without any change: longer than refreshes keep apart
SECRET_KEY = secrets.token_hex(32)
FRAMEWORKS = "import django, rest_framework.views, celery, waitress"
BARE = f"from django.conf import settings; settings.configure(); {FRAMEWORKS}"
FILES = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js|woff2|svg)(?:\?[^"]*)?)"')
INSIDE = re.compile(r'url\("?([^")]+\.woff2)"?\)')


def cells() -> Iterator[Cell]:
    with tempfile.TemporaryDirectory(prefix="manche-bench-") as folder:
        site = Site(folder)
        site.manage("prepare")
        site.manage("demo")
        token = site.manage("apitoken", OWNER).split()[-1]
        with site.served():
            pass
        bare_seconds, bare_memory = bare()
        with site.served() as started:
            ratio = started / bare_seconds
            yield Cell("second start", "an import of the frameworks", ratio, most=20)
            ratio = memory(site.pid) / bare_memory
            yield Cell("memory, one computer", "an import of the frameworks", ratio, most=4)
            yield Cell("first visit", "a kB", site.first_visit() / 1000, most=80)
            stored, shown = zip(*(site.last_round(token) for _ in range(TURNS)), strict=True)
            ratio = statistics.median(shown) / statistics.median(stored)
            yield Cell("last round sent and shown in the table", "sent", ratio, most=10)


@dataclass
class Site:
    """The product in a folder of its own, on a free port."""

    folder: str
    port: int = 0
    pid: int = 0

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}},
            "MANCHE_DATA": self.folder,
            "MALLOC_ARENA_MAX": "1",  # as in the Makefile and the image
            "SECRET_KEY": SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "league.config.settings",
            "THROTTLE_TOKEN": "100000000/min",
        }

    def manage(self, *words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True
        ).stdout

    @contextmanager
    def served(self) -> Iterator[float]:
        """Serve, and yield the seconds that the start has taken."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [sys.executable, "manage.py", "run", "--port", str(self.port)]
        began = time.monotonic()
        process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL
        )
        self.pid = process.pid
        try:
            while not self.is_up():
                assert process.poll() is None, "the product has stopped"
                assert time.monotonic() - began < PATIENCE, "the product does not answer"
                time.sleep(0.02)
            yield time.monotonic() - began
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)

    def is_up(self) -> bool:
        try:
            self.call("GET", "/livez")
        except OSError:
            return False
        return True

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[bytes, str]:
        """Return the body of a successful answer, empty for 304, and its ETag."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = None if body is None else json.dumps(body)
        client.request(method, path, data, {"Content-Type": "application/json", **headers})
        with client.getresponse() as answer:
            content = answer.read()
            assert answer.status in {200, 201, 304}, (answer.status, content[:300])
            return content, answer.headers.get("ETag", "")

    def last_round(self, token: str) -> tuple[float, float]:
        """Return the seconds until the last round of a match is stored, and until the table shows
        it."""

        def post(path: str, **body: Any) -> Any:
            headers = {"Authorization": f"Bearer {token}"}
            return json.loads(self.call("POST", f"/api/v1/{path}", body, **headers)[0])

        match = post("sessions/1/matches/", game="neurotrio", players=[1, 2])["id"]
        sheet = {"evidence": "sheet", "scores": [22, 5]}
        for _ in range(2):
            post(f"matches/{match}/rounds/", **sheet)
        time.sleep(REST_SECONDS)
        table = "/en/seasons/1/table/"
        _, tag = self.call("GET", table)
        began = time.monotonic()
        post(f"matches/{match}/rounds/", **sheet)
        stored = time.monotonic() - began
        while not self.call("GET", table, **{"If-None-Match": tag, "Live-Page": "1"})[0]:
            time.sleep(0.003)
        return stored, time.monotonic() - began

    def first_visit(self) -> int:
        """Return the bytes of the page of a season with all its files, compressed."""

        def load(path: str, encoding: str) -> bytes:
            return self.call("GET", path, **{"Accept-Encoding": encoding})[0]

        files = dict.fromkeys(FILES.findall(load(PAGE, "identity").decode()))
        for file in [file for file in files if ".css" in file]:
            style = load(file, "identity").decode()
            files |= dict.fromkeys(urljoin(file, link) for link in INSIDE.findall(style))
        return sum(len(load(path, "gzip, br")) for path in [PAGE, *files])


def bare() -> tuple[float, float]:
    """Return the seconds and the memory of a process that imports the frameworks only."""
    spent = []
    for _ in range(5):
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", BARE], check=True)
        spent.append(time.monotonic() - began)
    command = [sys.executable, "-c", f"{BARE}; print(flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        used = memory(process.pid)
        process.communicate(b"\n")
    return statistics.median(spent), used


def memory(pid: int) -> float:
    """Return the memory of a process in MB; what several share counts in parts."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    (kilobytes,) = re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)
    return int(kilobytes) / 1024
