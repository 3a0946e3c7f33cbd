"""The whole product as a stranger starts it: `manage.py serve` in a folder of its own."""

import fcntl
import hashlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tests import migrated, services
from tests.e2e import pages

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
FIRST_START = 180  # seconds: several empty databases may be filled at once
ADD_ALICE = "adduser alice@example.org --name Alice --password a-good-pass-phrase"


@dataclass
class Product:
    url: str
    environment: dict[str, str]
    process: subprocess.Popen[bytes]
    log: Path

    @cached_property
    def token(self) -> str:
        """Return a token of Alice, the same for all tests of this server: a command takes
        seconds."""
        return self.manage("apitoken", "alice@example.org").split()[-1]

    def output(self) -> str:
        return self.log.read_text()

    def manage(self, *arguments: str) -> str:
        return manage(self.environment, *arguments)

    def get(self, path: str):
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return answer.status, json.load(answer)

    def call(self, method: str, path: str, body=None, token: str = "", **headers: str):
        """Return (status, JSON) of one API request."""
        request = urllib.request.Request(
            f"{self.url}/api/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Content-Type": "application/json",
                **({"Authorization": f"Bearer {token}"} if token else {}),
                **{name.replace("_", "-"): value for name, value in headers.items()},
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def usual_environment(data: Path) -> dict[str, str]:
    # the backup of a new server and its drill, with all migrations, take longer than most tests
    return {
        "BACKUP_DIR": "",
        **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}},
        "MANCHE_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "SECRET_KEY": "e2e " + "x" * 60,
    }


def prepare(environment: dict[str, str], *arguments: str) -> None:
    for line in ("prepare", *arguments):
        manage(environment, *line.split())


def prepared(run: Path, *arguments: str) -> Path:
    """Return a folder as these commands leave it.

    The first process that needs it makes it once for all tests of this run that begin with it,
    out of that which the commands but the last leave.
    """
    data = run / hashlib.sha256("\n".join(arguments).encode()).hexdigest()[:8]
    with data.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not data.exists():
            made = Path(tempfile.mkdtemp(dir=run)) / "not_there_yet"
            if arguments:
                shutil.copytree(prepared(run, *arguments[:-1]), made)
                manage(usual_environment(made), *arguments[-1].split())
            else:
                made.mkdir()
                shutil.copyfile(migrated.sqlite(), made / "manche.sqlite3")
                prepare(usual_environment(made))
            made.rename(data)
    return data


def folder_of_run(data: Path) -> Path:
    """Return the folder that pytest makes for all processes of a run.

    Pytest removes it some runs later.
    """
    of_process = data.parent
    return of_process.parent if of_process.name.startswith("popen-") else of_process


@contextmanager
def product(
    data: Path, *arguments: str, host: str = "127.0.0.1", in_peace: bool = False, **extra: str
):
    """Yield the product, prepared, started and ready, and kill it at the end, or stop it in peace
    by Ctrl-C, which takes seconds."""
    environment = {**usual_environment(data), **extra}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    if "DATABASE_URL" not in extra and not any(data.iterdir()):
        made = prepared(folder_of_run(data), *arguments)
        shutil.copytree(made, data, dirs_exist_ok=True)
    else:
        prepare(environment, *arguments)
    log = data / f"serve-{port}.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--host", host, "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    served = Product(f"http://127.0.0.1:{port}", environment, process, log)
    try:
        wait_until_ready(served)
        yield served
        if in_peace:
            process.send_signal(signal.SIGINT)
            process.wait(40)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_until_ready(served: Product) -> None:
    end = time.monotonic() + FIRST_START
    while time.monotonic() < end:
        try:
            served.get("/readyz")
            return
        except (OSError, urllib.error.HTTPError):
            assert served.process.poll() is None, served.output()
            time.sleep(0.2)
    raise AssertionError("not ready in time")


@contextmanager
def server_layout(data: Path, *arguments: str, **extra: Any):
    """Yield the product on PostgreSQL and Redis, with a worker and a beat process of their own;
    `extra` as in `product`."""
    with services.fresh_database() as database:
        migrated.fill(database)
        parts: dict[str, Any] = {
            "DATABASE_URL": database,
            "REDIS_URL": services.REDIS,
            "REDIS_PREFIX": f"e2e-{secrets.token_hex(4)}:",
            **extra,
        }
        with product(data, *arguments, **parts) as served:
            yield served


@pytest.fixture
def chromium(browser):
    """Yield the browser, and close what the test has opened, as open pages go on asking."""
    yield browser
    for context in browser.contexts:
        context.close()


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-gpu-rasterization",
                "--disable-background-networking",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """Yield Alice's server, for tests that make a club of their own there."""
    with product(tmp_path_factory.mktemp("shared"), ADD_ALICE) as served:
        yield served


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Yield a server with the demo, for the tests of a file."""
    with product(tmp_path_factory.mktemp("demo"), "demo") as served:
        yield served


@pytest.fixture(scope="module")
def matches(demo):
    """Return the ids of what the demo has and what is added to it, by the names in addresses."""
    return pages.addresses(demo)
