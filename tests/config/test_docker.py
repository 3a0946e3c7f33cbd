"""docker/ without a container engine: schema, linters, and the promises of compose.yaml. No image
is built here."""

import json
import os
import re
import shlex
import subprocess
import sys

import pytest
from django.conf import settings
from django.urls import reverse

from api.webhooks.events import LONGEST_WAIT
from tests.config.docker_files import (
    APP,
    BIN,
    COMPOSE,
    DOCKER,
    FILLED_IN,
    HOST,
    ROOT,
    SERVICES,
    bare_environment,
    final_stage,
    instruction,
    seconds,
)

YAMLLINT = (
    "{extends: default, rules: {document-start: disable, line-length: {max: 125}, "
    "comments: {min-spaces-from-content: 1}}}"
)


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
def test_linters_report_no_problem(command: list[str]) -> None:
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


def test_only_the_proxy_runs_as_root() -> None:
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


def test_stopped_services_are_restarted() -> None:
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


def test_env_example_names_only_known_settings() -> None:
    used_names = set(
        re.findall(r"^(?:# )?([A-Z0-9_]+)=", (DOCKER / ".env.example").read_text(), re.M)
    )
    known_names = set(re.findall(r"^# ([A-Z0-9_]+)=", (ROOT / ".env.example").read_text(), re.M))
    assert used_names - known_names == {"POSTGRES_PASSWORD", "REQUIREMENTS"}


def test_the_proxy_serves_the_allowed_host_and_passes_to_web() -> None:
    text = (DOCKER / "Caddyfile").read_text()
    assert "\n{$SITE} {\n" in text
    assert SERVICES["proxy"]["environment"] == {"ALLOWED_HOSTS": HOST}
    port = SERVICES["web"]["command"][-1].rpartition(":")[2]
    assert text.count(f"reverse_proxy web:{port} {{\n") == text.count("reverse_proxy") == 1
    site = text.split("\n{$SITE} {\n")[1]
    assert site.count("import web ") == len(re.findall("\thandle ", site)) == 3


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


def test_the_proxy_accepts_large_bodies_only_for_archives_and_imports() -> None:
    text = (DOCKER / "Caddyfile").read_text()
    assert "@archives path /api/v1/archives/ /*/desk/archives/\n" in text
    assert "@imports path /api/v1/clubs/*/imports/ /*/desk/clubs/*/imports/\n" in text
    limits = re.findall(r"handle (@\w+ )?{\s+import web (\d+)\n", text)
    mebibyte = 1024 * 1024
    archive, small = str(66 * mebibyte), str(2_000_000)
    assert limits == [("@archives ", archive), ("@imports ", str(10 * mebibyte)), ("", small)]
    assert settings.ARCHIVE_BYTES == 64 * 1024 * 1024
    assert settings.IMPORT_BYTES == 8 * 1024 * 1024
    assert reverse("api:archives") == "/api/v1/archives/"
    assert reverse("web:import_club").endswith("/desk/archives/")
    assert reverse("api:imports", args=["x"]) == "/api/v1/clubs/x/imports/"
    assert reverse("web:imports", args=["x"]).endswith("/desk/clubs/x/imports/")


def test_the_balancer_of_several_hosts_limits_what_the_proxy_of_one_does() -> None:
    paths = DOCKER / "Caddyfile", DOCKER / "scaling" / "Caddyfile"
    one, several = (limits(path.read_text()) for path in paths)
    assert "max_size" in one
    assert one.replace("{$SITE}", HOST) == several


def limits(text: str) -> str:
    """Return what a Caddyfile says besides the hosts that it passes requests to, and the time that
    it waits for them."""
    for of_hosts in (r"\treverse_proxy .*?\n\t}\n", r"\t@events .*?\n\t}\n", r"(?<=\d) \d+s(?=\n)"):
        text = re.sub(of_hosts, "", text, flags=re.DOTALL)
    return text[text.index("\tservers {") :]


def test_the_balancer_waits_as_long_as_readers_of_events() -> None:
    text = (DOCKER / "scaling" / "Caddyfile").read_text()
    (seconds,) = re.findall(r"handle @events {\n\t\timport web 2000000 (\d+)s\n", text)
    assert int(seconds) > LONGEST_WAIT
    assert "@events path /api/v1/clubs/*/events/ " in text
    assert reverse("api:events", args=["x"]) == "/api/v1/clubs/x/events/"


def test_every_part_of_a_server_has_a_command_of_its_own() -> None:
    """The image by itself is a whole server, which no part of compose.yaml may become."""
    alone = json.loads(instruction("CMD"))
    assert alone[:3] == ["python", "manage.py", "run"]
    assert all(SERVICES[name]["command"] != alone for name in APP)


def test_the_user_of_the_image_owns_the_folder_of_the_data() -> None:
    words = [rest for word, rest in final_stage() if word in {"USER", "RUN", "ENV"}]
    assert any("MANCHE_DATA=/data" in rest for rest in words)
    assert "install --directory --owner manche /data" in words[0]
    assert words.index("10001") < next(n for n, rest in enumerate(words) if "manage.py" in rest)
    assert "VOLUME" not in {word for word, _ in final_stage()}


def test_the_image_says_what_it_is() -> None:
    labels = dict(pair.split("=", 1) for pair in shlex.split(instruction("LABEL")))
    names = ("title", "description", "licenses", "version", "revision", "source")
    assert set(labels) == {f"org.opencontainers.image.{name}" for name in names}
    arguments = {rest.partition("=")[0] for word, rest in final_stage() if word == "ARG"}
    assert arguments == {"VERSION", "REVISION", "SOURCE"}
    makefile = (ROOT / "Makefile").read_text()
    assert all(f"--build-arg {name}=" in makefile for name in arguments)


def test_the_build_sees_no_data_and_no_secret() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    copied = {part for word, rest in final_stage() if word == "COPY" for part in rest.split()[:-1]}
    copied = {name for name in copied if not name.startswith(("--", "/"))}
    locks = {"!requirements/base.txt", "!requirements/observability.txt"}
    assert {f"!{name}" for name in copied} | locks == {
        rule for rule in rules if rule.startswith("!")
    }
