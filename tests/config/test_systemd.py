"""docker/systemd/: the same processes as in compose.yaml, for machines without containers."""

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.config.docker_files import APP, DOCKER, SERVICES, seconds

FOLDER = DOCKER / "systemd"
PROGRAMS = "/opt/pipx/venvs/manche/bin/"
UNITS = {name: f"manche-{'prepare' if name == 'migrate' else name}.service" for name in sorted(APP)}
MOST_EXPOSED = 15  # of 100, as `systemd-analyze security` counts
ANALYZE = shutil.which("systemd-analyze")
with_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")


def read(file: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their capitals
    parser.read_string(file.read_text())
    return parser


@pytest.fixture
def installed_units(tmp_path: Path) -> Path:
    """Return a copy of the units whose programs are there."""
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    units = tmp_path / "units"
    shutil.copytree(FOLDER, units)
    for file in units.glob("*.service"):
        file.write_text(re.sub(rf"{PROGRAMS}\w+", str(program), file.read_text()))
    return units


def analyze(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    assert ANALYZE is not None
    return subprocess.run(
        [ANALYZE, *words],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "SYSTEMD_UNIT_PATH": f"{folder}:", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
    )


@with_systemd
def test_systemd_understands_every_line(installed_units: Path) -> None:
    files = [*UNITS.values(), "manche.target"]
    assert {file.name for file in FOLDER.iterdir() if file.is_file()} == set(files)
    done = analyze(installed_units, "verify", *(str(installed_units / file) for file in files))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@with_systemd
@pytest.mark.parametrize("unit", UNITS.values())
def test_a_service_may_do_little(unit: str, installed_units: Path) -> None:
    threshold = f"--threshold={MOST_EXPOSED}"
    file = str(installed_units / unit)
    done = analyze(installed_units, "security", "--no-pager", "--offline=true", threshold, file)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", UNITS)
def test_its_command_and_its_grace_are_those_of_compose(name: str) -> None:
    words = shlex.split(read(FOLDER / UNITS[name])["Service"]["ExecStart"].replace("%%", "%"))
    assert words[0].startswith(PROGRAMS)
    words[0] = words[0].removeprefix(PROGRAMS)
    expected = [word.replace("0.0.0.0:", "127.0.0.1:") for word in SERVICES[name]["command"]]
    assert words == (["manche", "prepare"] if name == "migrate" else expected)
    if grace := SERVICES[name].get("stop_grace_period"):
        assert read(FOLDER / UNITS[name])["Service"]["TimeoutStopSec"] == grace.removesuffix("s")
        assert seconds(grace) > 0


def test_only_the_courier_reaches_other_machines() -> None:
    closed = {
        name
        for name, unit in UNITS.items()
        if read(FOLDER / unit)["Service"].get("IPAddressDeny") == "any"
    }
    assert closed == APP - {"courier"}


def test_the_target_starts_and_stops_all() -> None:
    started = read(FOLDER / "manche.target")["Unit"]["Wants"].split()
    assert sorted(started) == sorted(unit for name, unit in UNITS.items() if name != "migrate")
    for name, unit in UNITS.items():
        section = read(FOLDER / unit)["Unit"]
        assert section["PartOf"] == "manche.target"
        if name != "migrate":
            assert section["Requires"] == UNITS["migrate"]
            assert UNITS["migrate"] in section["After"].split()


def test_the_guide_names_the_folders_of_the_units() -> None:
    guide = (DOCKER.parent / "docs" / "on-a-server.md").read_text()
    hardening = read(FOLDER / "manche-.service.d" / "hardening.conf")["Service"]
    state = f"/var/lib/{hardening['StateDirectory']}"
    assert hardening["Environment"].split()[0] == f"MANCHE_DATA={state}"
    assert f"sudo -u {hardening['User']} MANCHE_DATA={state} manche first_run_code" in guide
    assert f"PIPX_HOME={PROGRAMS.removesuffix('/venvs/manche/bin/')} " in guide
