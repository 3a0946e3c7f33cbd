"""The lock is installed by the pip of Debian 12 and by the newest, whatever was released since."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import lock, services

DEBIAN_12 = "pip==23.0.1"


@pytest.fixture(scope="module", params=[DEBIAN_12, "pip"])
def bare_python(request, tmp_path_factory):
    """Return the interpreter of an empty virtual environment with this pip."""
    if not services.REQUIRED:
        pytest.skip("fetches 200 packages twice; CI does")
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--upgrade", request.param]
    subprocess.run(pip, check=True)
    return python


@pytest.mark.long
@pytest.mark.parametrize("file", lock.FILES, ids=lambda file: file.name)
def test_a_lock_is_complete_for_any_pip(bare_python, file):
    packages = lock.plan(file, bare_python)
    assert packages
    assert lock.missing(packages) == []


@pytest.mark.long
@pytest.mark.parametrize("machine", lock.MACHINES)
def test_the_image_needs_no_compiler(machine):
    if not services.REQUIRED:
        pytest.skip("fetches what describes 50 packages; CI does")
    assert lock.without_wheel(machine) == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Kombu>=5"], ["celery needs Kombu>=5"]),
        (["redis>=7"], ["celery needs redis>=7"]),
        (["redis>=6", 'tomli; extra == "toml"', 'wheel; python_version < "3"'], []),
    ],
)
def test_missing_lock_entries_are_reported(lines, expected):
    celery = {"metadata": {"name": "celery", "version": "5.7", "requires_dist": lines}}
    redis = {"metadata": {"name": "Redis", "version": "6.4"}}
    assert lock.missing([celery, redis]) == expected


def test_an_extra_that_the_file_asks_for_is_needed():
    extra = {"name": "celery", "version": "5.7", "requires_dist": ['tomli; extra == "toml"']}
    package = {"metadata": extra, "requested_extras": ["toml"]}
    assert lock.missing([package]) == ['celery needs tomli; extra == "toml"']


def test_the_product_is_installed_from_its_lock_alone():
    root = Path(__file__).parents[1]
    for file in (root / "Makefile", root / "docker" / "Dockerfile"):
        installs = file.read_text().replace("\\\n", " ").splitlines()
        lines = [line for line in installs if "--require-hashes" in line]
        assert lines
        assert all("--no-deps" in line for line in lines), file.name
