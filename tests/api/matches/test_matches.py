import pytest

from league.models import Match
from tests import make
from tests.api.caller import problem_codes


def seat(world, *seats):
    return [world.players[number].pk for number in seats]


def test_seats_are_in_the_order_that_was_sent(world, alice):
    body = {"game": "neurotrio", "players": seat(world, 2, 0), "options": {"target": 30}}
    response = alice.post(f"sessions/{world.session.pk}/matches/", body)
    assert response.status_code == 201
    match = response.json()
    assert [player["name"] for player in match["players"]] == ["Chloé", "Ada"]
    assert match["options"]["target"] == 30
    assert match["options"]["minimums"] == [12, 12]
    assert (match["version"], match["rounds_played"], match["over"]) == (1, 0, False)
    assert (match["totals"], match["places"]) == ([0, 0], [1, 1])
    assert response["ETag"].startswith(f'"m{match["id"]}.v1.e')
    again = alice.get(response["Location"])
    assert [notice["code"] for notice in match.pop("notices")] == ["at_other_table"] * 2
    assert (again.json(), again["ETag"]) == (match, response["ETag"])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"game": "chess"}, ("unknown_game", "game")),
        ({"game": None}, ("null", "game")),
        ({"players": []}, ("bad_number_of_players", "players")),
        ({"players": [1]}, ("bad_number_of_players", "players")),
        ({"players": [1] * 13}, ("too_long", "players")),
        ({"players": list(range(100_000))}, ("too_long", "players")),
        ({"players": "12"}, ("not_a_list", "players")),
        ({"players": ["1", 2]}, ("not_an_integer", "players.0")),
        ({"players": [1, True]}, ("not_an_integer", "players.1")),
        ({"players": [1.0, 2]}, ("not_an_integer", "players.0")),
        ({"players": [0, 2]}, ("too_small", "players.0")),
        ({"players": [2**63, 2]}, ("too_large", "players.0")),
        ({"options": []}, ("not_an_object", "options")),
        ({"options": None}, ("null", "options")),
        ({"seats": 3}, ("unknown_key", "seats")),
    ],
)
def test_bodies_that_make_no_match(world, alice, change, problem):
    body = {"game": "neurotrio", "players": seat(world, 0, 1)} | change
    response = alice.post(f"sessions/{world.session.pk}/matches/", body)
    assert response.status_code == 422
    assert problem in problem_codes(response)
    assert Match.objects.count() == 1


def test_a_player_cannot_sit_twice_at_one_table(world, alice):
    body = {"game": "neurotrio", "players": seat(world, 0, 0)}
    response = alice.post(f"sessions/{world.session.pk}/matches/", body)
    assert problem_codes(response) == [("player_twice", "players")]


def test_players_of_another_club_are_unknown(world, alice):
    other = make.players(make.club(world.stranger, name="Trio"), ["Eve"])[0]
    body = {"game": "neurotrio", "players": [world.players[0].pk, other.pk]}
    response = alice.post(f"sessions/{world.session.pk}/matches/", body)
    assert problem_codes(response) == [("unknown_player", "players.1")]


def test_impossible_house_rules_name_their_path(world, alice):
    body = {"game": "neurotrio", "players": seat(world, 0, 1), "options": {"target": 0, "x": 1}}
    response = alice.post(f"sessions/{world.session.pk}/matches/", body)
    assert response.status_code == 422
    assert {path for _code, path in problem_codes(response)} == {"options.target", "options.x"}
