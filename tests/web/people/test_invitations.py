"""Inviting at the desk, and the page behind the link."""

import re

import pytest
from django.test import Client

from league.models import Invitation, InvitationState, Role, User
from league.operations.people import clubs, invitations
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    sign_in(client, make.user())
    return make.club()


def members(club):
    return f"/en/desk/clubs/{club.slug}/members/"


def invite(client, club, **form):
    """Invite by the form of the desk, and return the path of the link."""
    answer = client.post(members(club), {"role": "scorer", "player": "", **form})
    assert answer.status_code == 302
    page = client.get(answer.url).content.decode()
    (link,) = re.findall(r'value="http://testserver(/join/[^"]+)"', page)
    assert '<svg class="qr"' in page
    return f"/en{link}"


def account(**more):
    return {
        "name": "Bob",
        "email": "Bob+club@Example.org",
        "password1": "quite other words",
        **more,
    }


def test_a_link_without_a_language_finds_the_reader_s(client, club):
    link = invite(client, club).removeprefix("/en")
    answer = Client().get(link, headers={"Accept-Language": "fr"})
    assert answer["Location"] == f"/fr{link}"


def test_a_stranger_makes_an_account_and_is_in(client, club):
    ada = clubs.add_player(club, name="Ada")
    link = invite(client, club, player=ada.pk, role="player")
    newcomer = Client()
    page = newcomer.get(link).content.decode()
    assert "Alice invites you" in page
    assert 'value="Ada"' in page
    answer = newcomer.post(link, account())
    assert answer["Location"] == "/en/account/results/"
    assert newcomer.get(answer["Location"]).status_code == 200
    bob = User.objects.get(email="bob+club@example.org")
    assert (bob.memberships.get().role, bob.players.get()) == (Role.PLAYER, ada)
    assert "accepted by Bob" in client.get(members(club)).content.decode()
    assert "already been used" in Client().get(link).content.decode()


def test_a_refused_form_makes_no_account_and_keeps_the_invitation(client, club):
    link = invite(client, club)
    for form in (account(password1="123"), account(email="bob"), account(name=" ")):
        assert 'class="refusal"' in Client().post(link, form).content.decode()
    assert User.objects.count() == 1
    assert Invitation.objects.get().state == InvitationState.OPEN


def test_an_account_in_use_is_asked_to_sign_in(client, club):
    link = invite(client, club)
    make.user("bob+club@example.org")
    page = Client().post(link, account()).content.decode()
    assert "An account already uses this e-mail address" in page
    assert Invitation.objects.get().state == InvitationState.OPEN


def test_a_revoked_link_makes_no_account(client, club):
    link = invite(client, club)
    row = Invitation.objects.get()
    newcomer = Client()
    newcomer.get(link)
    client.post(f"/en/desk/clubs/{club.slug}/invitations/{row.pk}/revoke/")
    answer = newcomer.post(link, account())
    assert (answer.status_code, User.objects.count()) == (409, 1)
    assert "been revoked" in answer.content.decode()
    assert "Invitation required" in newcomer.get("/en/signup/").content.decode()


def test_a_person_with_an_account_is_asked_before_joining(client, club):
    link = invite(client, club)
    bob = Client()
    sign_in(bob, make.user("bob@example.org"))
    page = bob.get(link).content.decode()
    assert "You are signed in as bob@example.org" in page
    assert not make.user("bob@example.org").memberships.exists(), "nobody is enrolled unasked"
    assert bob.post(f"{link}accept/")["Location"] == f"/en/desk/clubs/{club.slug}/"
    assert make.user("bob@example.org").memberships.get().role == Role.SCORER


def test_an_invitation_is_declined_without_an_account(client, club):
    link = invite(client, club)
    assert "declined" in Client().post(f"{link}decline/").content.decode()
    assert Client().get(link).status_code == 409
    assert "declined" in client.get(members(club)).content.decode()


def test_signing_in_by_the_link_leads_back_to_it(client, club):
    link = invite(client, club)
    bob = make.user("bob@example.org")
    browser = Client()
    browser.get(link)
    form = {"login": bob.email, "password": "a good pass phrase", "next": link}
    assert browser.post("/en/login/", form)["Location"] == link


def test_the_sheet_has_a_code_for_each_player(client, club):
    for name in ("Ada", "Bruno <b>", "Chloé 🎲"):
        clubs.add_player(club, name=name)
    sheet = f"/en/desk/clubs/{club.slug}/invitations/sheet/"
    assert "Create 3 QR codes" in client.get(sheet).content.decode()
    client.post(sheet)
    page = client.get(sheet).content.decode()
    assert page.count('<svg class="qr"') == 3
    assert "Bruno &lt;b&gt;" in page


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_a_member_below_organiser_sees_members_but_cannot_invite(client, club, role):
    row = invitations.create(club, by=make.user(), role=Role.PLAYER)
    sign_in(client, make.member(club, role, "bob@example.org"))
    page = client.get(members(club)).content.decode()
    assert "Create invitation" not in page
    assert client.post(members(club), {"role": "player", "player": ""}).status_code == 403
    for end in (f"{row.pk}/", "sheet/"):
        assert client.get(f"/en/desk/clubs/{club.slug}/invitations/{end}").status_code == 403


def test_an_organiser_cannot_become_owner_by_an_invitation_of_the_owner(client, club):
    """Neither by its page, the sheet nor a replacement; nor may they revoke it."""
    ada = clubs.add_player(club, name="Ada")
    rows = [
        invitations.create(club, by=make.user(), role=Role.OWNER, player=player)
        for player in (None, ada.pk)
    ]
    sign_in(client, make.member(club, Role.ORGANISER, "olga@example.org"))
    desk = f"/en/desk/clubs/{club.slug}/invitations/"
    page = client.get(members(club)).content.decode()
    for row in rows:
        assert f"{desk}{row.pk}/" not in page, "the line has no link"
        assert client.get(f"{desk}{row.pk}/").status_code == 403
        assert client.post(f"{desk}{row.pk}/revoke/").status_code == 403
    sheet = client.get(f"{desk}sheet/").content.decode()
    assert '<svg class="qr"' not in sheet
    assert "Create" not in sheet, "nothing is missing"
    answer = client.post(members(club), {"role": "player", "player": ada.pk})
    assert answer.status_code == 422
    assert "An admin has invited Ada as admin" in answer.content.decode()
    states = Invitation.objects.values_list("state", flat=True)
    assert set(states) == {InvitationState.OPEN}


def test_an_invitation_of_another_club_is_not_shown_here(client, club):
    other = make.club(make.user("charlie@example.org"), "Ailleurs")
    row = invitations.create(other, by=make.user("charlie@example.org"), role=Role.PLAYER)
    for slug in (club.slug, other.slug):
        answer = client.get(f"/en/desk/clubs/{slug}/invitations/{row.pk}/")
        assert answer.status_code == 404


def test_a_forged_link_says_so(client):
    answer = client.get("/en/join/WzEsImEiLDBd:forged/")
    assert answer.status_code == 404
    assert "is incomplete" in answer.content.decode()
