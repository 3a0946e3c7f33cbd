"""The whole product as a club runs it, in a process of its own: on one computer (SQLite), or as on
a server (PostgreSQL, Redis, gunicorn, Celery)."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench import services

ROOT = Path(__file__).parent.parent
OWNER = "demo@manche.example"
PATIENCE = 120


@dataclass
class Site:
    """A running web server."""

    port: int
    process: subprocess.Popen[bytes]

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[Any, str]:
        """Return the body of a successful answer, empty for 304, and its ETag. What is no text goes
        as JSON."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = body if body is None or isinstance(body, str) else json.dumps(body)
        client.request(method, path, data, {"Content-Type": "application/json", **headers})
        with client.getresponse() as answer:
            content = answer.read()
            assert answer.status in {200, 201, 304}, (answer.status, content[:300])
            return content, answer.headers.get("ETag", "")

    def processes(self) -> list[int]:
        """Return the ids of all processes of the server."""
        return with_children(self.process.pid)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


@dataclass
class Product(Site):
    """A running product with the demo club, and a token of its organiser."""

    environment: dict[str, str] = field(default_factory=dict)
    token: str = ""

    def manage(self, *words: str) -> str:
        return _manage(self.environment, *words)

    def post(self, path: str, **body: Any) -> Any:
        """Return what the API answers to a request of the organiser."""
        authorization = {"Authorization": f"Bearer {self.token}"}
        return json.loads(self.call("POST", f"/api/v1/{path}", body, **authorization)[0])

    def cpu(self) -> float:
        """Return the seconds of processor time that the running processes have used."""
        return sum(map(services.cpu, self.processes()))


@contextmanager
def on_one_computer() -> Iterator[Product]:
    """Yield the product as `make run` starts it."""
    with tempfile.TemporaryDirectory(prefix="manche-bench-") as folder, _served(folder) as product:
        yield product


@contextmanager
def on_a_server() -> Iterator[Product]:
    """Yield the product in the server layout, with a new database."""
    with (
        services.new_database() as database,
        tempfile.TemporaryDirectory(prefix="manche-bench-") as folder,
    ):
        parts = {"DATABASE_URL": database, "ALLOWED_HOSTS": "127.0.0.1", "DEMO": "1"}
        with _served(folder, **services.settings_of_server(), **parts) as product:
            yield product


@contextmanager
def _served(folder: str, **parts: str) -> Iterator[Product]:
    environment = {
        **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}},
        "MANCHE_DATA": folder,
        "MALLOC_ARENA_MAX": "1",  # as in the Makefile and the image
        "SECRET_KEY": secrets.token_hex(32),
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "THROTTLE_TOKEN": "100000000/min",
        **parts,
    }
    _manage(environment, "prepare")
    _manage(environment, "demo")
    product = start(environment)
    try:
        product.token = product.manage("apitoken", OWNER).split()[-1]
        yield product
    finally:
        product.stop()


def start(environment: dict[str, str]) -> Product:
    """Start the product, whose folder is prepared, and return it once it answers."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--prepare", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    end = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, "the product has stopped"
        assert time.monotonic() < end, "the product does not answer"
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=5).close()
        except OSError:
            time.sleep(0.02)
        else:
            return Product(port, process, environment)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _manage(environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def with_children(pid: int) -> list[int]:
    """Return the ids of a process and of all that it has started."""
    ids = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            ids += with_children(int(child))
    return ids


def memory(pid: int) -> float:
    """Return the memory of a process in MB; what several share counts in parts."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    (kilobytes,) = re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)
    return int(kilobytes) / 1024
