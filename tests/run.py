"""make test: the suite on SQLite, then on PostgreSQL, with Redis and Chromium where they answer.

With MANCHE_REQUIRE_SERVICES=1 (CI) each of them must answer; with MANCHE_COVER=1 every branch of
the pure part must be reached too.
"""

import os
import subprocess
import sys

from tests import services

PURE = ["tests/games", "tests/scoring"]
STORING = ["tests/league", "tests/scoring", "tests/api", "tests/web"]
# who may do what, and what the description says, is the same on every database
ALIKE = ["tests/api/test_permissions.py", "tests/api/test_client.py", "tests/api/test_examples.py"]


def main() -> int:
    missing = [name for name, answers in services.found().items() if not answers]
    for name in missing:
        print(f"{name} does not answer: the tests about it are skipped")
    if missing and services.REQUIRED:
        print("MANCHE_REQUIRE_SERVICES=1: they are required", file=sys.stderr)
        return 1
    print("— the suite on SQLite")
    failed = run_covered() if os.environ.get("MANCHE_COVER") == "1" else run([])
    if "PostgreSQL" not in missing:
        print("— the suite on PostgreSQL")
        failed |= run(
            [*STORING, "--stored", *(f"--ignore={path}" for path in ALIKE)],
            DATABASE_URL=services.POSTGRES,
        )
    return failed


def run_covered() -> int:
    """The same tests; those that do not count for the coverage run without its cost."""
    failed = run([*PURE, "-m", "not slow", "--cov"])
    failed |= run([*PURE, "-m", "slow"])
    return failed | run([f"--ignore={path}" for path in PURE])


def run(paths: list[str], **environment: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *paths, *sys.argv[1:]]
    return subprocess.run(command, env={**os.environ, **environment}).returncode


if __name__ == "__main__":
    sys.exit(main())
