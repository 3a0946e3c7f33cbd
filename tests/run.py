"""make test: the suite on SQLite, then on PostgreSQL, with Redis and Chromium where they answer.

With MANCHE_REQUIRE_SERVICES=1 (CI) each of them must answer; with MANCHE_COVER=1 every branch of
the pure part must be reached too.
"""

import os
import subprocess
import sys

from tests import services

PURE = ["tests/games", "tests/scoring"]
# pages are thin over what tests/league stores: only those that ask much of a database are read from
# PostgreSQL too, and tests/e2e opens some of all kinds on a server
ASKING = ["ready", "season_page", "public", "player_page", "search", "feeds", "plans", "evening"]
STORING = [
    "tests/league",
    "tests/scoring",
    "tests/api",
    *(f"tests/web/test_{name}.py" for name in ASKING),
]
# browsers, servers and workers of their own: half of the time they wait
WAITING = ["tests/e2e", "tests/faults"]
# who may do what, what the description says, what an archive refuses and where long walks lead is
# the same on every database; tests/e2e sends the requests of test_fuzz.py on PostgreSQL too
ALIKE = [
    "tests/api/test_lists.py",
    "tests/api/test_whole_tournament.py",
    "tests/league/test_demo.py",
    "tests/league/test_result_walks.py",
    "tests/league/test_tournament_walks.py",
    "tests/api/test_bodies.py",
    "tests/api/test_docs.py",
    "tests/api/test_errors.py",
    "tests/league/test_broken_archives.py",
    "tests/league/test_archive_of_ladders.py",
    "tests/league/test_archive_of_tournaments.py",
    "tests/api/test_permissions.py",
    "tests/api/test_client.py",
    "tests/api/test_examples.py",
    "tests/api/test_fuzz.py",
]


def main() -> int:
    missing = [name for name, answers in services.found().items() if not answers]
    for name in missing:
        print(f"{name} does not answer: the tests about it are skipped")
    if missing and services.REQUIRED:
        print("MANCHE_REQUIRE_SERVICES=1: they are required", file=sys.stderr)
        return 1
    print("— the suite on SQLite")
    failed = run_covered() if os.environ.get("MANCHE_COVER") == "1" else run(without(WAITING))
    failed |= run([*WAITING, "--dist", "loadfile"], workers=3)  # a server of a file starts once
    if "PostgreSQL" not in missing:
        print("— the suite on PostgreSQL")
        failed |= run(
            [*STORING, "--stored", *without(ALIKE)],
            DATABASE_URL=services.POSTGRES,
        )
    return failed


def run_covered() -> int:
    """The same tests; those that do not count for the coverage run without its cost. Of those that
    draw their cases none counts: what is reached must not depend on chance."""
    failed = run([*PURE, "--counted", "--cov"])
    return failed | run([*without(WAITING), "--uncounted"])


def without(paths: list[str]) -> list[str]:
    return [f"--ignore={path}" for path in paths]


def run(paths: list[str], workers: int = 2, **environment: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(workers), *paths, *sys.argv[1:]]
    return subprocess.run(command, env={**os.environ, **environment}).returncode


if __name__ == "__main__":
    sys.exit(main())
