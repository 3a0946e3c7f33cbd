"""Rows of plain SQL are the models that the ORM makes of them."""

import pytest
from django.db import connection
from django.utils import timezone

from database import raw_models
from league.models import Match, Scope, Token
from league.operations.people import tokens
from tests import make

pytestmark = pytest.mark.django_db


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
