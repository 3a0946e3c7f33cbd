"""*Start here*, followed to the letter on a bare Debian: each way to get Manche ends with a page.

The way with Docker has its test beside the other containers (`tests/containers`).
"""

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.containers import engine
from tests.faults.parts import wait_until

ROOT = Path(__file__).resolve().parents[2]
URL = "http://127.0.0.1:8000"
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDED = ("buildah", "debootstrap")
# what the documents do not say: Debian asks nothing, root needs no sudo, and our package is not
# published yet
PREPARE = """
printf '#!/bin/sh\\nexec "$@"\\n' > /usr/local/bin/sudo && chmod +x /usr/local/bin/sudo
echo 'APT::Get::Assume-Yes "true";' > /etc/apt/apt.conf.d/yes
apt-get update --quiet=2
"""
pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]


def why_not() -> str:
    if os.geteuid() != 0 or any(shutil.which(name) is None for name in NEEDED):
        return "needs root, buildah and debootstrap"
    with socket.socket() as probe:
        return "port 8000 is taken" if probe.connect_ex(("127.0.0.1", 8000)) == 0 else ""


class Computer:
    """A bare Debian, in which each call is a new terminal window."""

    def __init__(self, wheels: Path) -> None:
        self.name = engine.run(["buildah", "from", "--pull-never", engine.debian()]).strip()
        self.wheels = wheels

    def window(self, line: str) -> list[str]:
        """Return the command that types a line into a new window."""
        variables = {"DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"}
        variables |= {"PIP_FIND_LINKS": "/wheels", "UV_FIND_LINKS": "/wheels"}
        variables |= {"UV_SYSTEM_CERTS": "true"}  # those of this machine, as pip does
        options = [f"--env={name}={value}" for name, value in variables.items()]
        options += [f"--volume={self.wheels}:/wheels:ro", f"--volume={ROOT}:/repository:ro"]
        command = ["buildah", "run", "--isolation", "chroot", *engine.CERTIFICATES, *options]
        return [*command, self.name, "bash", "-lc", line]

    def type(self, line: str) -> None:
        done = subprocess.run(self.window(line), capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"

    def serves_a_page(self, line: str, log: Path) -> None:
        """Type a line that serves, look at the page, and stop it as Ctrl-C would."""
        with log.open("w") as output:
            served = subprocess.Popen(
                self.window(line), stdout=output, stderr=output, start_new_session=True
            )
        try:
            wait_until(is_served, f"{line} serves", 600)
            page = requests.get(f"{URL}/fr/", timeout=30)
            assert page.status_code == 200
            assert "stylesheet" in page.text
            assert f"{URL}/" in log.read_text()
            assert "demo@manche.example" in log.read_text()
        finally:
            os.killpg(served.pid, signal.SIGINT)
            served.wait(60)


def is_served() -> bool:
    try:
        return requests.get(f"{URL}/readyz", timeout=20).status_code == 200
    except requests.RequestException:
        return False


def blocks(page: str) -> list[list[str]]:
    """Return the lines of each block of commands of a page."""
    text = (ROOT / "docs" / page).read_text()
    return [block.splitlines() for block in BLOCK.findall(text)]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    engine.run(["make", "wheel"])
    for wheel in (ROOT / "dist").glob("*.whl"):
        shutil.copy(wheel, folder)
    return folder


@pytest.fixture
def computer(wheels: Path) -> Iterator[Computer]:
    if reason := why_not():
        pytest.skip(reason)
    bare = Computer(wheels)
    try:
        bare.type(PREPARE)
        yield bare
    finally:
        subprocess.run(["buildah", "rm", bare.name], capture_output=True)


def test_pipx(computer: Computer, tmp_path: Path) -> None:
    debian, _mac, start, *_others = blocks("start.md")
    for line in debian:
        computer.type(line)
    computer.serves_a_page(start[0], tmp_path / "log")


def test_uv(computer: Computer, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "on-your-computer.md").read_text()
    install = re.search("`(uv tool install [^`]+)`", page)
    for line in ("sudo apt install pipx", "pipx install uv", "pipx ensurepath", install[1]):
        computer.type(line)
    computer.serves_a_page("manche run", tmp_path / "log")


def test_source(computer: Computer, tmp_path: Path) -> None:
    *steps, start = blocks("on-your-computer.md")[0]
    lines = [line.replace("ADDRESS", "/repository") for line in steps]
    computer.type(lines[0])
    computer.type("git config --system --add safe.directory '*'")
    computer.type(lines[1])
    computer.serves_a_page(f"{lines[2]} && {start}", tmp_path / "log")
