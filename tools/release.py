"""make release VERSION=1.0.0: version, changelog, commit, tag, archive and notes in one step.
make release-files: archive and notes once more, from the tag.

pyproject.toml is the only place that holds the version; league.config.settings reads it from there.
Nothing leaves the machine: pushing the commit and its tag is a step of its own.
"""

import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

VERSION = re.compile(r"\d+\.\d+\.\d+")
PROJECT_VERSION = re.compile(r'^version = "([^"]*)"$', re.MULTILINE)
UPDATING = "### Updating"
UNRELEASED = re.compile(r"^## Unreleased\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Refused(Exception):
    """A release that cannot be made as things stand; nothing has been changed."""


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: make release VERSION=1.2.3", file=sys.stderr)
        return 2
    try:
        if arguments == ["--files"]:
            print(files_of_tag(Path.cwd()))
            return 0
        archive = release(Path.cwd(), arguments[0], datetime.now(UTC).date())
    except Refused as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    version = arguments[0]
    print(f"Released {version}: {archive}")
    print(f"Its notes: dist/manche-{version}.md; its wheel: make wheel")
    print(f"Publish it with: git push origin HEAD v{version}")
    return 0


def release(root: Path, version: str, day: date) -> Path:
    """Release the checkout at `root` and return its archive. Raises Refused."""
    project, changelog = root / "pyproject.toml", root / "CHANGELOG.md"
    new_project = set_version(project.read_text(), version)
    new_changelog = set_heading(changelog.read_text(), version, day)
    check_checkout(root, version)
    project.write_text(new_project)
    changelog.write_text(new_changelog)
    git(
        root,
        "commit",
        "--quiet",
        "--message",
        f"Release {version}",
        "--",
        *map(str, (project, changelog)),
    )
    git(root, "tag", "--annotate", "--message", f"Manche {version}", f"v{version}")
    return write_files(root, version)


def files_of_tag(root: Path) -> Path:
    """Write the files of the release that is checked out. Raises Refused if none is."""
    match = PROJECT_VERSION.search((root / "pyproject.toml").read_text())
    version = match[1] if match else ""
    if f"v{version}" not in git(root, "tag", "--points-at", "HEAD").split():
        raise Refused(f"the tag v{version} is not at this commit.")
    return write_files(root, version)


def write_files(root: Path, version: str) -> Path:
    """Write the archive of a tag and its notes into dist/, and return the archive."""
    archive = root / "dist" / f"manche-{version}.tar.gz"
    archive.parent.mkdir(exist_ok=True)
    notes = notes_of((root / "CHANGELOG.md").read_text(), version)
    archive.with_name(f"manche-{version}.md").write_text(notes)
    git(root, "archive", f"--prefix=manche-{version}/", f"--output={archive}", f"v{version}")
    return archive


def set_version(project: str, version: str) -> str:
    """Return pyproject.toml with this version. Raises Refused unless it is a higher one."""
    match = PROJECT_VERSION.search(project)
    if match is None:
        raise Refused("pyproject.toml has no line with its version.")
    if not VERSION.fullmatch(version):
        raise Refused(f"{version!r} is not a version such as 1.2.3.")
    if numbers(version) <= numbers(match[1]):
        raise Refused(f"{version} is not higher than {match[1]}.")
    return project[: match.start(1)] + version + project[match.end(1) :]


def set_heading(changelog: str, version: str, day: date) -> str:
    """Return CHANGELOG.md with its unreleased notes under this version. Raises Refused if none."""
    match = UNRELEASED.search(changelog)
    if match is None:
        raise Refused("CHANGELOG.md has no heading “## Unreleased”.")
    if not match[1].strip():
        raise Refused("CHANGELOG.md says nothing under “## Unreleased”.")
    if UPDATING not in match[1].splitlines():
        raise Refused(
            f"CHANGELOG.md has no part “{UPDATING}” under “## Unreleased”: say what administrators"
            " do, or that nothing is needed."
        )
    return changelog.replace("## Unreleased\n", f"## {version} ({day.isoformat()})\n", 1)


def notes_of(changelog: str, version: str) -> str:
    """Return what CHANGELOG.md says about this version, without the heading."""
    return re.split(r"^## ", changelog.partition(f"\n## {version} ")[2], flags=re.MULTILINE)[
        0
    ].partition("\n")[2]


def check_checkout(root: Path, version: str) -> None:
    """Raise Refused where the checkout has uncommitted changes, the tag exists or a check fails."""
    if git(root, "status", "--porcelain"):
        raise Refused("there are uncommitted changes. Commit or stash them.")
    if git(root, "tag", "--list", f"v{version}"):
        raise Refused(f"the tag v{version} exists.")
    if subprocess.run(["make", "--silent", "lint"], cwd=root).returncode:
        raise Refused("make lint fails.")


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def git(root: Path, *arguments: str) -> str:
    """Run git in the checkout and return what it prints."""
    command = ["git", *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
