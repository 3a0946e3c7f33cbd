"""One sign-up for a league night: each player answers for the evening of their division."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Player, SignUp
from league.operations.seasons import seasons
from league.operations.sessions import nights
from league.operations.signups import sheets
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make.club()


@pytest.fixture
def night(club):
    """Return the evenings of two divisions and of an open season, with a sheet each."""
    ada, bruno, chloe, dov = make.players(club)
    make.ladder(club, [ada, bruno], [chloe, dov])
    gold, silver = [row.season for row in ada.divisions.get().period.divisions.order_by("level")]
    sessions = nights.open_night(
        [gold, silver, make.season(club, "Friday")],
        starts_at=timezone.now() + timedelta(days=2),
        by=None,
    )
    for session in sessions:
        sheets.open_sheet(session, by=None)
    return sessions


def be(client, *players):
    user = make.user("bob@example.org")
    Player.objects.filter(pk__in=[player.pk for player in players]).update(account=user)
    return sign_in(client, user)


def offered(text):
    """Return the sheets on which the page offers an answer."""
    parts = one_line(text).split('name="sheet" value="')[1:]
    return [int(part.split('"')[0]) for part in parts]


def sheet_ids(*sessions):
    return [session.sign_up_sheet.pk for session in sessions]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_player_answers_once_on_the_page_of_any_evening(client, club, night, place):
    be(client, club.players.get(name="Chloé"))
    page = f"/en/sessions/{night[place].pk}/sign-up/"
    assert offered(client.get(page).text) == sheet_ids(night[1])
    assert offered(client.get("/en/account/evenings/").text) == sheet_ids(night[1])


def test_player_without_a_division_signs_up_for_the_open_season(client, club, night):
    (eva,) = make.players(club, ["Eva"])
    be(client, eva)
    assert offered(client.get(f"/en/sessions/{night[0].pk}/sign-up/").text) == sheet_ids(night[2])


def test_player_chooses_if_several_seasons_fit(client, club, night):
    other = seasons.open_session(
        make.season(club, "Beginners"), starts_at=night[0].starts_at, place=night[0].place
    )
    sheets.open_sheet(other, by=None)
    nights.join(night[0], [other.pk], by=None)
    (eva,) = make.players(club, ["Eva"])
    be(client, eva)
    page = client.get(f"/en/sessions/{night[0].pk}/sign-up/").text
    assert offered(page) == sheet_ids(other, night[2])
    assert "Beginners" in page


def test_an_answer_on_another_sheet_of_the_night_stays_in_sight(client, club, night):
    ada = club.players.get(name="Ada")
    be(client, ada)
    for session in (night[0], night[2]):
        client.post(f"/en/sessions/{session.pk}/sign-up/answer/", {"player": ada.pk, "do": "yes"})
    assert SignUp.objects.filter(player=ada, answer="yes").count() == 2
    assert offered(client.get("/en/account/evenings/").text) == sheet_ids(night[0], night[2])


def test_stranger_sees_who_comes_to_each_evening(client, club, night):
    page = one_line(client.get(f"/en/sessions/{night[0].pk}/sign-up/").text)
    assert page.count("0 are coming") == 3
    assert offered(page) == []
