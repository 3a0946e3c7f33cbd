"""The image under a user that nobody knows: no name, no home, nothing but MANCHE_DATA and /tmp."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.docker_files import DOCKER
from tests.config.test_compose_processes import build_image, contents, free_port, get, wait_for

STRANGER = 54321
# who may read everything, since the interpreter of the tests may lie in somebody's home
READER = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
AS_STRANGER = [
    *("setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups"),
    *READER,
]


def can_be_a_stranger() -> bool:
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        return False
    version = [sys.executable, "-c", "import sys; print(sys.version)"]
    done = subprocess.run([*AS_STRANGER, *version], capture_output=True, text=True)
    return done.stdout.strip() == sys.version


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder that others may enter, as those of pytest are not."""
    with tempfile.TemporaryDirectory(prefix="manche-any-user-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.long
def test_a_stranger_prepares_serves_and_backs_up(folder: Path) -> None:
    if not can_be_a_stranger():
        pytest.skip("only root becomes somebody else, by setpriv of util-linux")
    image, data = folder / "image", folder / "data"
    environment = {**build_image(image), "MANCHE_DATA": str(data), "DEMO": "0"}
    data.mkdir()
    os.chown(data, STRANGER, STRANGER)
    as_built = contents(image)

    def command(*words: str) -> list[str]:
        return [*AS_STRANGER, sys.executable, *words]

    prepared = subprocess.run(
        command("manage.py", "prepare"), cwd=image, env=environment, capture_output=True, text=True
    )
    assert prepared.returncode == 0, prepared.stderr
    address = f"127.0.0.1:{free_port()}"
    web = command("-m", "gunicorn", "--config", "python:league.config.gunicorn", "--bind", address)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            web, cwd=image, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        url = f"http://{address}/readyz"
        ready = wait_for(lambda: get(url, Host="127.0.0.1")[0] == 200, 60)
        assert ready, (folder / "log").read_text()
        backup = command("manage.py", "backup", "--drill")
        done = subprocess.run(backup, cwd=image, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    finally:
        process.terminate()
        process.wait(30)
    owners = {file.stat().st_uid for file in data.rglob("*")}
    assert owners == {STRANGER}
    assert contents(image) == as_built


def test_every_user_may_write_where_back_ups_are_mounted() -> None:
    assert "--mode 1777 /srv/manche/backups" in (DOCKER / "Dockerfile").read_text()
