"""Answers to a sheet: places, the waiting list, guests, deadlines."""

from datetime import UTC, datetime

import pytest

from league.models import SignUp
from league.operations.signups import sheets, sign_ups
from tests import make

pytestmark = pytest.mark.django_db
BEFORE = datetime(2026, 9, 20, tzinfo=UTC)  # the sessions of tests begin in October 2026


def new_sheet(**settings):
    session = make.session(make.season(make.club()))
    return sheets.open_sheet(session, by=None, **settings)


def answers(sheet, *players, answer="yes", **options):
    return [
        sign_ups.answer(sheet, player.pk, answer, **{"by": None, "now": BEFORE, **options})
        for player in players
    ]


def lines(sheet):
    """Return who comes in order; those who wait stand in brackets."""
    rows = SignUp.objects.filter(sheet=sheet, answer="yes").order_by("number")
    return " ".join(
        row.player.name if row.has_place else f"({row.player.name})"
        for row in rows.select_related("player")
    )


def code_of(error):
    return error.value.problems[0]["code"]


def test_the_next_in_the_list_gets_a_place_that_becomes_free():
    sheet = new_sheet(capacity=2)
    ada, bruno, chloe, dov = make.players(sheet.club)
    answers(sheet, ada, bruno, chloe, dov)
    assert lines(sheet) == "Ada Bruno (Chloé) (Dov)"
    answers(sheet, ada, answer="no")
    assert lines(sheet) == "Bruno Chloé (Dov)"
    moved = SignUp.objects.get(player=chloe)
    assert moved.moved_up_at == BEFORE
    answers(sheet, ada)
    assert lines(sheet) == "Bruno Chloé (Dov) (Ada)"
