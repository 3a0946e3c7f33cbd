"""make test: the suite on SQLite, then on PostgreSQL, with Redis and Chromium where they answer.

With MANCHE_REQUIRE_SERVICES=1 (CI) each of them must answer.
"""

import os
import subprocess
import sys

from tests import services

REQUIRED = os.environ.get("MANCHE_REQUIRE_SERVICES") == "1"


def main() -> int:
    missing = [name for name, answers in services.found().items() if not answers]
    for name in missing:
        print(f"{name} does not answer: the tests about it are skipped")
    if missing and REQUIRED:
        print("MANCHE_REQUIRE_SERVICES=1: they are required", file=sys.stderr)
        return 1
    print("— the suite on SQLite")
    failed = run([])
    if "PostgreSQL" not in missing:
        print("— the suite on PostgreSQL")
        failed |= run(
            ["tests/league", "tests/scoring", "tests/api", "tests/web"],
            DATABASE_URL=services.POSTGRES,
        )
    return failed


def run(paths: list[str], **environment: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *paths, *sys.argv[1:]]
    return subprocess.run(command, env={**os.environ, **environment}).returncode


if __name__ == "__main__":
    sys.exit(main())
