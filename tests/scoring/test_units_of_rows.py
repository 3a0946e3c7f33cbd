"""Rows of tables are stored in 4200ths of a point, unless a table of more than eight needs more."""

from importlib import import_module
from itertools import pairwise

import pytest
from django.apps import apps
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from scoring import ledger, projection, rows
from scoring.models import Standing, Table
from scoring.pure.facts import PlayerId
from scoring.pure.standings import StandingsRow
from scoring.pure.units import COARSE_UNIT, FINE_PER_COARSE, UNIT, share_of_points
from tests import make

STORED = ("points", "best_evening", "penalty", "unit")
UNITS = st.integers(-3, 3).flatmap(
    lambda whole: st.integers(0, FINE_PER_COARSE - 1).map(
        lambda rest: whole * FINE_PER_COARSE + rest
    )
)
ROW = StandingsRow(PlayerId(1), 1, 0, 1, 0, 1, 0, 0, 0, True, {})


def key(points, last_result, sit_outs):
    row = ROW._replace(points=points, tiebreaks={"last_result": last_result, "sit_outs": sit_outs})
    return rows.rank_key(row, ["last_result", "sit_outs"])


@given(st.lists(st.tuples(UNITS, UNITS, UNITS), min_size=2, max_size=2))
def test_keys_sort_as_the_numbers_do(values):
    one, other = values
    ranked = [(points, last, -sit_outs) for points, last, sit_outs in values]
    assert (key(*one) < key(*other)) == (ranked[0] < ranked[1])
    assert (key(*one) == key(*other)) == (ranked[0] == ranked[1])


def test_a_key_of_coarse_units_is_as_it_was_before_large_tables():
    parts = (1, 60 * COARSE_UNIT, -5 * COARSE_UNIT, 0)
    before = b"".join((part + (1 << 63)).to_bytes(8, "big") for part in parts)
    assert key(60 * UNIT, -5 * UNIT, 0) == before


def season_of(players):
    """Return the table of a season with one match, won by the first player; the last places are
    shared by two."""
    season = make.season(make.club())
    people = make.players(season.club, [f"P{number}" for number in range(players)])
    match = make.match(make.session(season), people[:2])
    places = [*range(1, players), players - 1]
    finish = [
        ledger.SeatResult(player.pk, -place, place, None)
        for player, place in zip(people, places, strict=True)
    ]
    ledger.record(
        season_id=season.pk,
        session_id=match.session_id,
        match_id=match.pk,
        match_version=99,
        game="neurotrio",
        target=None,
        finish=finish,
    )
    table = Table.objects.get(season=season, game="")
    projection.refresh(table.pk)
    return table


def stored(table):
    """Return the numbers as the database holds them, the best first."""
    listed = ", ".join(STORED)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {listed} FROM scoring_standing WHERE table_id = %s ORDER BY rank_key DESC",
            [table.pk],
        )
        return cursor.fetchall()


@pytest.mark.django_db
def test_rows_of_tables_up_to_eight_are_stored_in_4200ths():
    expected = [
        (60 * COARSE_UNIT * beaten // 14, 60 * COARSE_UNIT * beaten // 14, 0, COARSE_UNIT)
        for beaten in (14, 12, 10, 8, 6, 4, 1, 1)
    ]
    assert stored(season_of(8)) == expected


@pytest.mark.django_db
def test_rows_of_a_table_of_twelve_are_exact():
    table = season_of(12)
    beaten = [22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 1, 1]
    units = [60 * UNIT * number // 22 for number in beaten]
    assert [row.points for row in table.standings.all()] == units
    assert sum(units) == 6 * 60 * UNIT
    assert stored(table)[0] == (60 * COARSE_UNIT, 60 * COARSE_UNIT, 0, COARSE_UNIT)
    assert stored(table)[1] == (units[1], units[1], 0, UNIT)
    assert projection.check(table.pk) == []


@given(st.integers(-(10**6), 10**6), st.lists(st.integers(1, 40), min_size=1, max_size=6))
def test_shares_of_coarse_points_are_those_of_the_coarse_unit(points, rounds):
    """As they were counted before tables of more than eight."""
    bounds = [sum(rounds[:end]) for end in range(len(rounds) + 1)]
    for start, end in pairwise(bounds):
        before = abs(points) * end // bounds[-1] - abs(points) * start // bounds[-1]
        share = share_of_points(points * FINE_PER_COARSE, start, end, bounds[-1])
        assert share == (before if points >= 0 else -before) * FINE_PER_COARSE


@given(st.integers(-(10**8), 10**8), st.lists(st.integers(1, 40), min_size=1, max_size=6))
def test_shares_add_up_to_the_points(points, rounds):
    bounds = [sum(rounds[:end]) for end in range(len(rounds) + 1)]
    shares = [share_of_points(points, *each, bounds[-1]) for each in pairwise(bounds)]
    assert sum(shares) == points


@pytest.mark.django_db
def test_going_back_cuts_rows_to_4200ths():
    table = season_of(12)
    migration = import_module("scoring.migrations.0003_unit_of_standings")
    migration.cut_to_coarse_unit(apps, connection.schema_editor())
    units = [row[0] for row in stored(table)]
    assert units[:2] == [60 * COARSE_UNIT, 60 * COARSE_UNIT * 20 // 22]
    assert {row[3] for row in stored(table)} == {COARSE_UNIT}


@pytest.mark.django_db
def test_a_row_of_an_older_version_counts_4200ths():
    table = season_of(3)
    Standing.objects.filter(table=table, points=60 * COARSE_UNIT).update(
        tiebreaks={"wins": COARSE_UNIT, "mini_table": None}
    )
    row = table.standings.all()[0]
    assert (row.points, row.tiebreaks) == (60 * UNIT, {"wins": UNIT, "mini_table": None})
