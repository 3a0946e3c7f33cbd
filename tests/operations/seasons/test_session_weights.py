"""The weight of an evening counts in every table, and each origin states it."""

import pytest

from league.errors import Invalid
from league.models import Session
from league.operations.seasons import leagues, seasons
from league.operations.standings import standings as explained
from scoring import projection, standings_queries
from scoring.models import Table
from scoring.pure.units import UNIT
from tests import make
from tests.archives import exported, imported

pytestmark = pytest.mark.django_db


def points(table):
    projection.refresh(table.pk)
    rows = standings_queries.read(standings_queries.find_again(table)).rows
    return {row.player.name: row.points for row in rows}


def test_a_final_counts_double_in_all_tables():
    session = make.session(make.season(make.club()))
    make.played(make.match(session), [22, 5, 6], [22, 5, 6], [22, 5, 6])
    league = leagues.create(session.season, name="Friday")
    tables = list(Table.every.filter(season=session.season, game=""))
    assert [points(table)["Chloé"] for table in tables] == [30 * UNIT, 30 * UNIT]
    seasons.update_session(session, weight=200)
    assert {table.league_id for table in tables} == {None, league.pk}
    for table in tables:
        assert points(table) == {"Ada": 120 * UNIT, "Chloé": 60 * UNIT, "Bruno": 0}
        assert projection.check(table.pk) == []


def test_the_origin_states_weight_and_age():
    season = make.season(make.club(), scheme={"kept_per_month": 90})
    final, last = make.session(season, day=5), make.session(season, day=6)
    Session.objects.filter(pk=last.pk).update(starts_at=last.starts_at.replace(month=12))
    players = make.players(season.club)[:3]
    for session in (final, last):
        make.played(make.match(session, players), [22, 5, 6], [22, 5, 6], [22, 5, 6])
    seasons.update_session(final, weight=200)
    table = Table.objects.get(season=season, game="")
    assert points(table)["Ada"] == (60 * 2 * 81 // 100 + 60) * UNIT + 20 * UNIT // 100
    player = next(player for player in players if player.name == "Ada")
    detail = explained.explain(standings_queries.find_again(table), player.pk)
    first = detail.origin.evenings[0].results[0]
    assert first.text.say("en", first.params) == (
        "Place 1 of 3 players: 60 of 60 points; × 2, the weight of the evening, "
        "× 0.8100 (age in months: 2): 97.20"
    )


@pytest.mark.parametrize("weight", [0, -1, 1001])
def test_a_weight_out_of_range_is_refused(weight):
    session = make.session(make.season(make.club()))
    with pytest.raises(Invalid) as refused:
        seasons.update_session(session, weight=weight)
    assert [(p["code"], p["path"]) for p in refused.value.problems] == [("bad_weight", "weight")]
    assert Session.objects.get(pk=session.pk).weight == 100


def test_an_archive_has_the_weights():
    session = make.session(make.season(make.club()))
    make.played(make.match(session), [22, 5, 6], [22, 5, 6], [22, 5, 6])
    seasons.update_session(session, weight=50)
    points(Table.objects.get(season=session.season, game=""))
    there = imported(exported(session.season.club), make.user("new@example.org")).club
    assert Session.objects.get(season__club=there).weight == 50
    table = Table.objects.get(season__club=there, game="")
    assert points(table) == {"Ada": 30 * UNIT, "Chloé": 15 * UNIT, "Bruno": 0}
