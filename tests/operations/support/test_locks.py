"""What somebody removes between the moment another looked at it and the moment he changes it."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from league.errors import NotFound
from league.models import Season, Session
from league.operations.matches import matches, table_codes
from league.operations.seasons import penalties, seasons
from league.operations.sessions import session_log
from league.operations.support import locks
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


def test_a_match_that_was_called_off_gets_no_code(session):
    match = make.match(session, make.players(session.season.club))
    matches.call_off(match)
    with pytest.raises(NotFound):
        table_codes.renew(match, by=make.user())


def test_codes_for_an_evening_pass_over_a_match_that_is_called_off_meanwhile(session, monkeypatch):
    one, other = (make.match(session, make.players(session.season.club)) for _ in range(2))
    original = table_codes.of_matches

    def then_called_off(*args):
        codes = original(*args)
        matches.call_off(one)
        return codes

    with monkeypatch.context() as patched:
        patched.setattr(table_codes, "of_matches", then_called_off)
        table_codes.make_missing(session, by=make.user())
    assert (table_codes.of_match(one), table_codes.of_match(other).match) == (None, other)


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session_log.lock_session(session),
        lambda session: seasons.update_session(session, starts_at=session.starts_at + timedelta(1)),
        lambda session: seasons.update(session.season, name="Hiver"),
        lambda session: penalties.sit_out(session, player=1),
    ],
)
def test_an_evening_that_went_with_its_season_is_not_found(session, change):
    Session.objects.filter(pk=session.pk).delete()
    Season.objects.filter(pk=session.season_id).delete()
    with pytest.raises(NotFound):
        change(session)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_a_row_that_refers_to_a_deleted_one_is_refused_in_words():
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        Season.objects.create(club_id=10**6, name="x", starts_on="2026-09-01")
    refusal = locks.refusal_of(error.value)
    assert refusal.detail == "Something that this refers to has just been deleted. Read it again."


def test_another_broken_constraint_is_no_refusal(session):
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        Season.objects.create(
            pk=session.season_id, club=session.season.club, starts_on="2026-09-01"
        )
    assert locks.refusal_of(error.value) is None
