"""The page on which an organiser lets an ended match be replayed."""

import pytest
from django.test import Client

from league.models import Match, Role
from league.operations.seasons import seasons
from league.operations.sessions import undo
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(client):
    sign_in(client, make.user())
    return make.played(make.match(options={"target": 20}), [22, 9, 5])


def manage(match):
    return f"/en/desk/matches/{match.pk}/manage/"


def test_organiser_replays_a_match_and_pages_link_both_ways(client, ended):
    assert f'href="{manage(ended)}#replay"' in client.get(f"/en/matches/{ended.pk}/").text
    answer = client.post(manage(ended), {"do": "replay", "reason": "Cards missing"}, follow=True)
    assert "The match is replayed at table 1." in answer.text
    new = Match.objects.get(replay_of=ended)
    reader = Client()
    earlier = one_line(reader.get(f"/en/matches/{ended.pk}/").text)
    assert "The match was replayed and no longer counts." in earlier
    assert f'<a href="/en/matches/{new.pk}/">View the replay</a>' in earlier
    later = one_line(reader.get(f"/en/matches/{new.pk}/").text)
    assert f'<a href="/en/matches/{ended.pk}/">View the replaced match</a>' in later
    undo.undo(ended.session, undo.log_entries(ended.session)[0].ref, by=make.user())
    assert "View the replay" not in reader.get(f"/en/matches/{ended.pk}/").text


def test_form_asks_what_the_season_asks_for(client, ended):
    seasons.update(ended.session.season, correction_policy="reason")
    answer = client.post(manage(ended), {"do": "replay", "reason": ""})
    assert answer.status_code == 422
    assert "Give a reason for the correction." in answer.text
    seasons.update(ended.session.season, correction_policy="second_person")
    page = client.get(manage(ended)).text
    assert "Dispute the result; once someone else has decided" in one_line(page)
    assert 'value="replay"' not in page


def test_scorer_cannot_replay(client, ended):
    sign_in(client, make.member(ended.session.season.club, Role.SCORER, "scorer@example.org"))
    assert client.post(manage(ended), {"do": "replay"}).status_code == 403
    assert "Replay match" not in client.get(f"/en/matches/{ended.pk}/").text
