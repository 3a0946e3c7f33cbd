"""Ladders for programs: made, looked at, carried on."""

import pytest

from league.models import Ladder, Period, Season
from tests import make
from tests.api.caller import problem_codes

PERIOD = {"number": 2, "name": "Printemps", "starts_on": "2027-01-01"}


@pytest.fixture
def ladder(world):
    """Return a ladder with Ada and Bruno above Chloé and Dov; Ada and Chloé have won."""
    made = make.ladder(world.club, world.players[:2], world.players[2:])
    for division, pair in zip(
        made.periods.get().divisions.all(), (world.players[:2], world.players[2:]), strict=True
    ):
        match = make.match(make.session(division.season), pair, options={"target": 1})
        make.played(match, [22, 5])
    return made


def body(world, **more):
    ids = [player.pk for player in world.players]
    return {
        "name": "Coupe",
        "period": "Automne",
        "starts_on": "2026-09-01",
        "divisions": [{"name": "Or", "players": ids[:2]}, {"players": ids[2:]}],
        "rules": {"up": 1, "down": 1, "least": 2, "most": 4},
        **more,
    }


def names(divisions):
    return [[player["name"] for player in division["players"]] for division in divisions]


def test_a_ladder_is_made_and_found(world, alice):
    made = alice.post(f"clubs/{world.club.slug}/ladders/", body(world))
    assert made.status_code == 201
    assert made.json()["rules"] == {"up": 1, "down": 1, "play_off": 0, "least": 2, "most": 4}
    assert [division["name"] for division in made.json()["period"]["divisions"]] == [
        "Or",
        "Division 2",
    ]
    content = alice.get(made["Location"])
    assert content.json() == made.json()
    assert content["ETag"] == made["ETag"]
    assert alice.get(f"clubs/{world.club.slug}/ladders/").json()["results"] == [made.json()]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"name": ""}, ("blank", "name")),
        ({"period": "x" * 31}, ("too_long", "period")),
        ({"divisions": []}, ("wrong_length", "divisions")),
        ({"divisions": [{"players": []}]}, ("wrong_length", "divisions.0.players")),
        ({"divisions": [{"players": ["1"]}]}, ("not_an_integer", "divisions.0.players.0")),
        ({"rules": {"up": "2"}}, ("not_an_integer", "rules.up")),
        ({"rules": {"least": 9, "most": 8}}, ("bad_sizes", "rules.least")),
        ({"games": ["chess"]}, ("unknown_game", "games.0")),
        ({"ends_on": "2026-01-01"}, ("ends_before_start", "ends_on")),
        ({"level": 1}, ("unknown_key", "level")),
    ],
)
def test_an_invalid_ladder_is_refused_and_not_stored(world, alice, wrong, problem):
    before = Season.objects.count()
    answer = alice.post(f"clubs/{world.club.slug}/ladders/", body(world, **wrong))
    assert answer.status_code == 422
    assert problem in problem_codes(answer)
    assert (Ladder.objects.count(), Season.objects.count()) == (0, before)


def test_the_preview_tells_who_moves_and_why(alice, ladder):
    content = alice.get(f"ladders/{ladder.pk}/next/").json()
    assert names(content["divisions"]) == [["Ada", "Chloé"], ["Bruno", "Dov"]]
    chloe = content["divisions"][0]["players"][1]
    assert (chloe["came"], chloe["reason"], chloe["from_level"], chloe["place"]) == (
        "promoted",
        "up",
        2,
        1,
    )
    assert content["findings"] == []
    assert Period.objects.count() == 1


def test_wishes_are_previewed_too(world, alice, ladder):
    (zoe,) = make.players(world.club, ["Zoé"])
    ids = [player.pk for player in world.players]
    wishes = {"content": [ids[2]], "leaving": [ids[3]], "joining": [{"player": zoe.pk}]}
    content = alice.post(f"ladders/{ladder.pk}/next/", wishes).json()
    assert names(content["divisions"]) == [["Ada", "Bruno"], ["Chloé", "Zoé"]]
    assert content["left"] == [ids[3]]
    answer = alice.post(f"ladders/{ladder.pk}/next/", {"joining": [{"player": zoe.pk}] * 2})
    assert problem_codes(answer) == [("player_twice", "joining.1.player")]


def test_the_next_period_is_opened_once(alice, ladder):
    mark = alice.get(f"ladders/{ladder.pk}/next/").json()["mark"]
    path = f"ladders/{ladder.pk}/periods/"
    opened = alice.post(path, {**PERIOD, "seen": mark}, Idempotency_Key="one")
    assert opened.status_code == 201
    assert names(opened.json()["divisions"]) == [["Ada", "Chloé"], ["Bruno", "Dov"]]
    again = alice.post(path, {**PERIOD, "seen": mark}, Idempotency_Key="one")
    assert (again.status_code, again.json()) == (201, opened.json())
    twice = alice.post(path, PERIOD)
    assert (twice.status_code, problem_codes(twice)) == (409, [("opened_already", "number")])
    assert alice.get(opened["Location"]).json() == opened.json()
    assert [result["number"] for result in alice.get(path).json()["results"]] == [1, 2]


def test_a_blocking_finding_is_a_conflict_that_names_it(world, alice, ladder):
    division = ladder.periods.get().divisions.first()
    make.match(division.season.sessions.get(), world.players[:2])
    findings = alice.get(f"ladders/{ladder.pk}/next/").json()["findings"]
    assert [(finding["code"], finding["level"], finding["blocking"]) for finding in findings] == [
        ("running", 1, True)
    ]
    path = f"ladders/{ladder.pk}/periods/"
    refused = alice.post(path, PERIOD)
    assert (refused.status_code, problem_codes(refused)) == (409, [("not_settled", "findings.0")])
    assert problem_codes(alice.post(path, {**PERIOD, "force": "x"})) == [("wrong_name", "force")]
    forced = alice.post(path, {**PERIOD, "force": ladder.name})
    assert forced.json()["forced"] == [findings[0]["message"]]


def test_an_outdated_preview_opens_no_period(alice, ladder):
    answer = alice.post(f"ladders/{ladder.pk}/periods/", {**PERIOD, "seen": "0" * 24})
    assert (answer.status_code, problem_codes(answer)) == (409, [("changed", "seen")])
    assert Period.objects.count() == 1


def test_a_period_is_removed_unless_it_has_changed(alice, ladder):
    path = f"ladders/{ladder.pk}/periods/"
    alice.post(path, PERIOD)
    assert alice.send("DELETE", f"{path}2/", If_Match='"other"').status_code == 412
    assert alice.send("DELETE", f"{path}1/").status_code == 409
    assert alice.send("DELETE", f"{path}2/").status_code == 204
    assert alice.send("DELETE", f"{path}2/").status_code == 404
    assert Period.objects.count() == 1


def test_rules_are_changed_by_whoever_has_seen_them(alice, ladder):
    path = f"ladders/{ladder.pk}/"
    assert alice.patch(path, {"name": "Coupe"}, If_Match='"other"').status_code == 412
    changed = alice.patch(path, {"name": "Coupe", "rules": {"up": 2}})
    assert (changed.json()["name"], changed.json()["rules"]["up"]) == ("Coupe", 2)
    assert changed.json()["rules"]["down"] == 1


def test_a_play_off_is_listed_with_its_period(world, alice, ladder):
    pair = [world.players[1].pk, world.players[2].pk]
    made = alice.post(f"ladders/{ladder.pk}/play_offs/", {"players": pair, "game": "neurotrio"})
    assert made.status_code == 201
    period = alice.get(f"ladders/{ladder.pk}/").json()["period"]
    assert period["play_offs"] == [made.json()["match"]]
    again = alice.post(f"ladders/{ladder.pk}/play_offs/", {"players": pair, "game": "neurotrio"})
    assert again.status_code == 409


def test_a_name_with_script_in_it_is_a_name(world, alice):
    name = "<script>alert(1)</script>"
    assert (
        alice.post(f"clubs/{world.club.slug}/ladders/", body(world, name=name)).json()["name"]
        == name
    )
