"""The very commands of compose.yaml as local processes, without a container engine."""

import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import pytest
import redis

from tests import services
from tests.config.docker_files import (
    HOST,
    ROOT,
    SERVICES,
    bare_environment,
    final_stage,
    instruction,
    seconds,
)

READY_SECONDS = 60


def build_image(folder: Path) -> dict[str, str]:
    """Follow the Dockerfile's last stage in a folder, and return the environment that it sets."""
    folder.mkdir()
    environment = bare_environment()
    workdir, data = instruction("WORKDIR"), "MANCHE_DATA=/data"
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".env")
    for word, rest in final_stage():
        if word == "ENV":
            here = rest.replace(workdir, str(folder)).replace(data, f"MANCHE_DATA={folder}/data")
            pairs = [pair.partition("=") for pair in shlex.split(here)]
            environment |= {name: value for name, _, value in pairs if name != "PATH"}
        elif word == "COPY" and not rest.startswith("--"):
            *sources, target = rest.split()
            for source in sources:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, folder / target, ignore=ignored)
                else:
                    shutil.copy(ROOT / source, folder / target)
        elif word == "RUN" and "manage.py" in rest:
            done = subprocess.run(
                ["sh", "-c", rest], cwd=folder, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stdout + done.stderr
    return environment


@contextmanager
def fresh_redis() -> Iterator[str]:
    """Yield the address of a database number that nobody uses, since the cache's keys have no
    prefix of their own."""
    for number in range(15, 9, -1):
        url = urlsplit(services.REDIS)._replace(path=f"/{number}").geturl()
        with redis.Redis.from_url(url) as client:
            if client.dbsize() == 0:
                try:
                    yield url
                finally:
                    client.flushdb()
                return
    pytest.skip("every spare database number of Redis is in use")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


OPENER = build_opener(ProxyHandler({}), NoRedirect)


def get(url: str, **headers: str) -> tuple[int, str, str]:
    """Return the status, the text and the Location; the status is 0 while nobody listens."""
    headers_by_name = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with OPENER.open(
            Request(url, headers={"Host": HOST, **headers_by_name}), timeout=10
        ) as answer:
            return answer.status, answer.read().decode(), ""
    except HTTPError as error:
        with error:
            return error.code, error.read().decode(), error.headers.get("Location", "")
    except OSError:
        return 0, "", ""


def wait_for(condition: Callable[[], bool], limit: float) -> bool:
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.25)
    return condition()


class Stack:
    """A stack that runs the commands of compose.yaml as processes of this machine."""

    def __init__(self, folder: Path, environment: dict[str, str], port: int) -> None:
        self.folder = folder
        self.environment = environment
        self.port = port
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def local(self, words: list[str]) -> list[str]:
        """Return the words with a free port for the container's own; nothing else changes."""
        replaced = [re.sub(r"(0\.0\.0\.0|127\.0\.0\.1):8000\b", self.address, w) for w in words]
        if replaced[0] == "CMD-SHELL":
            return ["sh", "-c", *replaced[1:]]
        return replaced[1:] if replaced[0] == "CMD" else replaced

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def log(self, name: str) -> Path:
        return self.folder.parent / f"{name}.log"

    def logs(self) -> str:
        return "\n".join(
            f"--- {file.name}\n{file.read_text()[-3000:]}"
            for file in sorted(self.folder.parent.glob("*.log"))
        )

    def run(self, words: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            self.local(words),
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def start(self, name: str) -> None:
        with self.log(name).open("wb") as log:
            self.processes[name] = subprocess.Popen(
                self.local(SERVICES[name]["command"]),
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def stop(self) -> dict[str, tuple[int, float]]:
        """Ask all processes to stop at once, as compose does, and return the exit status and the
        seconds of each."""
        began = time.monotonic()
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        ended: dict[str, tuple[int, float]] = {}
        for name, process in self.processes.items():
            grace = seconds(SERVICES[name].get("stop_grace_period", "10s"))
            left = max(0.1, began + grace - time.monotonic())
            ended[name] = (process.wait(left), time.monotonic() - began)
        return ended

    def kill(self) -> None:
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
            process.wait()


def contents(folder: Path) -> dict[str, int]:
    return {str(file): file.stat().st_mtime_ns for file in sorted(folder.rglob("*"))}


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with ExitStack() as keep:
        environment = {
            **build_image(tmp_path / "image"),
            **SERVICES["web"]["environment"],
            "DATABASE_URL": keep.enter_context(services.fresh_database()),
            "REDIS_URL": keep.enter_context(fresh_redis()),
            "REDIS_PREFIX": f"compose-{uuid.uuid4().hex[:8]}:",
            "HOSTNAME": socket.gethostname(),  # the engine sets it in every container
            "HOME": "/nonexistent",
        }
        running = Stack(tmp_path / "image", environment, free_port())
        keep.callback(running.kill)
        yield running


def check_of(name: str) -> list[str]:
    """Return the health check of a service: a command, or the words after CMD."""
    test: list[str] = SERVICES[name]["healthcheck"]["test"]
    return test[1:] if test[0] == "CMD" else test


@pytest.mark.services
@pytest.mark.long
def test_compose_without_containers(stack: Stack) -> None:
    as_built = contents(stack.folder)
    readyz = f"http://{stack.address}/readyz"

    migrated = stack.run(SERVICES["migrate"]["command"])
    assert migrated.returncode == 0, migrated.stderr
    for name in ("web", "worker", "courier", "beat"):
        stack.start(name)
    ready = wait_for(lambda: get(readyz)[0] == 200, READY_SECONDS)
    assert ready, f"{get(readyz)}\n{stack.logs()}"

    _answers_as_behind_the_proxy(f"http://{stack.address}")
    image_check = json.loads(instruction("HEALTHCHECK").partition(" CMD ")[2])
    checks = [check_of(name) for name in ("worker", "courier")]
    beat_check = [part.replace("//web:", "//127.0.0.1:") for part in check_of("beat")]
    for check in (image_check, *checks, beat_check):
        done = stack.run(check)
        assert done.returncode == 0, done.stdout + done.stderr

    ended = stack.stop()
    assert {name: status for name, (status, _) in ended.items()} == dict.fromkeys(ended, 0), (
        stack.logs()
    )
    assert max(took for _, took in ended.values()) < 15, ended  # idle: far below the grace
    assert stack.run(image_check).returncode != 0
    assert contents(stack.folder) == as_built, "a process wrote where the image is read-only"


def _answers_as_behind_the_proxy(web: str) -> None:
    status, _, location = get(f"{web}/en/")
    assert (status, location) == (301, f"https://{HOST}/en/")
    assert get(f"{web}/livez", Host="elsewhere.example")[0] == 400
    status, _, location = get(f"{web}/", X_Forwarded_Proto="https")
    assert status == 302, "the door leads to a language"
    status, _, location = get(f"{web}{location}", X_Forwarded_Proto="https")
    assert (status, location.rpartition("/en")[2]) == (302, "/start/"), "nobody has an account"
    status, page, _ = get(f"{web}/en/start/", X_Forwarded_Proto="https")
    assert status == 200, page[:500]
    assert 'name="code"' in page, "the first run is behind a proxy"
    styles = re.findall(r'href="(/static/[^"]+\.css)"', page)
    assert styles
    for style in styles:
        assert get(f"{web}{style}", X_Forwarded_Proto="https")[0] == 200, style
