"""docker/ without a container engine: schema, linters, the promises of compose.yaml, and its very
commands as local processes. No image is built here."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import psycopg
import pytest
import redis
import yaml
from django.conf import settings
from django.urls import reverse
from psycopg import sql

from tests import services

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
BIN = Path(sys.executable).parent
HOST = "league.example"
FILLED_IN = {"ALLOWED_HOSTS": HOST, "SECRET_KEY": "k" * 64, "POSTGRES_PASSWORD": "p" * 64}
APP = {"migrate", "web", "worker", "courier", "beat"}
YAMLLINT = (
    "{extends: default, rules: {document-start: disable, line-length: {max: 125}, "
    "comments: {min-spaces-from-content: 1}}}"
)
READY_SECONDS = 60


def interpolated(value: Any, variables: dict[str, str]) -> Any:
    """Replace Compose's ${NAME}, ${NAME:?why} and $$ in every text of a tree."""
    if isinstance(value, dict):
        return {key: interpolated(part, variables) for key, part in value.items()}
    if isinstance(value, list):
        return [interpolated(part, variables) for part in value]
    if not isinstance(value, str):
        return value

    def fill(match: re.Match[str]) -> str:
        return "$" if match[0] == "$$" else variables[match[1]]

    return re.sub(r"\$\$|\$\{(\w+)(?::\?[^}]*)?\}", fill, value)


COMPOSE: dict[str, Any] = interpolated(
    yaml.safe_load((DOCKER / "compose.yaml").read_text()), FILLED_IN
)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def final_stage() -> list[tuple[str, str]]:
    """Return the instructions of the image that is shipped, e.g. ("USER", "10001")."""
    text = (DOCKER / "Dockerfile").read_text()
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    pairs = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    instructions = [(word, rest.strip()) for word, rest in pairs]
    last_from = max(at for at, (word, _) in enumerate(instructions) if word == "FROM")
    return instructions[last_from:]


def instruction(word: str) -> str:
    (arguments,) = [rest for name, rest in final_stage() if name == word]
    return arguments


def seconds(duration: str) -> int:
    assert duration.endswith("s")
    return int(duration[:-1])


# --- schema and linters


@pytest.mark.parametrize(
    "command",
    [
        ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker/compose.yaml"],
        ["yamllint", "--strict", "--config-data", YAMLLINT, "docker/compose.yaml"],
        ["hadolint", "docker/Dockerfile"],
    ],
    ids=lambda command: str(command[0]),
)
def test_linters_find_nothing(command: list[str]) -> None:
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


# --- promises of compose.yaml


def test_one_of_each_service() -> None:
    assert set(SERVICES) == APP | {"postgres", "redis", "proxy"}
    beats = [name for name, service in SERVICES.items() if "beat" in service.get("command", [])]
    assert beats == ["beat"]
    assert not [name for name, service in SERVICES.items() if {"deploy", "scale"} & set(service)]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    for name, service in SERVICES.items():
        goes_out = name in {"proxy", "courier"}
        assert service["networks"] == (["inside", "outside"] if goes_out else ["inside"])
        assert "network_mode" not in service


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_may_do_little(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not service.get("privileged")
    assert not any("docker.sock" in str(volume) for volume in service.get("volumes", []))


def test_nothing_but_the_proxy_runs_as_root() -> None:
    assert instruction("USER") not in {"root", "0"}
    assert not any("user" in SERVICES[name] for name in APP)
    assert (SERVICES["postgres"]["user"], SERVICES["redis"]["user"]) == ("postgres", "valkey")


def test_the_application_waits_for_what_it_needs() -> None:
    healthy = {"condition": "service_healthy"}
    assert SERVICES["migrate"]["depends_on"] == {"postgres": healthy}
    for name in ("web", "worker", "courier", "beat"):
        assert SERVICES[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "postgres": healthy,
            "redis": healthy,
        }
    assert SERVICES["proxy"]["depends_on"] == {"web": healthy}
    image_check = json.loads(instruction("HEALTHCHECK").partition(" CMD ")[2])
    assert SERVICES["web"]["healthcheck"]["test"] == ["CMD", *image_check]
    for name in ("postgres", "redis", "worker", "courier", "beat"):
        assert SERVICES[name]["healthcheck"]["test"]


def test_every_queue_is_served_by_one_service() -> None:
    commands = [service.get("command", []) for service in SERVICES.values()]
    served = [
        queue
        for command in commands
        if "--queues" in command
        for queue in command[command.index("--queues") + 1].split(",")
    ]
    assert sorted(served) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)


def test_what_stops_is_started_again() -> None:
    restarted = {name: service["restart"] for name, service in SERVICES.items()}
    assert restarted.pop("migrate") == "no"
    assert set(restarted.values()) == {"unless-stopped"}


def test_grace_covers_the_longest_task_and_request() -> None:
    """In a process of its own, since the tests' settings are the embedded ones."""
    code = (
        "import json; from league.config import celery, gunicorn, settings;"
        "print(json.dumps([settings.CELERY_TASK_TIME_LIMIT, gunicorn.graceful_timeout,"
        " settings.CELERY_BROKER_TRANSPORT_OPTIONS['visibility_timeout']]))"
    )
    environment = {**bare_environment(), **SERVICES["worker"]["environment"]}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    task_limit, graceful, visibility = json.loads(done.stdout)
    for name in ("worker", "courier"):
        assert task_limit < seconds(SERVICES[name]["stop_grace_period"])
    assert task_limit < visibility  # else a task that still runs is handed out again
    assert graceful < seconds(SERVICES["web"]["stop_grace_period"])


def test_data_outlives_the_containers() -> None:
    volumes = {str(v).split(":")[0] for s in SERVICES.values() for v in s.get("volumes", [])}
    assert set(COMPOSE["volumes"]) == volumes - {"./Caddyfile"}
    redis_server = shlex.join(SERVICES["redis"]["command"])
    assert "--appendonly yes" in redis_server
    assert "--maxmemory-policy noeviction" in redis_server


def test_secrets_are_asked_for_and_never_written_down() -> None:
    text = (DOCKER / "compose.yaml").read_text()
    for name in FILLED_IN:
        assert not re.search(rf"\$\{{{name}(?!:\?)", text), f"{name} may be left empty"
    example = (DOCKER / ".env.example").read_text()
    assert set(re.findall(r"^(\w+)=$", example, flags=re.M)) == set(FILLED_IN)
    assert "SECRET_KEY" not in str(SERVICES["proxy"]) + str(SERVICES["postgres"])


def test_env_example_names_nothing_unknown() -> None:
    used_names = set(re.findall(r"^(?:# )?([A-Z_]+)=", (DOCKER / ".env.example").read_text(), re.M))
    known_names = set(re.findall(r"^# ([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M))
    assert used_names - known_names == {"POSTGRES_PASSWORD"}


def test_the_proxy_serves_the_allowed_host_and_passes_to_web() -> None:
    text = (DOCKER / "Caddyfile").read_text()
    assert "\n{$SITE} {\n" in text
    assert SERVICES["proxy"]["environment"] == {"ALLOWED_HOSTS": HOST}
    port = SERVICES["web"]["command"][-1].rpartition(":")[2]
    assert text.count(f"reverse_proxy web:{port} {{\n") == text.count("reverse_proxy") == 1
    assert text.count("import web\n") == len(re.findall("\thandle ", text)) == 3


@pytest.mark.parametrize("names", ["league.example", "league.example,www.league.example", "a,b,c"])
def test_the_proxy_serves_each_of_the_allowed_hosts(names: str) -> None:
    script = SERVICES["proxy"]["command"][2].replace("caddy run", f"{BIN}/caddy adapt")
    script = script.replace("/etc/caddy/Caddyfile", str(DOCKER / "Caddyfile"))
    environment = {**os.environ, "ALLOWED_HOSTS": names}
    done = subprocess.run(["sh", "-c", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    servers = json.loads(done.stdout)["apps"]["http"]["servers"]
    hosts = {
        host
        for server in servers.values()
        for route in server["routes"]
        for match in route["match"]
        for host in match["host"]
    }
    assert hosts == set(names.split(","))


def test_the_proxy_lets_archives_and_imports_through_and_nothing_else_of_their_size() -> None:
    text = (DOCKER / "Caddyfile").read_text()
    assert "@archives path /api/v1/archives/ /*/desk/archives/\n" in text
    assert "@imports path /api/v1/clubs/*/imports/ /*/desk/clubs/*/imports/\n" in text
    limits = re.findall(r"handle (@\w+ )?{\s+request_body {\s+max_size (\d+)(?:MiB|MB)\n", text)
    assert limits == [("@archives ", "66"), ("@imports ", "10"), ("", "2")]
    assert settings.ARCHIVE_BYTES == 64 * 1024 * 1024
    assert settings.IMPORT_BYTES == 8 * 1024 * 1024
    assert reverse("api:archives") == "/api/v1/archives/"
    assert reverse("web:import_club").endswith("/desk/archives/")
    assert reverse("api:imports", args=["x"]) == "/api/v1/clubs/x/imports/"
    assert reverse("web:imports", args=["x"]).endswith("/desk/clubs/x/imports/")


def test_image_and_compose_start_web_alike() -> None:
    assert json.loads(instruction("CMD")) == SERVICES["web"]["command"]


def test_the_build_sees_no_data_and_no_secret() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    copied = {part for word, rest in final_stage() if word == "COPY" for part in rest.split()[:-1]}
    copied = {name for name in copied if not name.startswith(("--", "/"))}
    assert {f"!{name}" for name in copied} | {"!requirements/base.txt"} == {
        rule for rule in rules if rule.startswith("!")
    }


# --- compose without containers


def bare_environment() -> dict[str, str]:
    """Return an environment as in a container, with nothing of the tests' own settings."""
    return {"PATH": f"{BIN}{os.pathsep}{os.defpath}", "LANG": "C.UTF-8"}


def build_image(folder: Path) -> dict[str, str]:
    """Follow the Dockerfile's last stage in a folder, and return the environment that it sets."""
    folder.mkdir()
    environment = bare_environment()
    workdir = instruction("WORKDIR")
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".env")
    for word, rest in final_stage():
        if word == "ENV":
            pairs = [
                pair.partition("=") for pair in shlex.split(rest.replace(workdir, str(folder)))
            ]
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
def fresh_database() -> Iterator[str]:
    name = f"manche_compose_{uuid.uuid4().hex[:12]}"
    identifier = sql.Identifier(name)
    with psycopg.connect(services.POSTGRES, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
        try:
            yield urlsplit(services.POSTGRES)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))


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
            "DATABASE_URL": keep.enter_context(fresh_database()),
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
