"""python -m tests.deploy: is the product fit for a server, and are the locked requirements clean?

Runs Django's deployment checks with the settings of the server layout. Nothing is contacted.
"""

import os
import re
import secrets
import string
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
LETTERS = string.ascii_letters + string.digits
INDEX_OPTION = re.compile(r"^\s*(-i|-f|--(extra-)?index-url|--find-links|--trusted-host)\b")


def environment() -> dict[str, str]:
    """Return an environment that sets every variable that could come from somebody's own .env."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "SECRET_KEY": "".join(secrets.choice(LETTERS) for _ in range(64)),
        "HTTPS": "1",
        "DEBUG": "0",
        "ALLOWED_HOSTS": "league.example",
        "NUM_PROXIES": "1",
        "DATABASE_URL": "postgresql://manche:secret@postgres.example:5432/manche",
        "REDIS_URL": "redis://redis.example:6379/0",
    }


def unfit() -> list[str]:
    """Return what Django's deployment checks report, or nothing when the project is fit."""
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True)
    if done.returncode == 0:
        return []
    return [f"manage.py check --deploy is not clean:\n{done.stdout}{done.stderr}".rstrip()]


def addresses(folder: Path = REQUIREMENTS) -> list[str]:
    """Return a line for each address in the locked requirements, which name packages and hashes,
    but never where to fetch them."""
    files = sorted(folder.glob("*.txt"))
    if not files:
        return [f"no locked requirements in {folder.name}/"]
    return [
        f"{folder.name}/{file.name}:{number} names a package server; lock again with make lock"
        for file in files
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if "://" in line or INDEX_OPTION.match(line)
    ]


def main() -> int:
    problems = unfit() + addresses()
    for problem in problems:
        sys.stderr.write(f"deploy: {problem}\n")
    if not problems:
        sys.stdout.write("deploy: settings and requirements are fit for a server\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
