"""make lock: whether requirements/*.txt name all that their own packages need, and whether those
of the image have a wheel for each machine that it is built for.

They are installed without resolving anything anew (`pip --no-deps`), so that a later release of
some package cannot break them; a package that nobody names would be missing.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
FILES = sorted(FOLDER.glob("*.txt"))
INSTALL = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
ASK = ["--dry-run", "--ignore-installed", "--report", "-"]
MACHINES = ("x86_64", "aarch64")  # those for which the image is built
# the systems for which wheels are built that Debian 13 can use, old ones first
SYSTEMS = ("manylinux2014", "manylinux_2_17", "manylinux_2_26", "manylinux_2_28", "manylinux_2_34")


def main() -> int:
    """Print what the files lack, and return 1 if it is anything."""
    lacking = [f"{file.name}: {line}" for file in FILES for line in missing(plan(file))]
    lacking += [line for machine in MACHINES for line in without_wheel(machine)]
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


def without_wheel(machine: str) -> list[str]:
    """Return what pip says where the image cannot be built for this machine, because a package of
    base.txt has no wheel for it with one of the hashes."""
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()
    version = re.findall(r"^FROM python:([\d.]+)", dockerfile, re.MULTILINE)[-1]
    platforms = [part for system in SYSTEMS for part in ("--platform", f"{system}_{machine}")]
    wheels = ["--only-binary", ":all:", "--implementation", "cp", "--python-version", version]
    with TemporaryDirectory() as folder:  # pip wants one, and leaves it empty
        command = [sys.executable, "-m", "pip", *INSTALL, *ASK, "--target", folder, *platforms]
        command += [*wheels, "-r", str(FOLDER / "base.txt")]
        done = subprocess.run(command, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return [f"base.txt on {machine}: {line}" for line in errors or [done.stderr][: done.returncode]]


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
