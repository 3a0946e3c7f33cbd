"""The stack of compose.yaml in a running engine, as the guide sets it up."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.containers.engine import ROOT
from tests.faults.parts import wait_until
from tests.smtp_server import Mailbox, smtp_server

collect_ignore_glob = [] if os.environ.get("MANCHE_ENGINE") else ["test_*.py"]
MAIL_PORT = 2525
BRIDGE = "172.17.0.1"  # this machine, as containers see it


class Stack:
    """The services of compose.yaml, in a folder with its own .env."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.certificate = folder / "root.crt"

    def shell(self, command: str, *, status: int = 0) -> str:
        """Run a command of the guide in the folder `docker` and return what it prints."""
        done = subprocess.run(
            command, shell=True, cwd=self.folder, capture_output=True, text=True, timeout=400
        )
        assert done.returncode == status, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout

    def succeeds(self, command: str) -> bool:
        """Return whether a command in the folder `docker` ends with 0."""
        done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True)
        return done.returncode == 0

    def compose(self, words: str, *, status: int = 0) -> str:
        """Run `docker compose` and return what it prints."""
        return self.shell(f"docker compose {words}", status=status)

    def states(self) -> dict[str, str]:
        """Return each service's health, or its state where it has no check."""
        lines = self.compose("ps --format '{{.Service}} {{.Health}} {{.State}}'").splitlines()
        return {service: rest.split()[0] for service, _, rest in (x.partition(" ") for x in lines)}

    def is_healthy(self, *services: str) -> bool:
        """Return whether the checks of all these services succeed."""
        states = self.states()
        return all(states.get(name) == "healthy" for name in services)


@pytest.fixture(scope="session")
def mailbox() -> Iterator[Mailbox]:
    with smtp_server(hostname="0.0.0.0", port=MAIL_PORT) as (box, _port):
        yield box


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("server") / "docker"
    shutil.copytree(ROOT / "docker", folder, ignore=shutil.ignore_patterns(".env"))
    example = (folder / ".env.example").read_text()
    for name, value in {
        "ALLOWED_HOSTS": "localhost,club.localhost",
        "SECRET_KEY": "k" * 64,
        "POSTGRES_PASSWORD": "p" * 64,
    }.items():
        assert f"\n{name}=\n" in example
        example = example.replace(f"\n{name}=\n", f"\n{name}={value}\n")
    example += f"EMAIL_URL=smtp://{BRIDGE}:{MAIL_PORT}\nEMAIL_FROM=club@league.example\n"
    (folder / ".env").write_text(f"{example}BASE_URL=https://localhost\n")
    running = Stack(folder)
    try:
        running.shell("docker compose up --detach --no-build")
        root = "/data/caddy/pki/authorities/local/root.crt"
        copy = f"docker compose cp proxy:{root} root.crt"
        wait_until(lambda: running.succeeds(copy), "the proxy has a certificate")
        yield running
    finally:
        (folder.parent / "logs.txt").write_text(running.compose("logs --no-color"))
        running.compose("down --volumes --timeout 5")
