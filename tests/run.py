"""make test: the suite on SQLite, then on PostgreSQL, with Redis and Chromium where they answer.

With MANCHE_REQUIRE_SERVICES=1 (CI) each of them must answer; with MANCHE_COVER=1 every branch of
the pure part must be reached too.
"""

import os
import subprocess
import sys

from tests import services

PURE = ["tests/games", "tests/scoring"]
# pages are thin over operations: only those that ask much of a database are read from
# PostgreSQL too, and tests/e2e opens some of all kinds on a server
ASKING = [
    "tests/web/support/test_ready.py",
    "tests/web/standings/test_season_page.py",
    "tests/web/standings/test_public.py",
    "tests/web/standings/test_player_page.py",
    "tests/web/site/test_search.py",
    "tests/web/site/test_feeds.py",
    "tests/web/tournaments/test_plans.py",
    "tests/web/sessions/test_evening.py",
]
STORING = [
    "tests/operations",
    "tests/database",
    "tests/demo",
    "tests/config",
    "tests/scoring",
    "tests/api",
    *ASKING,
]
# browsers, servers and workers of their own: half of the time they wait
WAITING = ["tests/e2e", "tests/faults"]
# who may do what, what the description says, what an archive refuses and where long walks lead is
# the same on every database; tests/e2e sends the requests of test_fuzz.py on PostgreSQL too
ALIKE = [
    "tests/api/http/test_lists.py",
    "tests/api/tournaments/test_whole_tournament.py",
    "tests/demo/test_demo.py",
    "tests/operations/results/test_result_walks.py",
    "tests/operations/tournaments/test_tournament_walks.py",
    "tests/api/http/test_bodies.py",
    "tests/api/description/test_docs.py",
    "tests/api/http/test_errors.py",
    "tests/operations/exchange/test_broken_archives.py",
    "tests/operations/exchange/test_archive_of_ladders.py",
    "tests/operations/exchange/test_archive_of_tournaments.py",
    "tests/api/http/test_permissions.py",
    "tests/api/description/test_client.py",
    "tests/api/description/test_examples.py",
    "tests/api/http/test_fuzz.py",
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
