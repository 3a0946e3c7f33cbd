"""Real parts that a test may kill: PostgreSQL, Redis, and the product's own processes."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import redis
import yaml
from celery import Celery
from requests.structures import CaseInsensitiveDict

from tests import services

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]
PATIENCE = 60
Headers = CaseInsensitiveDict[str]
POISON = "tests.faults.poison"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], Any], what: str, limit: float = PATIENCE) -> float:
    """Wait until the condition is true, and return the seconds that it took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < limit, f"not within {limit} s: {what}"
        time.sleep(0.05)
    return time.monotonic() - began


class Postgres:
    """A cluster of its own, owned by the user postgres when we are root, who may not run one."""

    host = "127.0.0.1"
    inside: Sequence[str] = ()  # the words that run a command where the cluster is

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="manche-faults-pg-"))
        self.port = free_port()
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self._run(
            "initdb", "-U", "postgres", "--auth=trust", "--no-sync", "--locale=C", "-E", "UTF8"
        )

    def start(self) -> None:
        options = f"-p {self.port} -h {self.host} -k {self.folder} -c fsync=off"
        self._run("pg_ctl", "start", "-w", "-o", options, "-l", str(self.folder / "log"))

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    def remove(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@{self.host}:{self.port}/{database}"

    def create(self, database: str, template: str = "template1") -> str:
        with psycopg.connect(self.url("postgres"), autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {database} TEMPLATE {template}")
        return self.url(database)

    def drop(self, database: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {database} WITH (FORCE)")

    def _run(self, program: str, *words: str) -> None:
        assert services.POSTGRES_PROGRAMS is not None
        path, data = services.POSTGRES_PROGRAMS / program, self.folder / "data"
        command = [str(path), "-D", str(data), *words]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        command = [*self.inside, *command]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)


class Standby(Postgres):
    """A second cluster that repeats what another one stores, by streaming."""

    def __init__(self, primary: Postgres) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="manche-faults-standby-"))
        self.port = free_port()
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        source = ["-h", primary.host, "-p", str(primary.port), "-U", "postgres"]
        self._run("pg_basebackup", *source, "--write-recovery-conf", "--checkpoint=fast")

    def promote(self) -> None:
        self._run("pg_ctl", "promote", "-w")

    def delay(self, delay: str) -> None:
        """Repeat everything so much later than it was stored, such as "10s"."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as admin:
            admin.execute(f"ALTER SYSTEM SET recovery_min_apply_delay = '{delay}'")
            admin.execute("SELECT pg_reload_conf()")
        wait_until(lambda: self._shows_delay(delay), "the setting holds")
        time.sleep(0.3)  # the process that repeats reads it a moment after new connections do

    def _shows_delay(self, delay: str) -> bool:
        with psycopg.connect(self.url("postgres"), autocommit=True) as new:
            ((shown,),) = new.execute("SHOW recovery_min_apply_delay").fetchall()
        return str(shown) == delay


class Redis:
    """A Redis server that keeps nothing: after a start it is empty."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert services.REDIS_SERVER is not None
        self.process = subprocess.Popen(
            [services.REDIS_SERVER, *self.words()],
            stdout=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
        )
        with redis.Redis.from_url(self.url) as client:
            wait_until(lambda: _pings(client), "Redis answers")

    def words(self) -> list[str]:
        port = ["--port", str(self.port), "--bind", "127.0.0.1"]
        return [*port, "--save", "", "--appendonly", "no"]

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Put a server in the place of Redis that accepts connections and never answers."""
        self.stop()
        sockets: list[socket.socket] = []
        with socket.create_server(("127.0.0.1", self.port), backlog=1000) as server:

            def accept() -> None:
                with suppress(OSError):
                    while True:
                        sockets.append(server.accept()[0])

            thread = threading.Thread(target=accept, daemon=True)
            thread.start()
            yield
            server.shutdown(socket.SHUT_RDWR)
            thread.join(5)
        for connection in sockets:
            connection.close()


def _pings(client: "redis.Redis") -> bool:
    with suppress(redis.RedisError):
        return bool(client.ping())
    return False


class Place(NamedTuple):
    """Where a process runs: the words before its command, its variables, and where web listens."""

    inside: Sequence[str]
    environment: dict[str, str]
    listens_at: str


class Product:
    """The processes web, worker and beat, run by the commands of docker/compose.yaml."""

    host = "127.0.0.1"  # that answers requests

    def __init__(self, folder: Path, database: str, redis_url: str, world: dict[str, Any]) -> None:
        self.folder, self.database, self.world = folder, database, world
        self.port = free_port()
        self.prefix = f"faults-{secrets.token_hex(4)}:"
        self.environment = {
            "PATH": f"{BIN}{os.pathsep}{os.defpath}",
            "LANG": "C.UTF-8",
            "MANCHE_DATA": str(folder),
            "SECRET_KEY": "faults " + "x" * 60,
            "DATABASE_URL": database,
            "REDIS_URL": redis_url,
            "REDIS_PREFIX": self.prefix,
            "THROTTLE_TOKEN": "1000000/min",
            "DJANGO_SETTINGS_MODULE": "league.config.settings",
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.arguments: dict[str, tuple[str, ...]] = {}
        self.messages = Celery(broker=redis_url, set_as_current=False)
        self.messages.conf.broker_transport_options = {"global_keyprefix": self.prefix}
        self.messages.conf.task_default_queue = "standings"

    def start(self, name: str, *more: str) -> None:
        """Start a process; `worker` and `worker2` are started by the same command."""
        self.arguments[name] = more
        place = self.place(name)
        command = [
            word.replace("0.0.0.0:8000", place.listens_at)
            for word in COMPOSE[name.rstrip("12")]["command"]
        ]
        if name.startswith("worker"):
            more = ("--hostname", f"{name}-{self.port}@%h", *more)
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [*place.inside, str(BIN / command[0]), *command[1:], *more],
                cwd=ROOT,
                env=place.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def place(self, name: str) -> "Place":
        return Place((), self.environment, f"127.0.0.1:{self.port}")

    def keep_running(self) -> None:
        """Start again what ended by itself, as docker/compose.yaml does."""
        for name, process in list(self.processes.items()):
            if process.poll() is not None:
                assert COMPOSE[name.rstrip("12")]["restart"] == "unless-stopped"
                self.kill(name)
                self.start(name, *self.arguments[name])

    def wait_until_ready(self) -> None:
        """Wait until the product is ready.

        Beat's first sweep comes after its interval; we do not wait for it.
        """
        self.send("scoring.sweep")
        wait_until(lambda: self.get("/readyz")[0] == 200, "ready")

    def kill(self, name: str) -> None:
        """Kill a process as the machine would: no process of it can say goodbye."""
        process = self.processes.pop(name)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def kill_children(self, name: str) -> None:
        pid = self.processes[name].pid
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)

    def stop(self) -> None:
        for name in list(self.processes):
            self.kill(name)
        self.messages.close()

    def send(self, task: str, *arguments: Any) -> None:
        self.messages.send_task(task, arguments)

    def output(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def manage(self, *words: str) -> str:
        return manage(self.environment, *words)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database, connect_timeout=5) as connection:
            return connection.execute(query, values).fetchall()

    def get(self, path: str) -> tuple[int, Any]:
        status, body, _ = self._exchange("GET", path, None, {}, PATIENCE)
        return status, body

    def call(
        self, method: str, path: str, body: Any = None, key: str = "", timeout: float = PATIENCE
    ) -> tuple[int, Any, Headers]:
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self.world['token']}",
            **({"Idempotency-Key": key} if key else {}),
        }
        data = None if body is None else json.dumps(body).encode()
        return self._exchange(method, f"/api/v1/{path}", data, headers, timeout)

    def _exchange(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str], timeout: float
    ) -> tuple[int, Any, Headers]:
        """Return (status, JSON, headers) of a request; the status is 0 if the connection broke."""
        url = f"http://{self.host}:{self.port}{path}"
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, json.load(answer), CaseInsensitiveDict(answer.headers.items())
        except urllib.error.HTTPError as error:
            with error:
                text = error.read()
            return error.code, text.decode(errors="replace"), CaseInsensitiveDict()
        except OSError:
            return 0, None, CaseInsensitiveDict()


def manage(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
