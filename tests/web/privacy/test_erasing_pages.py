"""The pages on which a player is erased and an account deleted."""

import pytest
from django.core.cache import cache

from league.models import Membership, Player, Role, User
from league.operations.privacy import erasing
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_hints():
    cache.clear()


@pytest.fixture
def ada(alice):
    return make.players(make.club(alice), ["Ada <b>'s 🎲"])[0]


def text(answer):
    return answer.content.decode()


def page_of(player):
    return f"/en/desk/players/{player.pk}/erase/"


def sign_in_now(client, user):
    """Sign in and confirm it with the password."""
    client.force_login(user)
    client.post("/en/account/confirm/", {"password": "a good pass phrase"})


def test_an_owner_erases_a_player_by_typing_the_name(client, ada):
    assert page_of(ada) in text(client.get(f"/en/desk/players/{ada.pk}/"))
    assert "has no matches" in text(client.get(page_of(ada)))
    refused = client.post(page_of(ada), {"name": "Ada"})
    assert (refused.status_code, Player.objects.count()) == (422, 1)
    assert "Type the name exactly as it is written" in text(refused)
    answer = client.post(page_of(ada), {"name": ada.name}, follow=True)
    assert "Ada &lt;b&gt;&#x27;s 🎲 has been erased" in text(answer)
    assert answer.redirect_chain == [("/en/desk/clubs/les-ardoises/", 302)]
    assert not Player.every.exists()
    assert client.get(page_of(ada)).status_code == 404


def test_an_obstacle_to_erasing_is_shown_in_place_of_the_form(client, ada):
    match = make.match(make.session(make.season(ada.club)), [ada, *make.players(ada.club, "BC")])
    page = text(client.get(page_of(ada)))
    assert "is still in a match" in page
    assert 'name="name"' not in page
    make.played(match, [22, 4, 2], [22, 4, 2], [22, 4, 2])
    assert "1 match stays valid" in text(client.get(page_of(ada)))


def test_an_organiser_finds_neither_link_nor_page(client, ada):
    client.force_login(make.member(ada.club, Role.ORGANISER, "bob@example.org"))
    assert page_of(ada) not in text(client.get(f"/en/desk/players/{ada.pk}/"))
    assert client.get(page_of(ada)).status_code == 403


def test_a_person_erases_the_own_player_and_comes_back_to_the_others(client, ada):
    person = make.member(ada.club, Role.PLAYER, "ada@example.org")
    Player.objects.update(account=person)
    client.force_login(person)
    assert page_of(ada) in text(client.get("/en/account/players/"))
    answer = client.post(page_of(ada), {"name": ada.name})
    assert answer["Location"] == "/en/account/players/"
    assert "You are not a player in any club yet" in text(client.get("/en/account/players/"))


def test_an_account_is_deleted_with_the_chosen_players(client, ada):
    person = make.member(ada.club, Role.PLAYER, "ada@example.org")
    Player.objects.update(account=person)
    sign_in_now(client, person)
    assert "/en/account/delete/" in text(client.get("/en/account/"))
    answer = client.get("/en/account/delete/")
    assert "no-store" in answer["Cache-Control"]
    page = text(answer)
    assert f'value="{ada.pk}"' in page
    assert "checked" in page
    refused = client.post("/en/account/delete/", {"email": "ada@", "erase": [ada.pk]})
    assert "Type the e-mail address of this account: ada@example.org." in text(refused)
    sent = {"email": "ada@example.org", "erase": [ada.pk]}
    answer = client.post("/en/account/delete/", sent, follow=True)
    assert "Your account has been deleted." in text(answer)
    assert not User.objects.filter(email="ada@example.org").exists()
    assert not Player.every.filter(name=ada.name).exists()
    assert client.get("/en/desk/").status_code == 302  # signed out


def test_a_player_that_is_not_chosen_stays(client, ada):
    person = make.member(ada.club, Role.PLAYER, "ada@example.org")
    Player.objects.update(account=person)
    sign_in_now(client, person)
    client.post("/en/account/delete/", {"email": "ada@example.org"})
    ada.refresh_from_db()
    assert ada.account is None


def test_the_last_owner_reads_why_not(client, ada, alice):
    sign_in_now(client, alice)
    page = text(client.get("/en/account/delete/"))
    assert "last admin of Les Ardoises" in page
    assert 'name="email"' not in page
    assert client.post("/en/account/delete/", {"email": alice.email}).status_code == 422
    assert Membership.objects.filter(user=alice).exists()


def test_an_old_sign_in_must_be_confirmed_first(client, ada):
    person = make.member(ada.club, Role.PLAYER, "ada@example.org")
    client.force_login(person)
    for answer in (
        client.get("/en/account/delete/"),
        client.post("/en/account/delete/", {"email": person.email}),
    ):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/en/account/confirm/")
    assert User.objects.filter(pk=person.pk).exists()


def test_no_cached_page_shows_the_name_any_more(client, ada):
    session = make.session(make.season(ada.club))
    match = make.match(session, [ada, *make.players(ada.club, "BC")], options={"target": 20})
    make.played(match, [22, 4, 2])
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    pages = [
        f"/en/seasons/{session.season_id}/",
        f"/en/sessions/{session.pk}/",
        f"/en/matches/{match.pk}/",
        f"/en/players/{ada.pk}/",
        f"/en/clubs/{ada.club.slug}/",
    ]
    client.logout()
    for page in pages:
        assert "Ada &lt;b&gt;" in text(client.get(page)), page
    erasing.erase(ada, name=ada.name, by=make.user())
    for page in pages:
        assert "Ada &lt;b&gt;" not in text(client.get(page)), page
    assert client.get(f"/en/players/{ada.pk}/").status_code == 404
    assert "Ancien joueur" in text(client.get(f"/en/seasons/{session.season_id}/"))
