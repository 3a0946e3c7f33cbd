"""Overlays for a stream: one table or the first places, by public names, whatever the address."""

from typing import Any

import pytest
from django.test import Client

from league.models import Session, Visibility
from league.operations.people import club_logo, club_settings, clubs
from scoring import projection
from tests import make
from tests.operations.people.drawn import picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Return an evening with two tables, of which the first was the last to play."""
    session = make.session(make.season(make.club()))
    ada, bruno, chloe, dov = make.players(session.season.club)
    clubs.update_player(dov, visibility=Visibility.HIDDEN)
    first, second = make.match(session, [ada, bruno]), make.match(session, [chloe, dov])
    make.played(second, [22, 5])
    make.played(first, [22, 7], [22, 7])
    return session


def band(client: Client, path: str, **choices: Any) -> str:
    answer = client.get(f"/en/screens/{path}/overlay/", choices)
    assert (answer.status_code, bool(answer.cookies)) == (200, False)
    return " ".join(answer.content.decode().split())


def test_the_table_that_played_last_is_shown(client, session):
    text = band(client, f"sessions/{session.pk}")
    assert "Table 1 · Neurotrio" in text
    assert "round 3" in text
    assert "<b>44</b>" in text
    assert "Chloé" not in text


def test_a_table_can_be_chosen_and_hidden_players_have_a_number(client, session):
    text = band(client, f"sessions/{session.pk}", table="2", at="top")
    assert "Table 2 · Neurotrio" in text
    assert 'data-edge="top"' in text
    assert "Chloé" in text
    assert "Dov" not in text
    assert f"/screens/sessions/{session.pk}/overlay/live/?table=2" in text


def test_members_see_the_same(client, session):
    client.force_login(make.user())
    assert "Dov" not in band(client, f"sessions/{session.pk}", table="2")


@pytest.mark.parametrize("table", ["9", "x", "-1", "99999999"])
def test_a_table_that_is_not_there(client, session, table):
    shown = 'class="band' in band(client, f"sessions/{session.pk}", table=table)
    assert shown is (table != "9"), "an impossible number is none, and the usual table is shown"


def test_the_first_places_of_a_season(client, session):
    players = list(session.season.club.players.all())
    make.played(make.match(session, players[:2], options={"target": 20}), [22, 5])
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    text = band(client, f"seasons/{session.season_id}", rows="1", at="middle")
    assert text.count('data-key="row-') == 1
    assert "Ada" in text
    assert 'data-edge="bottom"' in text


def test_the_band_carries_the_logo_and_the_colour_of_the_club(client, session):
    assert "on-club" not in band(client, f"sessions/{session.pk}")
    club = session.season.club
    club_settings.update(club, main_colour="#7a1f3d")
    club_logo.restore(club, picture())
    text = band(client, f"sessions/{session.pk}")
    assert 'class="band on-club"' in text
    assert 'class="club-logo"' in text


def test_a_piece_is_new_when_a_round_comes_in(client, session):
    path = f"/en/screens/sessions/{session.pk}/overlay/live/?table=2"
    first = client.get(path)
    assert client.get(path, headers={"if-none-match": first["ETag"]}).status_code == 304
    match = session.matches.order_by("id").last()
    make.played(match, [22, 5])
    after = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (after.status_code, "<b>44</b>" in after.content.decode()) == (200, True)
    other = client.get(path.replace("table=2", "table=1"), headers={"if-none-match": after["ETag"]})
    assert other.status_code == 200


def test_a_session_that_is_not_there(client):
    assert client.get("/en/screens/sessions/999/overlay/").status_code == 404
    assert client.get("/en/screens/seasons/999/overlay/live/").status_code == 404
