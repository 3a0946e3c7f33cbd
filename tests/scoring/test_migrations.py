"""What an older version has stored is counted by this one."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring import projection, standings_queries
from scoring.models import Result, SchemeVersion
from scoring.pure.units import UNIT

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
AT = datetime(2026, 10, 1, 18, tzinfo=UTC)


def migrated(*targets):
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps


@pytest.fixture
def old():
    """Yield the models before facts had versions; everything is up to date again afterwards."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield migrated(("scoring", "0001_facts_and_tables"), ("league", "0001_world"))
    migrated(*newest)


def test_facts_without_versions_are_numbered_and_counted(old):
    club = old.get_model("league", "Club").objects.create(slug="c", name="C")
    season = old.get_model("league", "Season").objects.create(
        club=club, name="S", starts_on=date(2026, 9, 1), games=["neurotrio"]
    )
    session = old.get_model("league", "Session").objects.create(season=season, starts_at=AT)
    match = old.get_model("league", "Match").objects.create(
        session=session, game="neurotrio", options={"target": 50}
    )
    people = [old.get_model("league", "Player").objects.create(club=club, name=n) for n in "ABC"]
    scheme = {"points": "place_fraction", "scale": 12, "aggregate": "sum", "tiebreaks": ["wins"]}
    for game in ("", "neurotrio"):
        old.get_model("scoring", "Table").objects.create(
            season=season, game=game, scheme=scheme, facts_version=9, standings_version=9
        )
    result = old.get_model("scoring", "Result").objects
    for version, voided, scores, places in [
        (3, AT, (9, 8, 7), (1, 2, 3)),
        (4, None, (9, 9, 2), (1, 1, 3)),
    ]:
        for seat, player in enumerate(people):
            result.create(
                season=season, session=session, match=match, player=player, game="neurotrio",
                seat=seat, players=3, score=scores[seat], place=places[seat],
                match_version=version, voided_at=voided,
            )  # fmt: skip
    migrated(*MigrationExecutor(connection).loader.graph.leaf_nodes())
    table = standings_queries.find_table(season.pk)
    assert table.pending
    assert projection.refresh(table.pk)
    shown = [(row.player.name, row.place, row.points) for row in standings_queries.read(table).rows]
    assert shown == [("A", 1, 9 * UNIT), ("B", 1, 9 * UNIT), ("C", 3, 0)]
    facts = Result.objects.order_by("match_version", "seat")
    assert [(row.since, row.until, row.sharing, row.total, row.target) for row in facts] == [
        (1, 2, 1, 24, 50), (1, 2, 1, 24, 50), (1, 2, 1, 24, 50),
        (1, None, 2, 20, 50), (1, None, 2, 20, 50), (1, None, 1, 20, 50),
    ]  # fmt: skip
    assert SchemeVersion.objects.get().scheme["scale"] == 12
    assert projection.check(table.pk) == []
