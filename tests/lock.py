"""make lock: whether requirements/*.txt name all that their own packages need.

They are installed without resolving anything anew (`pip --no-deps`), so that a later release of
some package cannot break them; a package that nobody names would be missing.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FOLDER = Path(__file__).parents[1] / "requirements"
FILES = sorted(FOLDER.glob("*.txt"))
INSTALL = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
ASK = ["--dry-run", "--ignore-installed", "--report", "-"]


def main() -> int:
    """Print what the files lack, and return 1 if it is anything."""
    lacking = [f"{file.name}: {line}" for file in FILES for line in missing(plan(file))]
    print("\n".join(lacking) or "requirements/*.txt are complete")
    return bool(lacking)


def plan(file: Path, python: str = sys.executable) -> list[dict[str, Any]]:
    """Return what pip would install from a file: name, version, needs and extras of each package.

    Raises CalledProcessError, with what pip printed, where it refuses the file.
    """
    command = [python, "-m", "pip", *INSTALL, *ASK, "-r", str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    packages: list[dict[str, Any]] = json.loads(done.stdout)["install"]
    return packages


def missing(packages: list[dict[str, Any]]) -> list[str]:
    """Return a line for each need of a package that none of the packages meets on this machine."""
    versions = {
        canonicalize_name(package["metadata"]["name"]): package["metadata"]["version"]
        for package in packages
    }
    return [
        f"{package['metadata']['name']} needs {need}"
        for package in packages
        for need in needs(package)
        if not meets(need, versions.get(canonicalize_name(need.name)))
    ]


def meets(need: Requirement, version: str | None) -> bool:
    return version is not None and need.specifier.contains(version, prereleases=True)


def needs(package: dict[str, Any]) -> Iterator[Requirement]:
    """Yield what a package requires here, with the extras that the file asks of it."""
    extras = ["", *package.get("requested_extras", [])]
    for line in package["metadata"].get("requires_dist", []):
        need = Requirement(line)
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras):
            yield need


if __name__ == "__main__":
    sys.exit(main())
