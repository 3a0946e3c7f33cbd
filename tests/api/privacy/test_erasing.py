"""Erasing a player, by the API."""

from league.models import Player
from tests.api.caller import caller, problem_codes


def test_an_owner_erases_a_player_without_account(world, alice):
    player = world.players[3]
    path = f"players/{player.pk}/erase/"
    refused = alice.post(path, {"name": "Somebody"})
    assert (refused.status_code, problem_codes(refused)) == (422, [("name_differs", "name")])
    assert caller(world.organiser).post(path, {"name": player.name}).status_code == 403
    assert caller(world.stranger).post(path, {"name": player.name}).status_code == 404
    assert alice.post(path, {"name": player.name}).status_code == 204
    assert alice.post(path, {"name": player.name}).status_code == 404
    assert alice.get(f"players/{player.pk}/").status_code == 404


def test_erasing_names_the_match_that_must_end_first(world, alice):
    player = world.players[0]
    answer = alice.post(f"players/{player.pk}/erase/", {"name": player.name})
    assert answer.status_code == 409
    assert "match_runs" in [code for code, _path in problem_codes(answer)]


def test_a_ghost_is_readable_but_never_editable(world, alice):
    ghost = Player.every.create(club=world.club, name="Former player 1234", is_ghost=True)
    assert alice.get(f"players/{ghost.pk}/").json()["name"] == "Former player 1234"
    assert alice.patch(f"players/{ghost.pk}/", {"name": "Me"}).status_code == 404
    listed = alice.get(f"clubs/{world.club.slug}/players/").json()["results"]
    assert ghost.pk not in [player["id"] for player in listed]
