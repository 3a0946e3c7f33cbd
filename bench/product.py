"""The product: a season's table against one row of its database."""

import os
import tempfile
from collections.abc import Iterator

from bench.measure import Cell, cost


def cells() -> Iterator[Cell]:
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

    yield Cell("refresh a season of 50 matches", "a one-row commit", cost(again, one_row))
