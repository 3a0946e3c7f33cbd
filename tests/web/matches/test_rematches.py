"""Rematches by one tap: at the desk, on the page of a match, on the phone of a table."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.models import Match, Role
from league.operations.matches import table_codes
from league.operations.seasons import seasons
from league.operations.sessions import session_log, undo
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db
BUTTON = 'aria-label="Rematch at table 1"'


@pytest.fixture(autouse=True)
def nothing_was_sent():
    cache.clear()


@pytest.fixture
def session(client):
    sign_in(client, make.user())
    season = make.season(make.club())
    return seasons.open_session(season, starts_at=timezone.now() - timedelta(hours=1))


@pytest.fixture
def players(session):
    return make.players(session.season.club)


@pytest.fixture
def ended(session, players):
    return make.played(make.match(session, players[:3], options={"target": 20}), [22, 9, 5])


@pytest.fixture
def phone():
    return Client(enforce_csrf_checks=True)


def desk(session):
    return f"/en/desk/sessions/{session.pk}/"


def rematch(client, match, **fields):
    return client.post(f"/en/desk/matches/{match.pk}/rematch/", fields)


def seats(match):
    return list(match.seats.values_list("player__name", flat=True))


def test_desk_starts_a_rematch_with_rotated_seats(client, session, ended):
    assert BUTTON in one_line(client.get(desk(session)).text)
    answer = rematch(client, ended, seats="rotated", back="evening")
    assert answer["Location"] == desk(session)
    assert seats(Match.objects.get(rematch_of=ended)) == ["Bruno", "Chloé", "Ada"]
    page = one_line(client.get(desk(session)).text)
    assert "The rematch has been created at table 1." in page
    assert "Rematch at table 1: Neurotrio · Bruno, Chloé, Ada" in page
    assert BUTTON not in page


def test_same_form_sent_twice_starts_one_rematch(client, ended):
    for _tap in range(2):
        rematch(client, ended, seats="same")
    assert Match.objects.count() == 2


def test_second_person_learns_that_the_rematch_is_running(client, session, ended):
    rematch(client, ended, seats="same", back="evening")
    client.get(desk(session))
    rematch(client, ended, seats="rotated", back="evening")
    assert Match.objects.count() == 2
    assert "The rematch is already being played at table 1." in client.get(desk(session)).text


def test_refusal_names_player_and_remedy(client, session, ended, players):
    session_log.check_in(session, [players[0].pk], by=None)
    session_log.check_out(session, [players[0].pk], by=None)
    answer = rematch(client, ended, back="match")
    assert answer["Location"] == f"/en/matches/{ended.pk}/"
    assert "Ada has left the evening." in client.get(answer["Location"]).text
    assert Match.objects.count() == 1


def test_match_page_starts_the_rematch_and_links_both_ways(client, session, ended):
    assert BUTTON in one_line(client.get(f"/en/matches/{ended.pk}/").text)
    answer = rematch(client, ended, back="match")
    new = Match.objects.get(rematch_of=ended)
    assert answer["Location"] == f"/en/matches/{new.pk}/"
    later = one_line(client.get(f"/en/matches/{new.pk}/").text)
    assert f'<a href="/en/matches/{ended.pk}/">View the original match</a>' in later
    earlier = one_line(Client().get(f"/en/matches/{ended.pk}/").text)
    assert f'<a href="/en/matches/{new.pk}/">View the rematch</a>' in earlier
    undo.undo(session, undo.log_entries(session)[0].ref, by=None)
    assert "View the rematch" not in Client().get(f"/en/matches/{ended.pk}/").text


def test_buttons_are_for_scorers_of_a_current_evening(client, session, ended):
    page = f"/en/matches/{ended.pk}/"
    assert BUTTON not in Client().get(page).text
    sign_in(client, make.member(session.season.club, Role.PLAYER, "player@example.org"))
    assert BUTTON not in client.get(page).text
    assert rematch(client, ended).status_code == 403
    sign_in(client, make.member(session.season.club, Role.SCORER, "scorer@example.org"))
    assert BUTTON in client.get(page).text
    assert BUTTON in client.get(desk(session)).text
    session_log.set_closed(session, timezone.now())
    assert BUTTON not in client.get(desk(session)).text


def test_tournament_tables_have_no_button(client, players):
    tournament = make.tournament(players[0].club, here=players, starts_at=timezone.now())
    match = make.finished(make.published(tournament)).tables.first().match
    assert "Rematch" not in client.get(f"/en/matches/{match.pk}/").text
    code = table_codes.renew(match, by=make.user())
    assert "Rematch" not in client.get(f"/en/t/{code}/").text


def test_phone_starts_the_rematch_and_opens_it(phone, session, ended):
    code = table_codes.renew(ended, by=make.user())
    assert "Rematch, seats rotated" in phone.get(f"/en/t/{code}/").text
    answer = phone.post(f"/en/t/{code}/rematch/", {"seats": "rotated"})
    new = Match.objects.get(rematch_of=ended)
    assert seats(new) == ["Bruno", "Chloé", "Ada"]
    assert answer["Location"] == f"/en/t/{table_codes.of_match(new)}/"
    assert "Enter round 1" in phone.get(answer["Location"]).text
    assert undo.log_entries(session)[0].by_words == "Phone at table 1"


def test_second_phone_goes_to_the_same_rematch_under_the_same_code(phone, ended):
    code = table_codes.renew(ended, by=make.user())
    first = phone.post(f"/en/t/{code}/rematch/", {"seats": "same"})
    assert "Go to the next match at table 1" in phone.get(f"/en/t/{code}/stand/").text
    second = phone.post(f"/en/t/{code}/rematch/", {"seats": "rotated"})
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 2


def test_phone_reads_why_there_is_no_rematch(phone, session, players, ended):
    code = table_codes.renew(ended, by=make.user())
    make.match(session, [players[0], players[3]])
    answer = phone.post(f"/en/t/{code}/rematch/", {"seats": "same"})
    assert answer.status_code == 422
    assert "Ada is playing at table 1. End that match first" in one_line(answer.text)
