"""The first step that asks organisers whether they play, and what it says of public pages."""

import pytest

from league.models import AuditEntry, AuditKind, ClubVisibility, Player, Visibility
from league.operations.people import club_settings, clubs, paste
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
DESK = "/en/desk/clubs/les-ardoises/"
QUESTION = "Do you play too?"


@pytest.fixture
def club(client):
    return make.club(sign_in(client, make.user()))


def answer(client, do, player=""):
    return client.post(f"{DESK}steps/", {"do": do, "player": player}, follow=True).content.decode()


def test_owner_becomes_a_new_player(client, club):
    assert "Yes, I play" in client.get(DESK).content.decode()
    owner = club.memberships.get().user
    page = answer(client, "play")
    player = Player.objects.get(account=owner)
    assert player.name == owner.name
    assert f"You play as {owner.name}." in page
    assert "Yes, I play" not in page
    assert AuditEntry.objects.filter(kind=AuditKind.INVITATION_ACCEPTED).count() == 1
    assert "You are already" in answer(client, "play", make.players(club, ["Zoé"])[0].pk)
    assert Player.objects.filter(account=owner).count() == 1


def test_owner_is_linked_to_a_player_of_the_list(client, club):
    zoe, taken = make.players(club, ["Zoé", "Yann"])
    Player.objects.filter(pk=taken.pk).update(account=make.user("yann@example.org"))
    page = client.get(DESK).content.decode()
    assert f'<option value="{zoe.pk}"' in page
    assert f'<option value="{taken.pk}"' not in page
    assert "already has an account" in answer(client, "play", taken.pk)
    assert "You play as Zoé." in answer(client, "play", zoe.pk)


def test_owner_who_does_not_play_is_not_asked_again(client, club):
    assert "Yes, I play" not in answer(client, "watch")
    assert not Player.objects.exists()


def test_first_steps_say_who_reads_the_pages_and_how_names_are_shown(client, club):
    page = client.get(DESK).content.decode()
    assert "Everyone can read this club’s pages." in page
    assert "full name" in page
    club_settings.update(
        club, visibility=ClubVisibility.UNLISTED, player_visibility=Visibility.INITIAL
    )
    page = client.get(DESK).content.decode()
    assert "Everyone with the link can read this club’s pages." in page
    assert "first name and initial" in page


@pytest.mark.parametrize("shown", Visibility.values)
def test_new_players_have_the_visibility_of_their_club(client, club, shown):
    club_settings.update(club, player_visibility=shown)
    added = clubs.add_player(club, name="Ada Lovelace")
    client.post(f"{DESK}players/", {"name": "Bob Marley", "visibility": shown})
    paste.add(club, "Chloé Rey", by=None)
    names = [added.name, "Bob Marley", "Chloé Rey"]
    shown_of = dict(Player.objects.values_list("name", "visibility"))
    assert shown_of == dict.fromkeys(names, shown)
    child = clubs.add_player(club, name="Dora Kid", is_child=True)
    assert not Visibility(child.visibility).is_more_public_than(Visibility.ALIAS)
    chosen = clubs.add_player(club, name="Eve Doe", visibility=Visibility.FULL)
    assert chosen.visibility == Visibility.FULL
