"""The QR code at the door, and the page that it opens."""

import pytest

from league.models import Presence, Role, SignUpAccess, Visibility
from league.operations.people import clubs
from league.operations.signups import access, self_check_in
from tests import make
from tests.web.desk import sign_in
from tests.web.signups.evenings import begin, evening, own_player, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet():
    sheet = evening()
    begin(sheet)
    return sheet


@pytest.fixture
def address(sheet):
    return f"/en/{self_check_in.path_of(sheet.session)}"


def present():
    return [stay.player.name for stay in Presence.objects.current().select_related("player")]


def test_the_page_of_the_door_shows_the_way_to_it(client, sheet, address):
    sign_in(client, make.user())
    page = client.get(f"/en/desk/sessions/{sheet.session_id}/door/")
    assert page.context["qr"].text == f"http://testserver{address.removeprefix('/en')}"


def test_one_tap_checks_in_by_account(client, sheet, address):
    bob = sign_in(client, make.member(sheet.club, Role.PLAYER, "bob@example.org"))
    ada = own_player(bob, sheet.club)
    assert "Check in Ada" in client.get(address).text
    answer = client.post(f"{address}own/", {"player": ada.pk}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert "Welcome, Ada. You are checked in." in answer.text
    assert "Ada is checked in." in answer.text
    assert present() == ["Ada"]


def test_by_name_where_the_club_allows_codes(client, sheet, address):
    bruno, chloe, dov = make.players(sheet.club, ["Bruno", "Chloé", "Dov"])
    begin(sheet, minutes=-30)
    say(sheet, "yes", dov)
    assert client.post(address, {"player": bruno.pk}).status_code == 404
    assert "Bruno" not in client.get(address).text
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    page = client.get(address)
    assert (page.context["expected"], page.context["others"]) == ([dov], [bruno, chloe])
    client.handler.enforce_csrf_checks = True  # no cookie is needed
    client.post(address, {"player": bruno.pk})
    assert present() == ["Bruno"]
    assert not client.cookies.get("csrftoken")
    assert client.get(address).context["others"] == [chloe]


def test_the_door_cannot_check_in_players_with_an_account_or_hidden_players(client, sheet, address):
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    dov = own_player(make.user("dov@example.org"), sheet.club, "Dov")
    adam = clubs.add_player(sheet.club, name="Adam", visibility=Visibility.HIDDEN)
    for player in (dov, adam):
        assert client.post(address, {"player": player.pk}).status_code == 404
    assert present() == []


def test_an_account_checks_in_its_own_players_only(client, sheet, address):
    sign_in(client, make.member(sheet.club, Role.PLAYER, "bob@example.org"))
    (bruno,) = make.players(sheet.club, ["Bruno"])
    assert client.post(f"{address}own/", {"player": bruno.pk}).status_code == 404
    assert present() == []


def test_the_door_is_closed_before_and_after_the_evening(client, address, sheet):
    (bruno,) = make.players(sheet.club, ["Bruno"])
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    begin(sheet, minutes=-180)
    assert "Check-in opens two hours before" in client.get(address).text
    answer = client.post(address, {"player": bruno.pk})
    assert "Check-in opens two hours before" in answer.text
    begin(sheet, minutes=60 * 24)
    assert "This evening is over." in client.get(address).text
    assert present() == []


def test_a_forged_link_is_404(client):
    assert client.get("/en/sign-up/door/WzFd:forged/").status_code == 404


def test_the_door_finds_a_nickname_only_where_it_is_public(client, sheet, address):
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    bruno = clubs.add_player(sheet.club, name="Bruno Rossi", nickname="Chip")
    clubs.update_player(bruno, visibility=Visibility.INITIAL)
    assert "The club has no player called “chip”." in client.post(address, {"name": "chip"}).text
    clubs.update_player(bruno, visibility=Visibility.FULL)
    client.post(address, {"name": "chip"})
    assert present() == ["Bruno Rossi"]
