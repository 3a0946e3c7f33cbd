"""Members at the desk of a club."""

import pytest

from league.models import Role
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    sign_in(client, make.user())
    return make.club()


def address(club, user, end=""):
    return f"/en/desk/clubs/{club.slug}/members/{user.memberships.get(club=club).pk}/{end}"


def test_a_role_is_changed(client, club):
    bob = make.member(club, Role.SCORER, "bob@example.org")
    assert client.post(address(club, bob), {"role": "organiser"}).status_code == 302
    assert bob.memberships.get().role == Role.ORGANISER


def test_a_member_is_removed(client, club):
    bob = make.member(club, Role.SCORER, "bob@example.org")
    answer = client.post(address(club, bob, "remove/"))
    assert answer.url == f"/en/desk/clubs/{club.slug}/members/"
    assert not bob.memberships.exists()
    assert "Bob is no longer a member." in client.get(answer.url).content.decode()


@pytest.mark.parametrize(("end", "form"), [("", {"role": "player"}), ("remove/", {})])
def test_the_last_owner_reads_why_he_stays(client, club, end, form):
    answer = client.post(address(club, make.user(), end), form)
    assert answer.status_code == 422
    assert "This is the club’s last admin" in answer.content.decode()
    assert make.user().memberships.get().role == Role.OWNER


def test_a_member_leaves_the_club(client, club):
    bob = sign_in(client, make.member(club, Role.SCORER, "bob@example.org"))
    page = client.get(f"/en/desk/clubs/{club.slug}/members/").content.decode()
    assert page.count("/remove/") == 1
    assert client.post(address(club, bob, "remove/")).url == "/en/desk/"
    assert client.get(f"/en/desk/clubs/{club.slug}/").status_code == 404


def test_a_member_of_another_club_is_not_removed_from_here(client, club):
    other = make.club(make.user("charlie@example.org"), "Ailleurs")
    charlie = other.memberships.get()
    answer = client.post(f"/en/desk/clubs/{club.slug}/members/{charlie.pk}/remove/")
    assert answer.status_code == 404
    assert other.memberships.exists()
