"""A reader who follows docs/write-a-game.md word by word gets the results that it promises."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import polib

from tests.outside_games import write_metadata

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "write-a-game.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANYTHING = "…"


def write_program(folder: Path, name: str, *words: str) -> None:
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    program.chmod(0o755)


def install(home: Path) -> None:
    """Do what `pip install --editable .` does, without a network."""
    project = tomllib.loads((home / "pyproject.toml").read_text())["project"]
    entries = project["entry-points"]["manche.games"].items()
    lines = [f"{slug} = {target}" for slug, target in entries]
    write_metadata(home, project["name"], project["version"], *lines)


def run(command: str, home: Path) -> str:
    """Return what a command of the page prints."""
    if command == "pip install --editable .":
        install(home)
        return ""
    if command.startswith("msgfmt "):  # not every machine has gettext
        _, _, compiled, source = command.split()
        polib.pofile(str(home / source)).save_as_mofile(str(home / compiled))
        return ""
    environment = {
        "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(home), str(ROOT)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(home),
        "LANG": "C.UTF-8",
    }
    done = subprocess.run(
        command, shell=True, cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == "", command
    return done.stdout


def test_the_page_can_be_followed(tmp_path):
    write_program(tmp_path / "bin", "python", sys.executable)
    write_program(tmp_path / "bin", "manche", sys.executable, "-m", "league")
    number = 0
    for language, name, text in BLOCK.findall(PAGE.read_text()):
        if not name and language != "console":
            continue  # a sketch
        if language != "console":
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            continue
        for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = step.partition("\n")
            pattern = ".*".join(map(re.escape, expected.split(ANYTHING)))
            printed = run(command, tmp_path)
            assert re.fullmatch(pattern, printed, re.DOTALL), f"{command}\n{printed}"
            number += 1
    assert number == 9
