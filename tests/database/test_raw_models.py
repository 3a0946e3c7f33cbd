"""Rows of plain SQL are the models that the ORM makes of them."""

import pytest
from django.db import connection
from django.utils import timezone

from database import raw_models
from league.models import Match, Scope, Token
from league.operations.people import tokens
from scoring.models import Standing, Table
from scoring.projection import COLUMNS, KEY_COLUMNS, UPSERT_SQL
from scoring.sql.points_sql import TotalsRow
from tests import make

pytestmark = pytest.mark.django_db
COUNTED = [name for name in TotalsRow._fields if name != "qualified"]


def read(model, pk):
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {raw_models.columns(model)}, 7 FROM {table} WHERE id = %s", [pk])
        return raw_models.load(model, cursor.fetchone())


def values_of(model, instance):
    return {
        field.attname: getattr(instance, field.attname) for field in model._meta.concrete_fields
    }


def test_a_row_has_the_values_and_kinds_that_the_orm_gives():
    match = make.played(make.match(options={"target": 20}), [22, 5, 6])
    owner = make.user()
    club, expires = match.session.season.club, timezone.now()
    token, _ = tokens.issue(owner, Scope.SUBMIT, club=club, match=match, expires_at=expires)
    for model, pk in ((Match, match.pk), (Token, token.pk)):
        instance = read(model, pk)
        assert values_of(model, instance) == values_of(model, model._base_manager.get(pk=pk))
        assert [type(value) for value in values_of(model, instance).values()] == [
            type(value) for value in values_of(model, model._base_manager.get(pk=pk)).values()
        ]


def test_a_row_is_one_that_is_stored():
    match = read(Match, make.match().pk)
    match.evidence = "sheet"
    match.save(update_fields=["evidence"])
    assert Match.objects.get().evidence == "sheet"


def written(row):
    with connection.cursor() as cursor:
        cursor.execute(UPSERT_SQL, raw_models.database_values(row, (*KEY_COLUMNS, *COLUMNS)))


def test_a_row_is_stored_and_then_changed():
    season = make.match().session.season
    row = Standing(
        table=Table.objects.filter(season=season).first(),
        player=season.club.players.first(),
        tiebreaks={"wins": 1, "é": None},
        rank_key=b"\x00\xff'",
        strength=None,
        qualified=True,
        **dict.fromkeys(COUNTED, 3),
    )
    written(row)
    stored = Standing.objects.get()
    assert values_of(Standing, stored) == values_of(Standing, row) | {"id": stored.pk}
    row.points, row.strength, row.tiebreaks = -(10**15), 4, {}
    written(row)
    assert values_of(Standing, Standing.objects.get()) == values_of(Standing, row) | {
        "id": stored.pk
    }


def test_one_row_is_changed_and_no_other():
    match, other = make.match(), make.match()
    match.options, match.game = {"target": 20, "'": ['"']}, "unwritten"
    with connection.cursor() as cursor:
        cursor.execute(
            raw_models.update_statement(Match, ("options",)),
            raw_models.database_values(match, ("options", "id")),
        )
    assert Match.objects.get(pk=match.pk).options == {"target": 20, "'": ['"']}
    assert Match.objects.get(pk=match.pk).game == "neurotrio"
    assert Match.objects.get(pk=other.pk).options == other.options
