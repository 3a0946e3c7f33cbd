"""make bench: ratios of two pieces of work, interleaved in one run. No cell is a test of speed.

Each cell asserts what it computes. Figures are medians; a machine's own speed cancels out.
"""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from random import Random

ROUNDS = 15
Work = Callable[[], object]


def main() -> None:
    print(f"{'work':<44}{'against':<40}{'ratio':>8}")
    for name, against, work, yardstick in [check_final(), replay_transcript(), *refresh()]:
        print(f"{name:<44}{against:<40}{ratio(work, yardstick):>8.2f}")


def ratio(work: Work, yardstick: Work) -> float:
    """Median over interleaved rounds of time(work) / time(yardstick)."""
    return statistics.median(seconds(work) / seconds(yardstick) for _ in range(ROUNDS))


def seconds(work: Work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


Cell = tuple[str, str, Work, Work]


def check_final() -> Cell:
    return checked("final", "check a match of final hands")


def replay_transcript() -> Cell:
    return checked("transcript", "check a match of transcripts")


def checked(evidence: str, name: str) -> Cell:
    from games import record

    played = record.play("neurotrio", Random(1), ["Ada", "Bob", "Chloé", "Dov"], evidence)
    written = json.dumps(played).encode()

    def work() -> None:
        verdict = record.check_text(written)
        assert verdict.ok
        assert verdict.over

    def parse() -> None:
        for _ in range(100):
            assert json.loads(written)["record"] == 1

    return name, "parsing its JSON 100 times", work, parse


def refresh() -> list[Cell]:
    """On SQLite with the settings of the embedded layout."""
    os.environ["MANCHE_DATA"] = tempfile.mkdtemp(prefix="manche-bench-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db.models import F

    from league import demo
    from league.models import Club
    from scoring import projection
    from scoring.models import Standing, Table

    call_command("migrate", verbosity=0)
    club = demo.load(password="x").club
    table = Table.objects.get(season__club=club, game="")
    projection.refresh(table.pk)

    def again() -> None:
        Table.objects.filter(pk=table.pk).update(facts_version=F("facts_version") + 1)
        assert projection.refresh(table.pk)
        assert Standing.objects.filter(table=table).count() == 24

    def one_row() -> None:
        assert Club.objects.filter(pk=club.pk).update(name=F("name")) == 1

    return [("refresh a season of 50 matches", "a one-row commit", again, one_row)]


if __name__ == "__main__":
    main()
