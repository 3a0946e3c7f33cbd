"""Clients that send or read slowly hold no thread: the others are answered, and the slow ones cut.

Both layouts at once: `manage.py serve`, and web behind docker/Caddyfile."""

import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from tests.faults.parts import BIN, ROOT, free_port, manage, wait_until

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(300)]
EACH = 200
CUT_SECONDS = 30
PAGE, STYLES = "/en/calculators/", "/static/site/components.css"
HOST = b"Host: localhost\r\n"
BEGINNINGS = {
    "silent": b"",
    "half a header": b"GET / HTTP/1.1\r\n" + HOST + b"X-Slow: ",
    "half a body": b"POST /en/login/ HTTP/1.1\r\n" + HOST + b"Content-Length: 5000\r\n\r\n{",
    "drop by drop": b"GET / HTTP/1.1\r\n" + HOST + b"X-Slow: ",
    "unread": 4 * (b"GET " + STYLES.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n"),
}
ESTABLISHED = "01"


@pytest.fixture(autouse=True, scope="module")
def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def running(command, log, environment):
    with log.open("ab") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def embedded(folder: Path):
    """Yield the port of `make run`."""
    environment = {
        **{k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}},
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "MANCHE_DATA": str(folder / "embedded"),
    }
    manage(environment, "prepare")
    manage(environment, "adduser", "a@example.org", "--name", "A", "--password", "a-good-phrase")
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with running(command, folder / "serve.log", environment):
        yield port


@contextmanager
def proxy(folder: Path, web: int):
    """Yield the port of Caddy in front of web."""
    port, text = free_port(), (ROOT / "docker" / "Caddyfile").read_text()
    local = text.replace("web:8000", f"127.0.0.1:{web}").replace("{\n", "{\n\tadmin off\n", 1)
    file = folder / "Caddyfile"
    file.write_text(local)
    environment = {"SITE": f"http://localhost:{port}", "HOME": str(folder)}
    command = [str(BIN / "caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    with running(command, folder / "caddy.log", environment):
        yield port


def slow(port: int, kind: str) -> socket.socket:
    connection = socket.socket()
    if kind == "unread":  # little fits into the buffers in between
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    connection.connect(("127.0.0.1", port))
    connection.sendall(BEGINNINGS[kind])
    return connection


def open_connections(port: int, connections: set[int]) -> int:
    """Return how many of these connections the server on this port still has."""
    rows = [line.split()[1:4] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(
        state == ESTABLISHED
        and int(here.split(":")[1], 16) == port
        and int(there.split(":")[1], 16) in connections
        for here, there, state in rows
    )


def ask(port: int, path: str, method: str = "GET") -> tuple[int, bytes]:
    """Return (status, body) of a request.

    A server whose threads wait for slow clients sends nothing.
    """
    client = http.client.HTTPConnection("localhost", port, timeout=30)
    try:
        client.request(method, path)
        with client.getresponse() as answer:
            return answer.status, answer.read()
    finally:
        client.close()


def answers(port: int) -> bool:
    with suppress(OSError):
        return ask(port, "/livez")[0] == 200
    return False


def test_slow_clients_are_cut_and_do_not_delay_others(parts, tmp_path, figures):
    parts.manage("collectstatic", "--no-input")
    parts.start("web")
    with ExitStack() as stack:
        ports = {
            "embedded": stack.enter_context(embedded(tmp_path)),
            "server": stack.enter_context(proxy(tmp_path, parts.port)),
        }
        for name, port in ports.items():
            wait_until(partial(answers, port), f"{name} answers")
        opened = {
            (name, kind): [slow(port, kind) for _ in range(EACH)]
            for name, port in ports.items()
            for kind in BEGINNINGS
        }
        for many in opened.values():
            for connection in many:
                stack.callback(connection.close)
        local = {key: {c.getsockname()[1] for c in many} for key, many in opened.items()}
        waiting, began, slowest = set(opened), time.monotonic(), 0.0
        while waiting:
            slowest = max(slowest, *(seconds(port) for port in ports.values()))
            drip(c for key, many in opened.items() if key[1] == "drop by drop" for c in many)
            waiting = {key for key in waiting if open_connections(ports[key[0]], local[key])}
            spent = time.monotonic() - began
            assert spent < CUT_SECONDS or not waiting, f"after {spent:.0f} s: {sorted(waiting)}"
            time.sleep(1)
        figures(slowest_answer=slowest, all_cut_after=spent)


def seconds(port: int) -> float:
    """Return the seconds of the slower of two answers."""
    spent = []
    for path in ("/livez", PAGE):
        began = time.monotonic()
        assert ask(port, path)[0] == 200
        spent.append(time.monotonic() - began)
    return max(spent)


def drip(connections) -> None:
    for connection in connections:
        with suppress(OSError):
            connection.send(b"x")


def test_head_has_no_body(parts):
    parts.manage("collectstatic", "--no-input")
    parts.start("web")
    wait_until(lambda: answers(parts.port), "web answers")
    for path in ("/livez", PAGE, STYLES, "/api/v1/nowhere/", "/nowhere/"):
        request = f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with socket.create_connection(("localhost", parts.port), timeout=10) as raw:
            raw.sendall(request.encode())
            answer = b"".join(iter(partial(raw.recv, 65536), b""))
            head, _, body = answer.partition(b"\r\n\r\n")
        assert body == b"", path
        assert b"\r\nContent-Length: " in head


def test_reload_and_stop_drop_no_reply(parts):
    parts.start("web")
    wait_until(lambda: answers(parts.port), "web answers")
    process, answered, lost = parts.processes["web"], [0] * 8, []

    threads = [
        threading.Thread(target=hammer, args=[parts.port, answered, index, lost])
        for index in range(8)
    ]
    for thread in threads:
        thread.start()
    wait_until(lambda: min(answered) > 5, "all are answered")
    before, answered_before = set(children(process.pid)), sum(answered)
    process.send_signal(signal.SIGHUP)
    wait_until(lambda: not before & set(children(process.pid)), "new workers serve alone")
    assert (sum(answered) > answered_before, lost) == (True, [])
    process.terminate()
    assert process.wait(20) == 0
    for thread in threads:
        thread.join(20)
    assert lost == []


def hammer(port: int, answered: list[int], index: int, lost: list[Exception]) -> None:
    """Send requests until nobody takes connections.

    Every request on a connection that was taken must be answered.
    """
    while True:
        client = http.client.HTTPConnection("localhost", port, timeout=30)
        try:
            client.connect()
        except OSError:
            return
        try:
            for _ in range(20):
                client.request("GET", "/livez")
                with client.getresponse() as answer:
                    answer.read()
                answered[index] += 1
        except ConnectionRefusedError:
            return
        except (OSError, http.client.HTTPException) as error:
            lost.append(error)
        finally:
            client.close()


def children(pid: int) -> list[int]:
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
