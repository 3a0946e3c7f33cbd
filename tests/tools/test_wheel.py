"""The wheel as it is installed: its content, and the command `manche` in a bare environment.

Only the libraries come from the environment of the tests, by a .pth file, so that nothing has to be
fetched; all code of the project comes from the wheel, which a test asserts.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from league.config import installation
from tests import migrated
from tests.config.test_compose_processes import free_port, get, wait_for

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("problems", "games", "database", "scoring", "seating", "league", "api")
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


class Installed(NamedTuple):
    """A user who has installed the wheel: its programs, and a home that was empty."""

    programs: Path
    home: Path

    @property
    def data(self) -> Path:
        return self.home / ".local" / "share" / "manche"

    @property
    def environment(self) -> dict[str, str]:
        return {"PATH": os.defpath, "HOME": str(self.home), "LANG": "C.UTF-8", "DEMO": "0"}

    def run(self, program: str, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(self.programs / program), *words],
            cwd=self.home,
            env=self.environment | more,
            capture_output=True,
            text=True,
            timeout=100,
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True)
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    venv, home = folder / "venv", folder / "home"
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    python = venv / "bin" / "python"
    subprocess.run(
        [*PIP, "--python", str(python), "install", "--no-deps", "--no-compile", str(wheel)],
        check=True,
    )
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(venv / "bin", home)


@pytest.fixture(scope="module")
def prepared(installed: Installed) -> Installed:
    installed.data.mkdir(parents=True)
    shutil.copyfile(migrated.sqlite(), installed.data / "manche.sqlite3")
    done = installed.run("manche", "prepare")
    assert done.returncode == 0, done.stderr
    return installed


@contextmanager
def running(user: Installed) -> Iterator[str]:
    """Yield the address of `manche run` once it serves."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with (user.home / "log").open("wb") as log:
        process = subprocess.Popen(
            [str(user.programs / "manche"), "run", "--port", str(port)],
            cwd=user.home,
            env=user.environment | {"BACKUP_DIR": ""},  # none of its own beside the tests
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        started = wait_for(lambda: get(f"{url}/livez", Host="127.0.0.1")[0] == 200, 90)
        assert started, (user.home / "log").read_text()
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def check_pages(url: str) -> None:
    """Check that a page and its styles are served."""
    status, page, _ = get(f"{url}/fr/start/", Host="127.0.0.1")
    assert (status, "Votre" in page) == (200, True), page[:500]
    styles = re.findall(r'href="(/static/[^"]+\.css)"', page)
    assert styles
    for style in styles:
        assert get(f"{url}{style}", Host="127.0.0.1")[0] == 200, style


def test_the_wheel_contains_exactly_the_files_of_the_packages(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert names == files
    kinds = {Path(name).suffix for name in names}
    assert {".html", ".css", ".js", ".mo", ".svg", ".woff2", ".ttf", ".typ", ".yaml"} <= kinds


def test_all_code_of_the_project_comes_from_the_wheel(installed: Installed) -> None:
    code = f"import {', '.join(PACKAGES)}; print(*(m.__file__ for m in ({', '.join(PACKAGES)})))"
    done = installed.run("python", "-P", "-c", code)
    assert done.returncode == 0, done.stderr
    for file in done.stdout.split():
        assert Path(file).is_relative_to(installed.programs.parent), file


def test_the_engines_bring_their_languages(installed: Installed) -> None:
    words = ("score", "neurotrio", "1CN", "--finisher", "--language", "de")
    assert "kann niemand ausmachen" in installed.run("python", "-Pm", "games", *words).stderr


def test_it_tells_its_own_version(installed: Installed) -> None:
    done = installed.run("manche", "--version")
    assert done.stdout == f"Manche {installation.version()}\n", done.stderr


def test_it_serves_only_a_database_that_is_up_to_date(installed: Installed, tmp_path: Path) -> None:
    done = installed.run("manche", "serve", MANCHE_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "First run: manche prepare" in done.stderr


def test_settings_are_read_from_the_folder_of_the_data(
    installed: Installed, tmp_path: Path
) -> None:
    (tmp_path / "manche").mkdir()
    (tmp_path / "manche" / ".env").write_text("ALLOWED_HOSTS=*\n")
    done = installed.run("manche", "check", XDG_DATA_HOME=str(tmp_path))
    assert "ALLOWED_HOSTS accepts every host name" in done.stderr


def test_run_serves_pages_and_their_style(prepared: Installed) -> None:
    with running(prepared) as url:
        check_pages(url)


@pytest.mark.long
def test_with_the_locked_packages_one_command_ends_with_a_page(wheel: Path, tmp_path: Path) -> None:
    """As `pipx install manche` and `manche run`, in an empty environment and an empty home."""
    venv, home = tmp_path / "venv", tmp_path / "home"
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    install = [*PIP, "--python", str(venv / "bin" / "python"), "install", "--no-compile"]
    locked = ["--require-hashes", "--requirement", str(ROOT / "requirements" / "base.txt")]
    subprocess.run([*install, "--no-deps", *locked], check=True)
    # without --no-deps: the ranges of the wheel have to hold for the locked packages
    subprocess.run([*install, "--no-index", str(wheel)], check=True)
    user = Installed(venv / "bin", home)
    with running(user) as url:
        check_pages(url)
    assert (user.data / "manche.sqlite3").exists()


def test_data_is_written_into_the_home_and_not_among_the_packages(prepared: Installed) -> None:
    done = prepared.run("manche", "backup")
    assert done.returncode == 0, done.stderr
    assert list((prepared.data / "backups").glob("*.manche-backup"))
    packages = prepared.programs.parent
    assert not [
        *packages.rglob("*.sqlite3"),
        *packages.rglob("secret_key"),
        *packages.rglob(".env"),
    ]
    assert {file.name for file in prepared.home.iterdir()} <= {".local", "log"}


@pytest.mark.long
def test_a_back_up_is_tried_by_the_installed_command(prepared: Installed, tmp_path: Path) -> None:
    done = prepared.run("manche", "backup", "--drill", str(tmp_path))
    assert done.returncode == 0, done.stderr
