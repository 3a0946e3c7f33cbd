"""Seats of all rounds from a file, as a program sends them."""

import json

import pytest

from tests import make
from tests.api.caller import problem_codes

ROWS = [{"round": 1, "table": 1, "seat": seat, "player": seat} for seat in (1, 2, 3)]


@pytest.fixture
def cup(world):
    return make.tournament(world.club, here=4, name="Coupe", format="script")


def test_file_is_stored_and_drawn(alice, cup):
    address = f"tournaments/{cup.pk}/script/"
    sent = alice.put(address, {"content": json.dumps(ROWS)})
    assert sent.status_code == 200, sent.content
    ids = list(cup.entrants.order_by("pk").values_list("player", flat=True))
    assert sent.json()["rounds"] == [[ids[:3]]]
    assert alice.get(address).json() == sent.json()
    assert alice.put(address, {"content": json.dumps(ROWS)}).json() == sent.json()
    drawn = alice.post(f"tournaments/{cup.pk}/sittings/", {}).json()["sittings"][0]
    assert [[player["id"] for player in table["players"]] for table in drawn["tables"]] == [ids[:3]]
    assert [player["id"] for player in drawn["sit_out"]] == ids[3:]


def test_every_problem_of_a_file_is_returned(alice, cup):
    address = f"tournaments/{cup.pk}/script/"
    content = "round,table,seat,player\n1,1,1,Nobody\n1,1,2,2\n1,1,4,2\n"
    refused = alice.put(address, {"content": content})
    assert refused.status_code == 422
    assert problem_codes(refused) == [
        ("unknown_player", "rows.2.player"),
        ("seat_missing", "rows.2.seat"),
        ("player_twice", "rows.4.player"),
    ]
    assert alice.get(address).json()["rounds"] == []


def test_other_formats_take_no_file(world, alice):
    other = make.tournament(world.club, here=4, name="Open")
    refused = alice.put(f"tournaments/{other.pk}/script/", {"content": "1,1,1,1"})
    assert (refused.status_code, problem_codes(refused)) == (409, [("not_scripted", "format")])
