"""Where the desk redirects after a match, an answer or an error, and in which time zone."""

import re

import pytest
from django.utils import timezone

from league.models import Membership, Role
from league.operations.people import clubs, tokens
from league.web.support.return_links import desk_address
from tests import make
from tests.web.desk import entry, scores, sign_in

pytestmark = pytest.mark.django_db


def test_the_last_round_leads_back_to_the_evening(client):
    sign_in(client, make.user())
    match = make.match()
    for number in (1, 2):
        answer = client.post(entry(match, number), scores(22, number, 6))
        assert answer.url == f"/en/matches/{match.pk}/"
    answer = client.post(entry(match, 3), scores(22, 5, 6), follow=True)
    assert answer.redirect_chain[0][0] == f"/en/desk/sessions/{match.session_id}/"
    message = re.search(r'<p class="message.*?The match is over.*?</p>', answer.content.decode())[0]
    assert f'href="/en/matches/{match.pk}/"' in message
    corrected = client.post(entry(match, 3), scores(22, 5, 7, seen=1))
    assert corrected.url == f"/en/matches/{match.pk}/"


def test_a_table_of_a_tournament_leads_back_to_its_round():
    tournament = make.tournament(here=3)
    sitting = make.published(tournament)
    assert desk_address(sitting.tables.get().match) == f"/en/desk/sittings/{sitting.pk}/"


def test_a_table_set_by_hand_leads_back_to_the_evening(client):
    sign_in(client, make.user())
    session = make.session(make.season(make.club()))
    ada, bruno = make.players(session.season.club, ["Ada", "Bruno"])
    address = f"/en/desk/sessions/{session.pk}/"
    rules = {"target": 50, "minimums": 12, "duo_trio": "each", "distinct": "hand"}
    named = {f"neurotrio-{name}": value for name, value in rules.items()}
    form = {"game": "neurotrio", "seat-0": ada.pk, "seat-1": bruno.pk, **named}
    answer = client.post(f"{address}table/", form, follow=True)
    match = session.matches.get()
    assert answer.redirect_chain[0][0] == address
    assert (
        f'The table has been created. <a href="/en/matches/{match.pk}/">' in answer.content.decode()
    )


def test_the_answer_about_a_member_stands_where_the_page_opens(client):
    sign_in(client, make.user())
    club = make.club()
    address = f"/en/desk/clubs/{club.slug}/members/"
    text = client.post(address, {"role": "boss", "player": ""}).content.decode()
    assert "autofocus" in re.search(r'<select name="role"[^>]*>', text)[0]
    assert len(re.findall("autofocus", text)) == 1


def test_an_error_leads_to_a_page_in_the_same_language(client):
    assert 'href="/fr/login/?next=/fr/nowhere/"' in client.get("/fr/nowhere/").content.decode()
    sign_in(client, make.user())
    assert 'class="button" href="/fr/desk/"' in client.get("/fr/nowhere/").content.decode()


def test_each_time_is_shown_in_the_time_zone_of_its_club(client):
    user = sign_in(client, make.user())
    make.club(name="Ici")
    there = clubs.create(by=make.user("bob@example.org"), name="Là", timezone="Asia/Tokyo")
    Membership.objects.create(club=there, user=user, role=Role.SCORER)
    end = timezone.now().replace(year=2031, month=1, day=2, hour=9, minute=0)
    tokens.make(user, name="one", scope="read", club=there.slug, expires_at=end)
    tokens.make(user, name="all", scope="read", expires_at=end)
    page = client.get("/en/desk/tokens/").content.decode()
    assert "18:00 · never used (Asia/Tokyo)" in page
    assert "10:00 · never used (Europe/Paris)" in page
