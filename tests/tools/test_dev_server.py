"""`make dev` serves the code and templates as they are now, with a worker beside it."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("problems", "games", "seating", "database", "scoring", "league", "api")
PATIENCE = 60  # seconds; a reload takes two to ten


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Return a copy of what is served, so that files can be changed."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def server(checkout):
    """Yield the address of a server, started as `make dev` starts it."""
    data = checkout / "data"
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
        "DEBUG": "1",
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "MANCHE_DATA": str(data),
    }
    manage = [sys.executable, "-W", "ignore", "manage.py"]
    subprocess.run([*manage, "prepare"], cwd=checkout, env=environment, check=True)
    add = [*manage, "adduser", "alice@example.org", "--password", "a good pass phrase"]
    subprocess.run(add, cwd=checkout, env=environment, check=True)  # so that no demo is loaded
    port = _free_port()
    with (checkout / "log").open("w") as log:
        process = subprocess.Popen(
            [*manage, "serve", "--reload", "--port", str(port)],
            cwd=checkout,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    yield f"http://127.0.0.1:{port}"
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(30)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.long
def test_it_says_its_address(server, checkout):
    _wait(server, "/livez", '"status"')
    assert f"Manche is running at {server}/" in (checkout / "log").read_text()


@pytest.mark.long
def test_a_worker_runs_beside_it(server):
    _wait(server, "/readyz", '"worker": "ok"')


@pytest.mark.long
def test_it_survives_a_broken_module_and_serves_the_changed_one(server, checkout):
    _wait(server, "/livez", '"status": "ok"')
    urls = _module_of(checkout, "def livez")
    whole = urls.read_text()
    urls.write_text(whole + "\nimport nothing_of_this_name\n")
    _wait(server, "/livez", None)
    urls.write_text(whole.replace('{"status": "ok"})', '{"status": "changed"})'))
    _wait(server, "/livez", "changed")
    _wait(server, "/readyz", '"worker": "ok"')


@pytest.mark.long
def test_it_serves_a_changed_template(server, checkout):
    _wait(server, "/en/", "</body>")
    base = next((checkout / "league" / "templates").rglob("base.html"))
    base.write_text(base.read_text().replace("</body>", "<!-- changed --></body>"))
    _wait(server, "/en/", "<!-- changed -->")


def test_make_dev_starts_it():
    target = re.search(r"^dev: env setup\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)
    assert target is not None
    assert "manage.py serve --reload" in target[1]


def _module_of(checkout: Path, line: str) -> Path:
    return next(file for file in (checkout / "league").rglob("*.py") if line in file.read_text())


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait(server: str, path: str, text: str | None) -> None:
    """Wait until the answer contains the text, or, if the text is None, until there is no
    answer."""
    end = time.monotonic() + PATIENCE
    answer: str | None = ""
    while time.monotonic() < end:
        answer = _answer(server + path)
        if answer is None if text is None else text in (answer or ""):
            return
        time.sleep(0.2)
    raise AssertionError(f"{path} never answered {text!r}, but {answer!r}")


def _answer(address: str) -> str | None:
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return str(response.read().decode())
    except urllib.error.HTTPError as error:
        return error.read().decode()
    except OSError:
        return None
