"""The image by itself, as most people try it first: one command, a page in the browser, and data
that outlives the container."""

import re
import subprocess
from collections.abc import Iterator

import pytest
import requests

from tests.containers import engine
from tests.faults.parts import wait_until

URL = "http://127.0.0.1:8000"
NAME, VOLUME = "manche-alone", "manche-alone"
# the line of the page, but in the background and beside a server of one's own
START = re.search("^docker (run .*)$", (engine.ROOT / "docs/start.md").read_text(), re.MULTILINE)[1]
RUN = START.replace("--rm --name manche --volume manche:", f"-d --name {NAME} --volume {VOLUME}:")
pytestmark = pytest.mark.timeout(400)


def docker(words: str) -> str:
    """Run Docker's client and return what it prints."""
    done = subprocess.run(["docker", *words.split()], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"docker {words}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout + done.stderr


def page(path: str) -> requests.Response | None:
    """Return the answer of the server; None while nobody listens."""
    try:
        with requests.Session() as session:
            session.trust_env = False
            return session.get(f"{URL}{path}", timeout=20)
    except requests.RequestException:
        return None


def is_served() -> bool:
    answer = page("/readyz")
    return answer is not None and answer.status_code == 200


@pytest.fixture
def volume() -> Iterator[None]:
    try:
        yield
    finally:
        subprocess.run(["docker", "rm", "--force", NAME], capture_output=True)
        subprocess.run(["docker", "volume", "rm", "--force", VOLUME], capture_output=True)


@pytest.mark.usefixtures("volume")
def test_one_command_serves_the_demo_and_an_update_keeps_the_data() -> None:
    docker(RUN)
    wait_until(is_served, "the server is ready", 180)
    home = page("/fr/")
    assert home.status_code == 200
    assert "stylesheet" in home.text
    log = docker(f"logs {NAME}")
    assert "Manche is running at http://127.0.0.1:8000/" in log
    assert "demo@manche.example" in log
    key = docker(f"exec {NAME} cat /data/secret_key")
    backup = docker(f"exec {NAME} python manage.py backup")
    assert "/data/backups/" in backup
    docker(f"rm --force {NAME}")

    engine.change_image("manche:latest")
    docker(RUN)
    wait_until(is_served, "the server is ready again", 180)
    assert docker(f"exec {NAME} cat /data/secret_key") == key
    assert "evening" not in docker(f"logs {NAME}"), "the demo was loaded once more"
    assert page("/fr/").text.count("stylesheet") == home.text.count("stylesheet")
    docker(f"stop --time 30 {NAME}")
    assert "Manche has stopped. All data is kept." in docker(f"logs {NAME}")
