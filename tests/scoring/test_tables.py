import pytest

from scoring import projection, tables
from scoring.models import Standing, Table
from tests import make


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("12", "12.00"),
        ("75/2", "37.50"),
        ("1/8", "0.12"),
        ("3/8", "0.38"),
        ("360/7", "51.43"),
        ("-1/3", "-0.33"),
        ("1000000000001/2", "500000000000.50"),
    ],
)
def test_two_decimals_rounded_half_to_even(exact, shown):
    assert tables.decimals(exact) == shown


@pytest.mark.django_db
def test_rows_and_version_belong_together_when_a_refresh_comes_in_between(monkeypatch):
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    table = Table.objects.get(season=season, game="")
    seen = Table.objects.get(pk=table.pk)  # the version before the refresh
    look = Standing.objects.none().__class__.__iter__
    refreshed = []

    def refresh_after_the_first_look(rows):
        found = list(look(rows))
        if rows.model is Standing and not refreshed:
            refreshed.append(True)
            projection.refresh(table.pk)
        return iter(found)

    monkeypatch.setattr(Standing.objects.none().__class__, "__iter__", refresh_after_the_first_look)
    view = tables.read(seen)
    assert view.version == Table.objects.get(pk=table.pk).standings_version > 0
    assert [row.player.name for row in view.rows] == ["Ada", "Chloé", "Bruno"]
