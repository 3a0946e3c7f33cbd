"""The pages of a league night: evenings joined, taken apart, created for all divisions."""

from html import unescape

import pytest

from league.models import Night, Session
from league.operations.sessions import nights, session_log
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    return make.club(sign_in(client, make.user()))


@pytest.fixture
def gold(club):
    return make.session(make.season(club, "Gold"))


@pytest.fixture
def silver(club):
    return make.session(make.season(club, "Silver"))


def address(session, rest="night/"):
    return f"/en/desk/sessions/{session.pk}/{rest}"


def test_evenings_of_the_day_are_offered_and_joined(client, gold, silver):
    elsewhere = make.session(make.season(gold.season.club, "Bronze"), place="Elsewhere")
    page = client.get(address(gold)).text
    assert f'value="{silver.pk}"' in page
    assert f'value="{elsewhere.pk}"' not in page
    answer = client.post(address(gold), {"do": "join", "sessions": [silver.pk]}, follow=True)
    assert "The evenings are one league night now." in answer.text
    assert address(silver, "") in client.get(address(gold, "")).text


def test_refusal_is_shown_with_the_choice(client, gold, silver):
    players = make.players(gold.season.club)
    make.match(gold, players[:2])
    make.match(silver, players[2:])
    answer = client.post(address(gold), {"do": "join", "sessions": [silver.pk]})
    assert answer.status_code == 409
    assert "Table 1 is taken twice: in Gold and in Silver." in answer.text
    assert not Night.objects.exists()


def test_evening_is_taken_out(client, gold, silver):
    nights.join(gold, [silver.pk], by=None)
    answer = client.post(address(gold), {"do": "separate", "session": silver.pk}, follow=True)
    assert "Silver is an evening of its own again." in answer.text
    assert not Night.objects.exists()


def test_evening_of_another_night_cannot_be_taken_out(client, gold, silver):
    other = make.session(make.season(gold.season.club, "Bronze"))
    nights.join(silver, [other.pk], by=None)
    answer = client.post(address(gold), {"do": "separate", "session": silver.pk})
    assert answer.status_code == 404
    assert Night.objects.count() == 1


def test_ladder_creates_joined_evenings_of_all_divisions(client, club):
    players = make.players(club)
    ladder = make.ladder(club, players[:2], players[2:])
    form = {"starts_at": "2026-10-08T20:00", "place": "Hall"}
    answer = client.post(f"/en/desk/ladders/{ladder.pk}/evenings/", form, follow=True)
    assert "Each division has its evening" in unescape(answer.text)
    assert Session.objects.values("night", "starts_at", "place").distinct().count() == 1
    assert Session.objects.filter(night__isnull=False).count() == 2


def test_new_table_of_the_other_division_gets_the_next_number(client, gold, silver):
    nights.join(gold, [silver.pk], by=None)
    players = make.players(gold.season.club)
    make.match(gold, players[:2])
    session_log.check_in(silver, [player.pk for player in players[2:]], by=None)
    assert "Table 2" in client.get(address(silver, "seat/")).text
