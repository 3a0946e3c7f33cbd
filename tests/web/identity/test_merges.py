"""Merging players at the desk, and where their old addresses lead."""

import pytest

from league.models import Player, PlayerMerge
from league.operations.identity import merging
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(client):
    """Bob and Rob, who have never met, and two who have met both."""
    sign_in(client, make.user())
    club = make.club()
    bob, rob, *others = make.players(club, ['Bob "B" 🎲', "Rob", "Cleo", "Dov"])
    session = make.session(make.season(club))
    for player in (bob, rob):
        make.played(make.match(session, [player, *others], options={"target": 20}), [22, 5, 2])
    return bob, rob, *others


def page(client, player, into=""):
    return client.get(f"/en/desk/players/{player.pk}/merge/?into={into}").content.decode()


def test_the_preview_shows_the_effects_without_merging(client, people):
    bob, rob, *_others = people
    text = page(client, bob, rob.pk)
    assert "Bob &quot;B&quot; 🎲 becomes Rob" in text
    assert "Total" in text
    assert "Merge players</button>" in text
    assert not PlayerMerge.objects.exists()
    assert Player.objects.filter(pk=bob.pk).exists()


def test_a_conflict_is_shown_before_the_click(client, people):
    bob, _rob, cleo, *_others = people
    text = page(client, bob, cleo.pk)
    assert "sat at the same table" in text
    assert "Merge players</button>" not in text


def test_the_merge_leads_to_the_player_who_stays_and_is_undone_from_there(client, people):
    bob, rob, *_others = people
    answer = client.post(f"/en/desk/players/{bob.pk}/merge/", {"into": rob.pk})
    assert answer.url == f"/en/desk/players/{rob.pk}/"
    stored = PlayerMerge.objects.get()
    undo = f"/en/desk/merges/{stored.pk}/undo/"
    assert undo in client.get(answer.url).content.decode()
    assert client.post(undo).url == f"/en/desk/players/{bob.pk}/"
    assert Player.objects.filter(pk=bob.pk).exists()
    answer = client.post(undo, {"again": "1"})
    assert answer.status_code == 422
    assert "This merge was already undone." in answer.content.decode()


def test_the_organiser_says_where_later_results_go(client, people):
    bob, rob, *others = people
    stored = merging.merge(bob, rob, by=None)
    session = make.session(rob.club.seasons.get(), 9)
    make.played(make.match(session, [rob, *others], options={"target": 20}), [22, 5, 2])
    undo = f"/en/desk/merges/{stored.pk}/undo/"
    assert f'value="session-{session.pk}"' in client.get(undo).content.decode()
    client.post(undo, {"units": [f"session-{session.pk}"]})
    assert bob.seats.count() == 2


def test_a_merge_of_another_club_is_not_there(client, people):
    charlie = make.user("charlie@example.org")
    twins = make.players(make.club(charlie, "Ailleurs"), ["Tim", "Tom"])
    stored = merging.merge(*twins, by=None)
    assert client.get(f"/en/desk/merges/{stored.pk}/undo/").status_code == 404
    assert client.get("/en/desk/merges/999/undo/").status_code == 404
    bob, *_others = people
    answer = client.post(f"/en/desk/players/{bob.pk}/merge/", {"into": twins[1].pk})
    assert answer.status_code == 422
    assert Player.objects.filter(pk=bob.pk).exists()


@pytest.mark.parametrize("end", ["players/{}/", "seasons/{season}/players/{}/"])
def test_old_addresses_lead_to_the_player_who_stays(client, people, end):
    bob, rob, *_others = people
    season = rob.club.seasons.get().pk
    merging.merge(bob, rob, by=None)
    answer = client.get(f"/en/{end.format(bob.pk, season=season)}")
    assert answer.status_code == 301
    assert answer.url == f"/en/{end.format(rob.pk, season=season)}"


def test_a_player_who_never_was_is_not_found(client, people):
    assert client.get("/en/players/999/").status_code == 404


def test_similar_names_come_first(client, people):
    bob, *_others = people
    (twin,) = make.players(bob.club, ["Cléo"])
    text = page(client, twin)
    (alike,) = (player for player in people if player.name == "Cleo")
    assert text.index("Similar names") < text.index(f'value="{alike.pk}"')
    preview = client.get(f"/en/desk/players/{twin.pk}/merge/?into={alike.pk}")
    assert "Cléo becomes Cleo" in preview.text
