import pytest

from league import permissions
from league.models import Player
from league.operations.identity import merging
from league.operations.people import newcomers
from tests import make
from tests.api.caller import caller, problem_codes


def test_a_player_needs_only_a_name(world, alice):
    response = alice.post(f"clubs/{world.club.slug}/players/", {"name": "Zoé"})
    assert response.status_code == 201
    assert response.json() == {
        "id": Player.objects.get(name="Zoé").pk,
        "name": "Zoé",
        "email": "",
        "visibility": "full",
        "nickname": "",
        "alias": "",
        "is_child": False,
        "hides_achievements": False,
        "is_guest": False,
        "counts_from": None,
        "guest_note": "",
        "has_chosen": False,
        "looks_like": [],
    }


def test_a_new_player_who_looks_like_others_is_created_with_their_ids(world, alice):
    path = f"clubs/{world.club.slug}/players/"
    jean, former, luc = make.players(world.club, ["Jean Luc", "Zoé Moreau", "Luc"])
    merging.merge(former, luc, by=None)
    for name, alike in {"jean-luc": [jean.pk], "Zoe Moreaux": [luc.pk], "Nora": []}.items():
        answer = alice.post(path, {"name": name})
        assert (answer.status_code, answer.json()["looks_like"]) == (201, alike)
    player = answer.json()
    read = alice.get(f"players/{player['id']}/")
    assert read.json() == {key: value for key, value in player.items() if key != "looks_like"}
    assert read["ETag"] == answer["ETag"]


def test_only_who_organises_reads_e_mails(world, alice):
    path = f"clubs/{world.club.slug}/players/"
    alice.post(path, {"name": "Zoé", "email": "zoe@example.org", "visibility": "initial"})
    assert alice.get(path).json()["results"][-1]["email"] == "zoe@example.org"
    seen = caller(world.player).get(path).json()["results"][-1]
    assert seen["email"] is None
    assert seen["name"] == "Zoé"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"name": "Zoé", "email": "zoe"}, ("bad_email", "email")),
        ({"name": "Zoé", "email": "z@" + "e" * 300 + ".org"}, ("too_long", "email")),
        ({"name": "Zoé", "email": 1}, ("not_text", "email")),
        ({"name": "Zoé", "visibility": "secret"}, ("not_a_choice", "visibility")),
        ({"name": "Zoé", "id": 3}, ("unknown_key", "id")),
    ],
)
def test_bodies_that_make_no_player(world, alice, body, problem):
    response = alice.post(f"clubs/{world.club.slug}/players/", body)
    assert response.status_code == 422
    assert problem_codes(response) == [problem]


def test_a_player_is_changed_by_what_is_named(world, alice):
    path = f"players/{world.players[0].pk}/"
    changed = alice.patch(path, {"name": " Ada  L. ", "visibility": "hidden"})
    assert changed.status_code == 200
    assert changed.json() == {
        "id": world.players[0].pk,
        "name": "Ada L.",
        "email": "",
        "visibility": "hidden",
        "nickname": "",
        "alias": "",
        "is_child": False,
        "hides_achievements": False,
        "is_guest": False,
        "counts_from": None,
        "guest_note": "",
        "has_chosen": False,
    }
    alice.patch(path, {"email": "ada@example.org"})
    assert alice.get(path).json() == changed.json() | {"email": "ada@example.org"}
    assert alice.patch(path, {"email": ""}).json()["email"] == ""


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"name": ""}, ("blank", "name")),
        ({"name": None}, ("null", "name")),
        ({"email": "ada"}, ("bad_email", "email")),
        ({"visibility": "secret"}, ("not_a_choice", "visibility")),
        ({"club": "x"}, ("unknown_key", "club")),
    ],
)
def test_changes_that_make_no_player(world, alice, body, problem):
    path = f"players/{world.players[0].pk}/"
    before = alice.get(path).json()
    answer = alice.patch(path, body)
    assert (answer.status_code, problem_codes(answer)) == (422, [problem])
    assert alice.get(path).json() == before


def test_the_e_mail_of_one_player_is_for_organisers_too(world, alice):
    path = f"players/{world.players[0].pk}/"
    alice.patch(path, {"email": "ada@example.org"})
    assert caller(world.scorer).get(path).json()["email"] is None


def test_a_stale_edit_of_a_player_shows_the_current_player(world, alice):
    path = f"players/{world.players[0].pk}/"
    seen = alice.get(path)["ETag"]
    now = alice.patch(path, {"name": "Ada B."}, If_Match=seen)
    assert now.status_code == 200
    late = alice.patch(path, {"name": "Ada C."}, If_Match=seen)
    assert (late.status_code, late.json()["current"]) == (412, now.json())


def test_changing_a_player_who_is_being_deleted_is_404(world, alice, monkeypatch):
    read_player = permissions.find_player

    def slow(*arguments):
        player = read_player(*arguments)
        newcomers.strike([player.pk])
        return player

    monkeypatch.setattr(permissions, "find_player", slow)
    dov = world.players[3]
    assert alice.patch(f"players/{dov.pk}/", {"name": "David"}).status_code == 404
