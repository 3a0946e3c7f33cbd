"""Run the suite: `python -m tests.run` the quick part, `python -m tests.run --long` the rest.

The quick part runs on SQLite, then what two do at once on PostgreSQL, with Redis, workers and
Chromium where they answer. Long are the tests marked so: all mutations and counts, thousands of
matches, every page in every size, storms, fuzzing; and on PostgreSQL what a database may answer
differently, and pages. With `--pooled` what a database may answer differently runs on PostgreSQL
through a PgBouncer, and nothing else; with MANCHE_POOLED=1 (CI) the quick part ends so.

With MANCHE_REQUIRE_SERVICES=1 (CI) each service must answer; with MANCHE_COVER=1 every branch of
the pure part must be reached by the quick part. Further arguments go to pytest.

Servers, browsers and databases of tests share a machine, and a slow one may answer too late. The
few tests that fail run once more, alone; what fails again fails.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import migrated, pgbouncer, services

PURE = ["tests/problems", "tests/games", "tests/scoring"]
# browsers, servers and workers of their own: much of the time they wait
WAITING = ["tests/e2e", "tests/faults", "tests/scaling", "tests/clean_debian"]
# operations store and read, and where two meet each database decides in its own way
STORING = [
    "tests/operations",
    "tests/server",
    "tests/database",
    "tests/scoring",
    "tests/api/http/test_idempotency.py",
    "tests/api/http/test_races.py",
    "tests/api/http/test_statements.py",
    "tests/api/tournaments/test_tournament_races.py",
    "tests/web/support/test_ready.py",
    "tests/web/standings/test_snapshots.py",
]
# pages and addresses that ask much of a database, through operations tested above
ASKING = [
    "tests/api/matches",
    "tests/api/standings",
    "tests/web/standings",
    "tests/web/site",
    "tests/web/sessions",
    "tests/web/tournaments/test_tournament_page.py",
]
# what is printed and what an archive refuses is the same on every database
ALIKE = [
    "tests/operations/paper",
    "tests/operations/exchange/test_archive_commands.py",
    "tests/operations/exchange/test_broken_archives.py",
    "tests/operations/exchange/test_archive_of_ladders.py",
    "tests/operations/exchange/test_archive_of_tournaments.py",
]
# Python computes and compares; the statements are those of tests that stay. Long on PostgreSQL
COMPUTED = [
    "tests/operations/exchange/test_archive_of_evenings.py",
    "tests/operations/exchange/test_archive_of_people.py",
    "tests/operations/exchange/test_archive_of_results.py",
    "tests/operations/exchange/test_archive_of_substitutions.py",
    "tests/operations/exchange/test_import_notices.py",
    "tests/operations/exchange/test_whole_cells.py",
    "tests/operations/ladders/test_ties_at_the_cut.py",
    "tests/operations/matches/test_judging.py",
    "tests/operations/results/test_correction_preview.py",
    "tests/operations/sessions/test_seating_proposals.py",
    "tests/operations/tournaments/test_consolation.py",
    "tests/operations/tournaments/test_fair_draws.py",
    "tests/operations/tournaments/test_finals.py",
    "tests/operations/tournaments/test_partners.py",
    "tests/operations/tournaments/test_round_robin.py",
    "tests/operations/tournaments/test_seat_scripts.py",
]
# seasons of many seeds, merges of many histories, whole backups
STORING_LONG = [
    "tests/server/upkeep/backup/test_backups.py",
    "tests/operations/identity/test_merge_histories.py",
    "tests/scoring/test_histories.py",
    "tests/operations/tournaments/test_publication.py",
]
# each process waits for the server and the disk a third of its time
ON_POSTGRES = 3
LONG, QUICK = ["-m", "long"], ["-m", "not long"]
AT_ONCE = ["-m", "services and not long"]  # needs connections of a real server
TESTS_FAILED, NOTHING_COLLECTED = 1, 5  # statuses of pytest
MOST_ONCE_MORE = 10  # more failures are no accident
CACHE = Path(__file__).parents[1] / ".pytest_cache"


def main() -> int:
    if "--pooled" in sys.argv:
        return run_pooled([option for option in sys.argv[1:] if option != "--pooled"])
    chosen = LONG if "--long" in sys.argv else QUICK
    options = [option for option in sys.argv[1:] if option != "--long"]
    missing = [name for name, answers in services.availability().items() if not answers]
    for name in missing:
        print(f"{name} does not answer: the tests about it are skipped")
    if missing and services.REQUIRED:
        print("MANCHE_REQUIRE_SERVICES=1: they are required", file=sys.stderr)
        return 1
    print("— on SQLite", flush=True)
    if chosen is QUICK and os.environ.get("MANCHE_COVER") == "1":
        failed = run_covered(options)
    else:
        failed = run([*chosen, "tests", *without(WAITING), *options])
    print("— with servers, workers and browsers", flush=True)
    # the tests of a file share a server
    failed |= run([*chosen, *WAITING, "--dist", "loadfile", *options], workers=4)
    if os.environ.get("MANCHE_POOLED") == "1":
        failed |= run_pooled(options)
    elif "PostgreSQL" not in missing:
        print("— on PostgreSQL", flush=True)
        parts = (
            [[*AT_ONCE, *STORING]]
            if chosen is QUICK
            else [[*QUICK, *STORING, *ASKING], [*LONG, *STORING_LONG]]
        )
        with migrated.postgres() as name:
            for part in parts:
                arguments = [*part, "--stored", *without(ALIKE), *options]
                failed |= run_on(services.POSTGRES, name, arguments)
    return failed


def run_pooled(options: list[str]) -> int:
    if pgbouncer.PROGRAM is None or not services.postgres_answers():
        print("PgBouncer is not installed, or PostgreSQL does not answer", file=sys.stderr)
        return 1
    print("— on PostgreSQL through PgBouncer", flush=True)
    arguments = [*QUICK, *STORING, "--stored", *without([*ALIKE, *COMPUTED]), *options]
    with migrated.postgres() as name:
        with pgbouncer.pooling(services.POSTGRES) as url:
            failed = run_on(url, name, arguments, DATABASE_POOLED="1")
        # what only a connection of one's own has
        arguments = ["tests/database", "--stored", *options]
        return failed | run_on(services.POSTGRES, name, arguments)


def run_on(url: str, template: str, arguments: list[str], **environment: str) -> int:
    """Run pytest on PostgreSQL, where test databases are copies of the template."""
    databases = {"DATABASE_URL": url, "TEST_DATABASE_TEMPLATE": template}
    return run(arguments, workers=ON_POSTGRES, variables={**databases, **environment})


def run_covered(options: list[str]) -> int:
    """Run the same tests, measuring only those that count, as measuring takes time. Tests that draw
    their cases do not count: what is reached must not depend on chance."""
    failed = run([*QUICK, *PURE, "--counted", "--cov", *options])
    return failed | run([*QUICK, "tests", *without(WAITING), "--uncounted", *options])


def without(paths: list[str]) -> list[str]:
    return [f"--ignore={path}" for path in paths]


def run(
    arguments: list[str],
    workers: int = 2,
    inside: Sequence[str] = (),
    cache: Path = CACHE,
    variables: Mapping[str, str] | None = None,
) -> int:
    """Run pytest and return its status; no test at all is a success. `inside` are the words that
    run a command elsewhere, and runs at the same time need caches of their own.

    Its processes, and those that they start, keep what they compile: else each compiles it all
    again."""
    environment = {**os.environ, **(variables or {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    pytest = [*inside, sys.executable, "-m", "pytest", "-q", "-o", f"cache_dir={cache}"]
    last_failed = cache / "v/cache/lastfailed"
    last_failed.unlink(missing_ok=True)
    status = subprocess.run([*pytest, "-n", str(workers), *arguments], env=environment).returncode
    if status == TESTS_FAILED and "--cov" not in arguments and is_accident(last_failed):
        print("— once more, alone: what failed", flush=True)
        again = [*pytest, "-n", "0", "--last-failed", *arguments]
        status = subprocess.run(again, env=environment).returncode
    return 0 if status == NOTHING_COLLECTED else status


def is_accident(last_failed: Path) -> bool:
    """Return whether so few tests failed that the machine may have been too slow for them."""
    return last_failed.exists() and len(json.loads(last_failed.read_text())) <= MOST_ONCE_MORE


if __name__ == "__main__":
    sys.exit(main())
