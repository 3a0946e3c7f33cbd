"""The page on which people choose what the public sees of them."""

import re

import pytest

from league.models import Player, Role
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
PAGE = "/en/account/players/"


@pytest.fixture
def ada(client):
    (player,) = make.players(make.club(), ["Ada Lovelace"])
    player.account = sign_in(client, make.member(player.club, Role.PLAYER, "ada@example.org"))
    player.save()
    return player


def test_a_person_chooses_what_the_public_sees(client, ada):
    sent = {"player": ada.pk, "visibility": "alias", "alias": "Countess"}
    assert client.post(PAGE, sent).url == PAGE
    assert "The public sees <strong>Countess</strong>" in client.get(PAGE).content.decode()
    assert Player.objects.get(pk=ada.pk).has_chosen


def test_a_person_hides_the_achievements(client, ada):
    client.post(PAGE, {"player": ada.pk, "visibility": "full", "hides_achievements": "on"})
    assert Player.objects.get(pk=ada.pk).hides_achievements
    assert re.search(r'name="hides_achievements"[^>]* checked', client.get(PAGE).content.decode())
    client.post(PAGE, {"player": ada.pk, "visibility": "full"})
    assert not Player.objects.get(pk=ada.pk).hides_achievements


def test_a_choice_without_its_alias_is_shown_again(client, ada):
    answer = client.post(PAGE, {"player": ada.pk, "visibility": "alias", "alias": ""})
    assert answer.status_code == 422
    assert "Enter the alias that the public sees." in answer.content.decode()
    assert Player.objects.get(pk=ada.pk).visibility == "full"


def test_a_player_of_another_user_is_404(client, ada):
    (bob,) = make.players(ada.club, ["Bob"])
    sent = {"player": bob.pk, "visibility": "hidden", "alias": ""}
    assert client.post(PAGE, sent).status_code == 404
    assert Player.objects.get(pk=bob.pk).visibility == "full"


def test_without_a_player_the_page_says_how_to_become_one(client):
    sign_in(client, make.user("new@example.org"))
    assert "An organiser can invite you" in client.get(PAGE).content.decode()
