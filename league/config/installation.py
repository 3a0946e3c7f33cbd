"""Where this copy of Manche lies: a checkout, with manage.py beside the packages, or a wheel that
was installed and has the command `manche` instead."""

import os
import sys
import tomllib
from collections.abc import Collection, Mapping
from importlib import metadata
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent.parent


def is_checkout(base: Path = BASE_DIR) -> bool:
    return (base / "manage.py").exists()


def version() -> str:
    """Return the version from pyproject.toml, its only source; a wheel has a copy in its
    metadata."""
    if is_checkout():
        project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]
        return str(project["version"])
    return metadata.version("manche")


def data_folder() -> Path:
    """Return the folder of the data where MANCHE_DATA names none, never one among the installed
    packages. Raise ImproperlyConfigured where the user of the process has no home."""
    if is_checkout():
        return BASE_DIR / "data"
    if shared := os.environ.get("XDG_DATA_HOME"):
        return Path(shared) / "manche"
    try:
        return Path.home() / ".local" / "share" / "manche"
    except RuntimeError:
        raise ImproperlyConfigured(
            "This user has no home folder: set MANCHE_DATA to the folder for the data."
        ) from None


def settings_file() -> Path:
    """Return the file of settings: `.env` beside manage.py, or in the folder of the data."""
    if is_checkout():
        return BASE_DIR / ".env"
    named = os.environ.get("MANCHE_DATA")
    return (Path(named) if named else data_folder()) / ".env"


def terminal_language(codes: Collection[str], environment: Mapping[str, str]) -> str:
    """Return the language of the terminal if it is one of these, else English."""
    given = [environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    code = next(filter(None, given), "")[:2].lower()
    return code if code in codes else "en"


def command_name() -> str:
    """Return the command line prefix of this installation."""
    return "python manage.py" if is_checkout() else "manche"


def manage_command() -> list[str]:
    """Return the words that start a management command in a process of its own, from any folder."""
    if is_checkout():
        return [sys.executable, str(BASE_DIR / "manage.py")]
    return [sys.executable, "-P", "-m", "league"]
