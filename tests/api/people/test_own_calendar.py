"""The address of one's own calendar over the API."""

import pytest

from league.models import Scope
from league.operations.people import tokens
from tests import make
from tests.api.caller import Caller, caller
from tests.calendar_reader import ReadCalendar

pytestmark = pytest.mark.django_db
PATH = "account/calendar/"


def with_token(user, scope, club=None):
    _token, secret = tokens.make(user, name="Program", scope=scope, club=club)
    return Caller(secret)


def test_an_address_is_made_read_renewed_and_removed(client):
    alice = caller(make.user())
    assert alice.get(PATH).json() == {"created_at": None, "secret": None}
    first = alice.post(PATH, None).json()
    assert alice.get(PATH).json() == first
    ReadCalendar(client.get(first["secret"]).content)
    second = alice.post(PATH, None).json()
    assert client.get(first["secret"]).status_code == 404
    assert client.get(second["secret"]).status_code == 200
    assert alice.send("DELETE", PATH, None).status_code == 204
    assert client.get(second["secret"]).status_code == 404
    assert alice.send("DELETE", PATH, None).status_code == 204


def test_a_token_that_only_reads_does_not_get_the_address():
    user = make.user()
    made = caller(user).post(PATH, None).json()
    reader = with_token(user, Scope.READ)
    assert reader.get(PATH).json() == {**made, "secret": None}
    assert reader.post(PATH, None).status_code == 403


def test_a_token_of_one_club_has_no_calendar_of_all_clubs():
    user = make.user()
    bound = with_token(user, Scope.ADMIN, make.club(user).slug)
    made = caller(user).post(PATH, None).json()
    assert bound.get(PATH).json() == {**made, "secret": None}
    assert bound.post(PATH, None).status_code == 403
    assert bound.send("DELETE", PATH, None).status_code == 403
    assert caller(user).get(PATH).json() == made


def test_a_repeated_request_is_answered_without_the_address():
    alice = caller(make.user())
    made = alice.post(PATH, None, Idempotency_Key="once").json()
    again = alice.post(PATH, None, Idempotency_Key="once").json()
    assert again == {**made, "secret": None}
    assert alice.get(PATH).json() == made


def test_the_address_is_in_the_language_of_the_account():
    user = make.user()
    type(user).objects.update(language="fr")
    assert "/fr/calendars/" in caller(user).post(PATH, None).json()["secret"]
