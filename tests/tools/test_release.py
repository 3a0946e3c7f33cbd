"""A release is made in a small checkout of its own, with the real pyproject.toml."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings

from tools import release

ROOT = Path(__file__).parents[2]
DAY = date(2026, 12, 1)
UNRELEASED = "### Updating\n- Nothing to do.\n### Added\n- Clubs.\n\n"
NOTES = f"# Changelog\n\n## Unreleased\n{UNRELEASED}## 0.1.0 (2026-11-01)\n- First.\n"


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="no git")


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a repository whose `make lint` succeeds unless there is a file `broken`."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)  # whose commits may have to be signed
    root = tmp_path / "manche"
    (root / "league").mkdir(parents=True)
    project = (ROOT / "pyproject.toml").read_text()
    project = release.PROJECT_VERSION.sub('version = "0.1.0"', project)
    (root / "pyproject.toml").write_text(project)
    (root / "CHANGELOG.md").write_text(NOTES)
    (root / "Makefile").write_text("lint:\n\t@test ! -e broken\n")
    (root / ".gitignore").write_text("dist/\n")
    (root / "league" / "code.py").write_text("pass\n")
    release.git(root, "init", "--quiet")
    release.git(root, "config", "user.name", "Ada")
    release.git(root, "config", "user.email", "ada@example.org")
    commit(root)
    return root


def commit(root: Path) -> None:
    release.git(root, "add", "--all")
    release.git(root, "commit", "--quiet", "--message", "Change something")


def state(root: Path) -> tuple[str, ...]:
    """Return what a refused release must leave as it was."""
    files = ((root / name).read_text() for name in ("pyproject.toml", "CHANGELOG.md"))
    return (release.git(root, "log"), release.git(root, "tag"), *files)


@needs_git
def test_files_of_a_tag_are_those_of_its_release(checkout):
    with pytest.raises(release.Refused, match=r"v0\.1\.0 is not at this commit"):
        release.files_of_tag(checkout)
    archive = release.release(checkout, "1.0.0", DAY)
    notes = archive.with_name("manche-1.0.0.md").read_text()
    shutil.rmtree(archive.parent)
    assert release.files_of_tag(checkout) == archive
    assert archive.with_name("manche-1.0.0.md").read_text() == notes
    assert "Clubs." in notes


@needs_git
def test_a_release_has_version_notes_commit_tag_and_archive(checkout):
    archive = release.release(checkout, "1.0.0", DAY)
    assert archive == checkout / "dist" / "manche-1.0.0.tar.gz"
    with tarfile.open(archive) as files:
        assert "manche-1.0.0/league/code.py" in files.getnames()
        project = files.extractfile("manche-1.0.0/pyproject.toml").read().decode()
        notes = files.extractfile("manche-1.0.0/CHANGELOG.md").read().decode()
    assert tomllib.loads(project)["project"]["version"] == "1.0.0"
    assert notes == NOTES.replace("Unreleased", "1.0.0 (2026-12-01)")
    assert archive.with_name("manche-1.0.0.md").read_text() == UNRELEASED
    assert release.git(checkout, "log", "-1", "--format=%s", "v1.0.0").strip() == "Release 1.0.0"
    assert release.git(checkout, "cat-file", "-t", "v1.0.0").strip() == "tag"
    assert release.git(checkout, "status", "--porcelain") == ""


def change_a_file(root):
    (root / "league" / "code.py").write_text("1\n")


def add_a_file(root):
    (root / "league" / "more.py").write_text("1\n")


def break_lint(root):
    (root / "broken").touch()
    commit(root)


def empty_the_notes(root):
    (root / "CHANGELOG.md").write_text(NOTES.replace(UNRELEASED, ""))
    commit(root)


def forget_the_update(root):
    (root / "CHANGELOG.md").write_text(NOTES.replace("### Updating\n", ""))
    commit(root)


def remove_the_heading(root):
    (root / "CHANGELOG.md").write_text(NOTES.replace("## Unreleased\n", ""))
    commit(root)


def tag_it(root):
    release.git(root, "tag", "v1.0.0")


@needs_git
@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (change_a_file, "uncommitted changes"),
        (add_a_file, "uncommitted changes"),
        (break_lint, "make lint fails"),
        (empty_the_notes, "says nothing"),
        (forget_the_update, "say what administrators do"),
        (remove_the_heading, "has no heading"),
        (tag_it, "v1.0.0 exists"),
    ],
)
def test_a_checkout_that_is_not_ready_is_refused(checkout, prepare, reason):
    prepare(checkout)
    before = state(checkout)
    with pytest.raises(release.Refused, match=reason):
        release.release(checkout, "1.0.0", DAY)
    assert state(checkout) == before
    assert not (checkout / "dist").exists()


@needs_git
@pytest.mark.parametrize("version", ["0.0.1", "1.0", "v1.0.0", "1.0.0rc1", ""])
def test_a_version_that_is_none_or_not_higher_is_refused(checkout, version):
    with pytest.raises(release.Refused):
        release.release(checkout, version, DAY)


@needs_git
def test_the_command_tells_what_to_do_next(checkout):
    command = [sys.executable, "-m", "tools.release", "1.0.0"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    ran = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "git push origin HEAD v1.0.0" in ran.stdout
    again = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    assert again.returncode == 1
    assert again.stderr.startswith("No release: ")


def test_the_notes_of_the_next_release_are_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    released = re.findall(r"^## (\d+\.\d+\.\d+) ", changelog, re.MULTILINE)
    unreleased = release.UNRELEASED.search(changelog)
    assert unreleased is None or release.UPDATING in unreleased[1]
    assert unreleased or released[0] == project["version"]


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == settings.VERSION
    assert (
        release.PROJECT_VERSION.search((ROOT / "pyproject.toml").read_text())[1] == settings.VERSION
    )
