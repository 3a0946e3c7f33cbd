import pytest

from league.models import Player
from tests.api.caller import caller, problem_codes


def test_a_player_needs_only_a_name(world, alice):
    response = alice.post(f"clubs/{world.club.slug}/players/", {"name": "Zoé"})
    assert response.status_code == 201
    assert response.json() == {
        "id": Player.objects.get(name="Zoé").pk,
        "name": "Zoé",
        "email": "",
        "visibility": "full",
    }


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
