"""Names that have a newer one: answers hold both, requests may use either."""

import pytest

from api.description import docs
from tests import make
from tests.api.caller import problem_codes
from tests.api.http.list_rows import add_draws, add_sessions
from tests.api.playing import fill, play

AWARD = {"name": "Most wins", "statistic": "wins"}


@pytest.fixture
def awards(world):
    return f"clubs/{world.club.slug}/awards/"


@pytest.mark.parametrize(
    "names", [["minimum_evenings"], ["minimum_sessions"], ["minimum_evenings", "minimum_sessions"]]
)
def test_a_request_may_use_either_name(alice, awards, names):
    made = alice.post(awards, {**AWARD, **dict.fromkeys(names, 3)})
    assert made.status_code == 201
    assert (made.json()["minimum_sessions"], made.json()["minimum_evenings"]) == (3, 3)
    changed = alice.patch(f"awards/{made.json()['id']}/", {names[0]: 4}).json()
    assert (changed["minimum_sessions"], changed["minimum_evenings"]) == (4, 4)


def test_two_values_for_one_thing_are_refused(alice, awards):
    refused = alice.post(awards, {**AWARD, "minimum_evenings": 2, "minimum_sessions": 3})
    assert refused.status_code == 422
    assert problem_codes(refused) == [("two_names", "minimum_evenings")]
    assert alice.get(awards).json()["results"] == []


@pytest.mark.parametrize("name", ["minimum_evenings", "minimum_sessions"])
def test_a_problem_has_the_name_that_was_sent(alice, awards, name):
    (problem,) = alice.post(awards, {**AWARD, name: -1}).json()["problems"]
    assert (problem["code"], problem["path"], problem["pointer"]) == ("too_small", name, f"/{name}")


def test_a_filter_may_have_either_name(world, alice):
    add_sessions(world, 4)
    path = f"seasons/{world.season.pk}/sessions/"
    day = alice.get(path).json()["results"][1]["starts_at"][:10]
    rows = alice.get(f"{path}?to={day}").json()["results"]
    assert 0 < len(rows) < len(alice.get(path).json()["results"])
    assert alice.get(f"{path}?until={day}").json()["results"] == rows
    assert alice.get(f"{path}?until={day}&to={day}").json()["results"] == rows
    refused = alice.get(f"{path}?until={day}&to=2030-01-01")
    assert problem_codes(refused) == [("two_names", "until")]
    assert problem_codes(alice.get(f"{path}?until=soon")) == [("bad_filter", "until")]


def test_the_description_marks_old_names():
    schemas = docs.description()["components"]["schemas"]
    assert schemas["AwardRequest"]["properties"]["minimum_evenings"]["deprecated"] is True
    assert "minimum_evenings" not in schemas["AwardRequest"]["required"]
    assert docs.description()["components"]["parameters"]["UntilQuery"]["deprecated"] is True


@pytest.mark.parametrize("name", ["round", "sitting"])
def test_a_conflict_has_the_name_that_was_sent(world, alice, name):
    cup = make.tournament(world.club, here=world.players)
    player, path = world.players[0].pk, f"tournaments/{cup.pk}/skip/"
    refused = alice.post(path, {"player": player, name: 9})
    assert problem_codes(refused) == [("round_not_planned", name)]
    assert refused.json()["problems"][0]["pointer"] == f"/{name}"
    skipped = alice.post(path, {"player": player, name: 1}).json()
    assert skipped["skips"] == [1]


def test_answers_hold_both_names(world, alice):
    add_draws(world, 1)
    play(world)
    alice.post(f"matches/{world.match.pk}/call/", None)
    for path, (old, new) in OLD_KEYS.items():
        answer = alice.get(fill(path, world)).json()
        rows = answer.get("results", [answer])
        assert rows, path
        for row in rows:
            assert row[old] == row[new], path


OLD_KEYS = {
    "tokens/": ("issued_by", "created_by"),
    "clubs/{club}/imports/": ("by", "created_by"),
    "seasons/{season}/penalties/": ("given_by", "recorded_by"),
    "seasons/{season}/draws/": ("drawn_by", "recorded_by"),
    "seasons/{season}/standings/{player}/": ("evenings", "sessions"),
    "ladders/{ladder}/periods/": ("lots", "draws"),
    "clubs/{club}/awards/": ("minimum_evenings", "minimum_sessions"),
    "sessions/{evening}/announcements/": ("at", "created_at"),
    "sessions/{session}/calls/": ("at", "created_at"),
}
