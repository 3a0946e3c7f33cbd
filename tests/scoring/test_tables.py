import pytest

from scoring import projection, standings_queries
from scoring.models import Standing, Table
from scoring.pure.units import UNIT, format_points
from tests import make


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        (12 * UNIT, "12.00"),
        (75 * UNIT // 2, "37.50"),
        (UNIT // 8, "0.12"),
        (3 * UNIT // 8, "0.38"),
        (360 * UNIT // 7, "51.43"),
        (-UNIT // 3, "-0.33"),
        (1000000000001 * UNIT // 2, "500000000000.50"),
    ],
)
def test_two_decimals_rounded_half_to_even(exact, text):
    assert format_points(exact) == text


@pytest.mark.django_db
def test_rows_and_version_belong_together_when_a_refresh_comes_in_between(monkeypatch):
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    table = Table.objects.get(season=season, game="")
    stale_table = Table.objects.get(pk=table.pk)  # the version before the refresh
    iterate = Standing.objects.none().__class__.__iter__
    refreshes = []

    def refresh_after_first_read(rows):
        rows_read = list(iterate(rows))
        if rows.model is Standing and not refreshes:
            refreshes.append(True)
            projection.refresh(table.pk)
        return iter(rows_read)

    monkeypatch.setattr(Standing.objects.none().__class__, "__iter__", refresh_after_first_read)
    standings_table = standings_queries.read(stale_table)
    assert standings_table.version == Table.objects.get(pk=table.pk).standings_version > 0
    assert [row.player.name for row in standings_table.rows] == ["Ada", "Chloé", "Bruno"]


# --- page by page
@pytest.fixture
def long():
    """Return a table of thirteen players: four share the first place, and the others are equal in
    groups behind them."""
    season = make.season(make.club(), scheme={"tiebreaks": ["wins", "mini_table"]})
    people = make.players(season.club, [f"P{number:02}" for number in range(13)])
    session = make.session(season)
    for players in (people[:3], [people[3], *people[4:6]], people[6:8], people[8:10]):
        match = make.match(session, players, options={"target": 1})
        make.played(match, [22, 9, 9][: len(players)])
    make.played(make.match(session, people[10:], options={"target": 1}), [9, 9, 9])
    for table in season.tables.all():
        projection.refresh(table.pk)
    return standings_queries.find_table(season.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 2, 3, 5, 12, 13, 50])
def test_the_pages_of_a_table_are_the_table(long, size):
    whole = standings_queries.read(long).rows
    pages = [standings_queries.read_page(long, before, size) for before in range(0, 13, size)]
    rows = [row for page in pages for row in page.rows]
    facts = [(row.place, row.player_id, row.tiebreaks) for row in rows]
    assert facts == [(row.place, row.player_id, row.tiebreaks) for row in whole]
    assert [page.after for page in pages] == [True] * (len(pages) - 1) + [False]
    assert len({row.place for row in whole}) < 5, "equals lie across the ends of pages"


@pytest.mark.django_db
def test_a_page_asks_for_no_more_rows_than_it_shows(long, django_assert_num_queries):
    with django_assert_num_queries(1):
        standings_queries.read_page(long, 0, 3)
    with django_assert_num_queries(4):
        standings_table = standings_queries.read_page(long, 5, 3)
    assert (len(standings_table.rows), standings_table.before) == (3, 5)
    assert not standings_queries.read_page(long, 50, 3).rows
    assert standings_queries.has_more_than(long, 12)
    assert not standings_queries.has_more_than(long, 13)
