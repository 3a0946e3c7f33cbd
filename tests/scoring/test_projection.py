"""The way from facts to stored standings, on the real database."""

import pytest

from league.operations.seasons import seasons
from scoring import ledger, projection, standings_queries
from scoring.models import Result, Standing, Table
from scoring.pure.units import UNIT
from tests import make

pytestmark = pytest.mark.django_db


def overall(season):
    return Table.objects.get(season=season, game="")


def shown(season, game=""):
    table = Table.objects.get(season=season, game=game)
    projection.refresh(table.pk)
    return [(row.player.name, row.place, row.points) for row in standings_queries.read(table).rows]


def test_a_finished_match_becomes_facts_and_a_table():
    match = make.played(make.match(), [22, 5, 6], [22, 5, 6], [22, 5, 6])
    assert match.over
    season = match.session.season
    assert shown(season) == [("Ada", 1, 60 * UNIT), ("Chloé", 2, 30 * UNIT), ("Bruno", 3, 0)]
    assert shown(season, "neurotrio") == shown(season)


def test_an_unfinished_match_leaves_no_facts():
    match = make.played(make.match(), [22, 5, 6])
    assert not Result.objects.filter(match=match).exists()
    assert not overall(match.session.season).standings.exists()


def test_a_table_is_behind_until_it_is_refreshed():
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    assert overall(season).pending
    assert projection.refresh(overall(season).pk)
    assert not overall(season).pending


def test_refreshing_twice_has_one_effect():
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    projection.refresh(overall(season).pk)
    stamp = overall(season).shown.computed_at
    assert not projection.refresh(overall(season).pk)
    assert overall(season).shown.computed_at == stamp


def test_only_rows_that_differ_are_written(django_assert_num_queries):
    match = make.played(make.match(), *[[22, 5, 6]] * 3)
    table = overall(match.session.season)
    projection.refresh(table.pk)
    row_ids = set(Standing.objects.filter(table=table).values_list("pk", flat=True))
    Table.objects.filter(pk=table.pk).update(facts_version=table.facts_version + 1)
    with django_assert_num_queries(7):  # no player's facts have changed
        projection.refresh(table.pk)
    assert set(Standing.objects.filter(table=table).values_list("pk", flat=True)) == row_ids


def test_a_player_without_facts_leaves_the_table():
    match = make.played(make.match(), *[[22, 5, 6]] * 3)
    season = match.session.season
    shown(season)
    ledger.record(
        season_id=season.pk,
        session_id=match.session_id,
        match_id=match.pk,
        match_version=99,
        game="neurotrio",
        finish=[],
    )
    assert shown(season) == []
    assert Result.objects.filter(match=match, until__isnull=False).count() == 3


def test_the_same_facts_again_move_no_table():
    match = make.played(make.match(), *[[22, 5, 6]] * 3)
    before = overall(match.session.season).facts_version
    live = Result.objects.live().filter(match=match).order_by("seat")
    ledger.record(
        season_id=match.session.season_id,
        session_id=match.session_id,
        match_id=match.pk,
        match_version=99,
        game="neurotrio",
        finish=[ledger.SeatResult(row.player_id, row.score, row.place) for row in live],
    )
    assert overall(match.session.season).facts_version == before


def test_a_new_scheme_counts_for_results_already_there():
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    shown(season)
    seasons.update(season, scheme={"scale": 100})
    assert shown(season)[0] == ("Ada", 1, 100 * UNIT)
