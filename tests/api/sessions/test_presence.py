"""The desk of an evening for programs."""

import pytest

from league.models import Match
from league.operations.sessions import session_log
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(world):
    players = make.players(world.club, ["Eva", "Finn", "Gil", "Hana", "Ivo"])
    session_log.check_in(world.session, [player.pk for player in players], by=None)
    return [player.pk for player in players]


def of(world, rest):
    return f"/api/v1/sessions/{world.session.pk}/{rest}"


def codes(answer):
    return [problem["code"] for problem in answer.json()["problems"]]


def test_checking_in_and_out_twice_has_one_effect(world, alice):
    dov = {"player": world.players[3].pk}
    first, again = (alice.post(of(world, "presence/"), dov) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    path = of(world, f"presence/{dov['player']}/")
    assert [alice.send("DELETE", path).status_code for _ in range(2)] == [204, 204]
    listed = alice.get(of(world, "presence/")).json()["results"]
    assert [(row["player"]["name"], row["until"] is None) for row in listed] == [("Dov", False)]
    assert alice.get(of(world, "presence/?here=true")).json()["results"] == []
    assert alice.send("DELETE", of(world, "presence/999/")).status_code == 404


def test_a_new_player_is_added_once(world, alice):
    first = alice.post(of(world, "presence/"), {"name": "Zoé (2)"})
    assert first.json()["player"]["name"] == "Zoé (2)"
    for name in ("zoé (2)", "ZOÉ (2)"):
        again = alice.post(of(world, "presence/"), {"name": name})
        assert again.json()["player"] == first.json()["player"]
        new = alice.post(of(world, "presence/"), {"name": name, "creation": "new"})
        assert (new.status_code, codes(new)) == (409, ["name_fits_player"])
    refused = alice.post(of(world, "presence/"), {"name": "Zoé"})
    assert (refused.status_code, codes(refused)) == (409, ["name_fits_player"])
    zoe = {"name": "Zoé", "creation": "new"}
    assert alice.post(of(world, "presence/"), zoe).status_code == 201
    both = alice.post(of(world, "presence/"), {"name": "X", "player": 1})
    assert (both.status_code, codes(both)) == (422, ["missing_key"])


def test_a_draw_is_carried_out_and_undone(world, alice, here):
    drawn = alice.post(of(world, "seating/draw/"), {"game": "njet", "seed": "a"}).json()
    assert (len(drawn["tables"][0]), len(drawn["sit_out"]), drawn["reason"]) == (4, 1, "gap")
    body = {key: drawn[key] for key in ("game", "order", "seed", "tables", "sit_out")}
    made = alice.post(of(world, "seating/"), body)
    assert made.status_code == 201
    (match,) = made.json()["matches"]
    assert [player["id"] for player in match["players"]] == drawn["tables"][0]
    assert codes(alice.post(of(world, "seating/"), body)) == ["plays_already"] * 4
    undone = alice.post(of(world, f"log/{made.json()['ref']}/undo/"), {})
    assert undone.status_code == 200
    assert alice.get(f"/api/v1/matches/{match['id']}/").status_code == 404
    again = alice.post(of(world, f"log/{made.json()['ref']}/redo/"), None)
    assert again.status_code == 200
    assert alice.get(f"/api/v1/matches/{match['id']}/").status_code == 200


def test_undo_lists_and_undoes_dependents(world, alice):
    body = {"game": "neurotrio", "players": [player.pk for player in world.players]}
    match = alice.post(of(world, "matches/"), body).json()["id"]
    for scores in ([16, 3, 3, 3], [13, 2, 2, 2]):
        make.played(Match.objects.get(pk=match), scores)
    entries = alice.get(of(world, "log/")).json()["results"]
    assert [entry["kind"] for entry in entries] == ["round", "round", "seat"]
    assert entries[0]["words"] == "Round 2 of Neurotrio: Ada 13, Bruno 2, Chloé 2, Dov 2"
    refused = alice.post(of(world, f"log/{entries[2]['ref']}/undo/"), {})
    assert refused.status_code == 409
    needed = [problem["path"] for problem in refused.json()["problems"]]
    assert needed == [entries[0]["ref"], entries[1]["ref"]]
    done = alice.post(of(world, f"log/{entries[2]['ref']}/undo/"), {"known": needed}).json()
    assert all(entry["undone"]["by"] == "Alice" for entry in done["results"])
    twice = alice.post(of(world, f"log/{entries[2]['ref']}/undo/"), {"known": needed})
    assert twice.status_code == 409


def test_a_scorer_takes_rounds_back_but_no_tables(world, bob):
    make.played(world.match, [16, 3, 3])
    session_log.check_in(world.session, [world.players[3].pk], by=None)
    came, entered = bob.get(of(world, "log/")).json()["results"]
    assert bob.post(of(world, f"log/{came['ref']}/undo/"), {}).status_code == 403
    assert bob.post(of(world, f"log/{entered['ref']}/undo/"), {}).status_code == 200
    world.match.refresh_from_db()
    assert world.match.rounds_played == 0


def test_a_round_that_was_taken_back_is_gone_from_everywhere(world, alice):
    make.played(world.match, [16, 3, 3])
    (entry,) = alice.get(of(world, "log/")).json()["results"]
    alice.post(of(world, f"log/{entry['ref']}/undo/"), {})
    path = f"/api/v1/matches/{world.match.pk}/"
    assert alice.get(f"{path}rounds/").json()["results"] == []
    assert alice.get(f"{path}rounds/1/").status_code == 404
    assert alice.get(f"{path}record/").json()["rounds"] == []
    assert alice.post(f"{path}rounds/", make.sheet(13, 2, 2)).json()["number"] == 1


def test_a_match_with_rounds_is_not_called_off(world, alice):
    make.played(world.match, [16, 3, 3])
    assert alice.post(f"/api/v1/matches/{world.match.pk}/call_off/", None).status_code == 409
