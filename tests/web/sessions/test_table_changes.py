"""The page that merges and splits tables before their first round."""

import pytest
from django.core.cache import cache

from league.models import Match, Role
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_was_sent():
    cache.clear()


@pytest.fixture
def session(client):
    sign_in(client, make.user())
    return make.session(make.season(make.club()))


@pytest.fixture
def players(session):
    return make.players(session.season.club)


def path(session):
    return f"/en/desk/sessions/{session.pk}/tables/"


def names(match):
    return list(match.seats.values_list("player__name", flat=True))


def test_two_tables_are_merged(client, session, players):
    source, into = (make.match(session, pair) for pair in (players[:2], players[2:]))
    desk = one_line(client.get(f"/en/desk/sessions/{session.pk}/").text)
    assert f'<a href="{path(session)}" aria-label="Merge or split table 1">' in desk
    form = {"do": "merge", "source": source.pk, "into": into.pk}
    answer = client.post(path(session), form, follow=True)
    assert "Table 1 is now part of table 2." in answer.text
    assert "Table 1 merged into table 2: Chloé, Dov, Ada, Bruno" in answer.text
    assert names(into) == ["Chloé", "Dov", "Ada", "Bruno"]
    again = client.post(path(session), form)
    assert again.status_code in {302, 409}
    assert len(names(into)) == 4


def test_table_is_split_with_chosen_players_and_number(client, session, players):
    match = make.match(session, players)
    ids = [players[0].pk, players[1].pk]
    form = {"do": "split", "match": match.pk, "players": ids, "table": 8}
    answer = client.post(path(session), form, follow=True)
    assert "Table 1 is now tables 1 and 8." in answer.text
    assert [names(each) for each in Match.objects.order_by("pk")] == [
        ["Chloé", "Dov"],
        ["Ada", "Bruno"],
    ]


def test_refusal_keeps_what_was_chosen(client, session, players):
    match = make.match(session, players)
    form = {"do": "split", "match": match.pk, "players": [players[0].pk], "table": 8}
    answer = client.post(path(session), form)
    assert answer.status_code == 422
    assert "The new table would have 1 player. This game is for 2 to 4 players." in answer.text
    assert f'value="{players[0].pk}" checked' in one_line(answer.text)
    gone = client.post(path(session), {"do": "merge", "source": "99", "into": match.pk})
    assert gone.status_code == 409
    assert client.post(path(session), {"do": "other"}).status_code == 404


def test_tables_with_rounds_are_not_listed(client, session, players):
    make.played(make.match(session, players), [14, 4, 3, 2])
    assert "No table is waiting for its first round." in client.get(path(session)).text


def test_page_is_for_organisers(client, session, players):
    sign_in(client, make.member(session.season.club, Role.SCORER, "scorer@example.org"))
    assert client.get(path(session)).status_code == 403
